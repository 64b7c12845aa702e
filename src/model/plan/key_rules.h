#pragma once

#include <string>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// The form of a text that stands in keys. A text that breaks these rules makes another row's key,
// and thus shows one owner's rows to another.
struct KeyRule {
  bool filled = false;               // the text has at least one character
  std::vector<std::string> without;  // delimiters that the text must not contain
};

// Returns the rule for the attribute's values in the keys of these entities. The rule is empty for
// an attribute that no key contains, that is no text, or whose kind fixes its form.
KeyRule KeyRuleOf(const Model& model, const std::vector<const Entity*>& entities,
                  const std::string& attribute);

}  // namespace stator::model
