#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "item/value.h"
#include "model/language/model.h"

namespace stator::model {

// Values that stand for the parameters of a statement while it is planned. A text is the parameter
// as the model writes it: "CUST#{custId}". A plan depends on the types of the values only, and on
// the order of a range's ends.
class StatementValues {
 public:
  // REQUIRES: pattern.sql, and its names are resolved.
  StatementValues(const Entity& entity, const Sql& sql);

  // Lifetime: the views are valid as long as this object.
  std::vector<item::ValueView> views() const;

  // Returns the parameter that the value stands for. nullptr: the statement states the value.
  const Parameter* Find(item::ValueView value) const;
  // Returns the value as plans show it: "{total}", "OPEN" or "17".
  std::string TextOf(item::ValueView value) const;
  // Returns the value as a template. A value that the statement states is a literal.
  Template TemplateOf(item::ValueView value) const;

 private:
  const Sql& sql_;
  std::vector<Bytes> values_;
};

// Returns the text of a value that a statement states. Empty: it is neither text, number nor truth.
std::string ScalarText(item::ValueView value);

}  // namespace stator::model
