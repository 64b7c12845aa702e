#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/language/model.h"

// A bucket is a stretch of time that a key template names: {at:hour}. It bounds how many items
// share a key.
namespace stator::model {

// All buckets, the shortest first.
inline constexpr std::array kBuckets = {Bucket::kMinute, Bucket::kHour, Bucket::kDay,
                                        Bucket::kMonth};

// Returns the name that templates use, such as "hour"; empty for kNone.
std::string_view NameOf(Bucket bucket);

// Returns how many leading letters of a date or time stay the same throughout the bucket: 13
// letters of 2026-11-15T10:30:00.000Z for an hour. 0 for kNone.
std::size_t LettersOf(Bucket bucket);

// Returns the bucket's length; a month counts as 30 days. 0 for kNone.
std::int64_t SecondsOf(Bucket bucket);

// Like SecondsOf, but a month counts as 28 days, the shortest there is. Plans use it to bound how
// many buckets a window of time meets, so that the bound holds in February too.
std::int64_t SecondsAtLeast(Bucket bucket);

}  // namespace stator::model
