#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "model/verify/evaluate.h"

namespace stator::model {

// The most arguments with which verify tries one pattern.
inline constexpr std::size_t kChoicesMax = 40;
// Chooses the arguments with which verify tries a read pattern:
// - Values of the first instances, whose ids are beginnings of each other and which have the most
//   children, and of some of the rest.
// - For a range, windows that begin and end at instances.
// - Once, a parent that does not exist.
// - Once, values that no instance has.
std::vector<Arguments> ChooseArguments(const Pattern& pattern,
                                       const std::vector<Instance>& instances, Random& random);

// Returns "custId=cust-1, status=OPEN, from 2026-02-28 to 2026-03-01".
std::string TextOf(const Arguments& arguments);
// Returns the value as reports show it.
std::string TextOf(const client::Value& value);

}  // namespace stator::model
