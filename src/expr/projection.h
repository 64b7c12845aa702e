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

// The document paths of a ProjectionExpression with their placeholders filled in. An immutable
// value that is cheap to copy. Lifetime: independent of the request. Threads: any thread may read
// it.
class Projection {
 public:
  explicit Projection(std::shared_ptr<const Bound> bound) : bound_(std::move(bound)) {}
  const Bound& bound() const { return *bound_; }

  // Returns the top-level attributes of the paths, each once, in byte order. Lifetime: views into
  // this projection.
  std::vector<std::string_view> Attributes() const;

 private:
  std::shared_ptr<const Bound> bound_;
};

// Parses and binds a ProjectionExpression. Errors: see condition.h.
Result<Projection> BindProjection(Cache& cache, std::string_view text, Bindings& bindings);

// Returns the parts of `item` at the paths, inside their parents. Chosen list elements move
// together. Paths that lead nowhere are omitted, and keys are not added (facts 3.8).
item::Item Project(const Projection& projection, const item::ItemView& item);

}  // namespace stator::expr
