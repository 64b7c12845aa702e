#pragma once

#include <optional>

#include "model/language/model.h"

namespace stator::model {

// Whether some value made by one template can be equal to one made by the other. An attribute's
// value is taken to be any text of at least one character, without '#' unless people enter it
// (free); dates, times, numbers and shards to be digits. Of attributes as they are (natural), one
// that is a text may meet a template; others meet only the same attributes.
bool MayBeEqual(const Entity& left_entity, const Template& left, const Entity& right_entity,
                const Template& right);

// Whether some value made by `text` can begin with one made by `prefix`.
bool MayBeginWith(const Entity& entity, const Template& text, const Entity& prefix_entity,
                  const Template& prefix);

// Whether every value of one template sorts before every value of the other; nullopt: that depends
// on the values.
std::optional<bool> SortsBefore(const Entity& left_entity, const Template& left,
                                const Entity& right_entity, const Template& right);

// Whether the template ends in a value that another may begin with: 10 and 100. Not so if all
// values have the same length, or a delimiter ends them.
bool EndsOpen(const Entity& entity, const Template& text);

// No item meets all of both.
bool Exclude(const std::vector<Condition>& some, const std::vector<Condition>& others);

}  // namespace stator::model
