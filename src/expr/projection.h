#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "item/value.h"

namespace stator::expr {

struct Bound;

// The document paths of a ProjectionExpression, placeholders filled in. An immutable value, cheap
// to copy, that leans on nothing of the request it came from; reading it is safe from any thread.
class Projection {
 public:
  explicit Projection(std::shared_ptr<const Bound> bound) : bound_(std::move(bound)) {}
  const Bound& bound() const { return *bound_; }

  // The top-level attributes the paths begin with, in byte order, each once. The views lean
  // on this projection.
  std::vector<std::string_view> Attributes() const;

 private:
  std::shared_ptr<const Bound> bound_;
};

// For its errors see condition.h.
Result<Projection> BindProjection(Cache& cache, std::string_view text, Bindings& bindings);

// The parts of `item` at the paths, inside their parents; the elements of a list move together.
// Paths that lead nowhere are left out, keys are not added (facts 3.8).
item::Item Project(const Projection& projection, const item::ItemView& item);

}  // namespace stator::expr
