#pragma once

#include <optional>

#include "model/language/model.h"

namespace stator::model {

// Whether the two templates can make equal values. The rules for an attribute's value:
// - It is any text of at least one character; only a `free` text contains '#'.
// - Dates, times, numbers and shards consist of digits.
// - A natural attribute that is a text may equal a template's text. Any other one equals only
//   itself.
bool MayBeEqual(const Entity& left_entity, const Template& left, const Entity& right_entity,
                const Template& right);

// Whether a value that `text` makes can begin with a value that `prefix` makes.
bool MayBeginWith(const Entity& entity, const Template& text, const Entity& prefix_entity,
                  const Template& prefix);

// Whether every value of `left` sorts before every value of `right`. nullopt: that depends on the
// values.
std::optional<bool> SortsBefore(const Entity& left_entity, const Template& left,
                                const Entity& right_entity, const Template& right);

// Whether the template ends in a value that may be the beginning of another, as 10 is of 100.
// Values of one length and a delimiter behind the value prevent that.
bool EndsOpen(const Entity& entity, const Template& text);

// Whether no item can meet all conditions of both lists.
bool Exclude(const std::vector<Condition>& some, const std::vector<Condition>& others);

}  // namespace stator::model
