#pragma once

#include <string>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// The form of a text that stands in keys. A text that breaks these rules makes the key of
// another row, and so shows one owner's rows to another.
struct KeyRule {
  bool filled = false;               // the text has at least one character
  std::vector<std::string> without;  // delimiters that the text does not contain
};

// The rule for values of the attribute in the keys of these entities. It is empty for attributes
// that are in no key, and for those that are no text or have a form of their own.
KeyRule KeyRuleOf(const Model& model, const std::vector<const Entity*>& entities,
                  const std::string& attribute);

}  // namespace stator::model
