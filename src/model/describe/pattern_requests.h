#pragma once

#include <string>
#include <vector>

#include "model/describe/request_input.h"
#include "model/language/model.h"

// The requests of patterns, filled with the names of arguments.
namespace stator::model {

// A value that the caller of a pattern passes.
struct DescribedArgument {
  std::string name;
  const Entity* entity = nullptr;
  const Attribute* attribute = nullptr;
};

// The requests that serve a pattern, in the order in which a program sends them.
struct PatternRequests {
  std::vector<DescribedArgument> arguments;
  std::vector<DescribedRequest> requests;  // none: `reason`
  std::string reason;                      // why nothing serves the pattern
};

PatternRequests RequestsOfRead(const Model& model, const Pattern& pattern);
PatternRequests RequestsOfWrite(const Model& model, const Pattern& pattern);

}  // namespace stator::model
