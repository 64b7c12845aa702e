#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/language/model.h"

// The stretches of time that keys are cut into: {at:hour}.
namespace stator::model {

// All there are, the shortest first.
inline constexpr std::array kBuckets = {Bucket::kMinute, Bucket::kHour, Bucket::kDay,
                                        Bucket::kMonth};

// "hour", as templates say it; empty for none.
std::string_view NameOf(Bucket bucket);

// How much of a date's or time's text is the same throughout the bucket: 13 letters of
// 2026-11-15T10:30:00.000Z for an hour. 0 for none.
std::size_t LettersOf(Bucket bucket);

// How long it is; a month is taken for 30 days. 0 for none.
std::int64_t SecondsOf(Bucket bucket);

// The same with a month of 28 days, as short as any is: a window of time never meets more buckets
// than by this, so that what is planned for is enough in February too.
std::int64_t SecondsAtLeast(Bucket bucket);

}  // namespace stator::model
