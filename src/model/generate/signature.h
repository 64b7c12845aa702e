#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/generate/functions.h"

namespace stator::model::generate {

// The parameters of one function, each under a name of its own.
class Signature {
 public:
  // Returns its number. Where the name is taken, `owner` (an entity) goes before it.
  std::size_t Add(Parameter parameter, const std::string& owner);
  // The parameter of that name, which is added unless there is one.
  std::size_t Need(Parameter parameter);

  // What a pattern says between brackets: a parameter, or a constant of the attribute's type.
  // `apart`: a parameter of its own, even if one has the name.
  Result<Given> Bind(const std::string& pattern, const Entity& entity, const Binding& binding,
                     bool apart = false);

  std::vector<Parameter> Take() { return std::move(parameters_); }

 private:
  bool IsTaken(const std::string& name) const;

  std::vector<Parameter> parameters_;
};

}  // namespace stator::model::generate
