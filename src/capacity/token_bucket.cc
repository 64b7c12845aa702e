#include "capacity/token_bucket.h"

#include <algorithm>
#include <limits>

#include "base/durations.h"
#include "capacity/rules.h"

namespace stator::capacity {
namespace {

constexpr std::int64_t kMillionths = 1'000'000;
// A greater debt is cut to this one. At the greatest rate it takes seven minutes to pay.
constexpr std::int64_t kLevelMin = std::numeric_limits<std::int64_t>::min() / 2;
static_assert(kMillionths == kSecond, "a rate is millionths of half units a microsecond");

}  // namespace

TokenBucket::TokenBucket(table::HalfUnits per_second, std::int64_t seconds,
                         std::int64_t full_seconds, TimeMicros now)
    : rate_(std::clamp<table::HalfUnits>(per_second, 0, kRateMax)),
      seconds_(seconds),
      filled_(now) {
  level_ = rate_ * std::clamp<std::int64_t>(full_seconds, 0, seconds) * kMillionths;
}

std::int64_t TokenBucket::Capacity() const { return rate_ * seconds_ * kMillionths; }

void TokenBucket::Fill(TimeMicros now) {
  if (now <= filled_) return;
  std::int64_t gain = 0;
  std::int64_t level = 0;
  const bool fits = !__builtin_mul_overflow(rate_, now - filled_, &gain) &&
                    !__builtin_add_overflow(level_, gain, &level);
  level_ = fits ? std::min(level, Capacity()) : Capacity();
  filled_ = now;
}

void TokenBucket::SetRate(table::HalfUnits per_second, TimeMicros now) {
  Fill(now);
  rate_ = std::clamp<table::HalfUnits>(per_second, 0, kRateMax);
  level_ = std::min(level_, Capacity());
}

void TokenBucket::Take(table::HalfUnits units, TimeMicros now) {
  Fill(now);
  std::int64_t taken = 0;
  std::int64_t level = 0;
  const bool fits = !__builtin_mul_overflow(units, kMillionths, &taken) &&
                    !__builtin_sub_overflow(level_, taken, &level);
  level_ = fits ? std::max(level, kLevelMin) : kLevelMin;
}

table::HalfUnits TokenBucket::Level(TimeMicros now) {
  Fill(now);
  const auto whole = level_ / kMillionths;
  return level_ % kMillionths < 0 ? whole - 1 : whole;
}

}  // namespace stator::capacity
