#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/generate/functions.h"

namespace stator::model::generate {

// The parameters of one function. Each has a unique name.
class Signature {
 public:
  // Adds a parameter and returns its number. If the name is taken, it gets the prefix `owner` (an
  // entity).
  std::size_t Add(Parameter parameter, const std::string& owner);
  // Returns the number of an equal parameter. Adds the parameter if there is none.
  std::size_t Need(Parameter parameter);

  // Binds an attribute between a pattern's brackets to a parameter, or to a constant of the
  // attribute's type. `apart` adds a new parameter even if an equal one exists.
  Result<Given> Bind(const std::string& pattern, const Entity& entity, const Binding& binding,
                     bool apart = false);

  // Returns the parameters in the order of their numbers.
  std::vector<Parameter> Take() { return std::move(parameters_); }

 private:
  bool IsTaken(const std::string& name) const;

  std::vector<Parameter> parameters_;
};

}  // namespace stator::model::generate
