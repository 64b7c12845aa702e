#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/plan/plan.h"
#include "model/verify/evaluate.h"

namespace stator::model {

// All values that the key attribute may have for the arguments: one, or several where shards or
// the time buckets of a range are not known. At most kFanOutMax; nullopt: more, or an attribute is
// neither bound nor the range's.
std::optional<std::vector<std::string>> FanOut(const Entity& entity, const Template& text,
                                               const std::string& range,
                                               const Arguments& arguments);

// The buckets that the time from `from` to `to`, both included, touches: the first kFanOutMax + 1.
std::vector<std::string> BucketsBetween(const std::string& from, const std::string& to,
                                        Bucket bucket);

}  // namespace stator::model
