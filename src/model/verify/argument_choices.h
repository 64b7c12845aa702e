#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "model/verify/evaluate.h"

namespace stator::model {

// With what a read pattern is tried: values that instances have (the first made, whose ids begin
// with each other and which have most children, and some of the rest), for ranges windows that
// begin and end at instances, once a parent that is not there, and once values that nothing has.
// At most kChoicesMax.
inline constexpr std::size_t kChoicesMax = 40;
std::vector<Arguments> ChooseArguments(const Pattern& pattern,
                                       const std::vector<Instance>& instances, Random& random);

// "custId=cust-1, status=OPEN, from 2026-02-28 to 2026-03-01"
std::string TextOf(const Arguments& arguments);
std::string TextOf(const client::Value& value);

}  // namespace stator::model
