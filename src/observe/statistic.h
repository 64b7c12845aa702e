#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "observe/metric_rows.h"
#include "observe/statistics.h"

namespace stator::observe {

// A statistic over the values of a period: one of CloudWatch's five, or a percentile.
class Statistic {
 public:
  // Parses "Sum" or "p99.9". Errors: InvalidParameterValueException for unknown statistics, and for
  // trimmed and winsorised ones, whose values are not kept.
  static Result<Statistic> Parse(std::string_view text);

  // Returns nullopt if the value is unknown: clients sent values without their distribution, or the
  // sum is infinite.
  std::optional<double> Of(const Statistics& statistics) const;
  // Whether a percentile has enough values, by CloudWatch's rule: ten beyond it. Other statistics
  // always have enough.
  bool HasEnough(const Statistics& statistics) const;

 private:
  enum class Kind : std::uint8_t { kSampleCount, kAverage, kSum, kMinimum, kMaximum, kPercentile };

  static std::optional<double> Percentile(std::string_view text);
  std::optional<double> Told(const Statistics& statistics) const;

  Kind kind_ = Kind::kSum;
  double part_ = 0;  // a percentile's rank, 0 to 1
};

// Returns the value unless it is infinite or NaN: answers never contain those.
std::optional<double> IfFinite(double value);

// Seconds since the epoch.
using Seconds = std::int64_t;
inline constexpr Seconds kMinuteSeconds = 60;
inline Minute MinuteAt(Seconds time) { return time / kMinuteSeconds; }

// Whether it is a multiple of 60, or one of CloudWatch's lengths below a minute.
bool IsPeriod(Seconds period);

// Groups minutes by period. The first period begins at `origin`; the key is the period's begin.
// REQUIRES: no minute begins before `origin`; period > 0.
std::map<Seconds, Statistics> ByPeriod(const Points& points, Seconds origin, Seconds period);

}  // namespace stator::observe
