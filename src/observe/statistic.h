#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "observe/metric_rows.h"
#include "observe/statistics.h"

namespace stator::observe {

// What is told of the values of a period: one of CloudWatch's five statistics, or a percentile.
class Statistic {
 public:
  // "Sum", "p99.9". InvalidParameterValueException for what is none, and for the trimmed and
  // winsorised ones, which are not kept.
  static Result<Statistic> Parse(std::string_view text);

  // nullopt: it cannot be told, because values were brought without their distribution or their sum
  // is beyond all numbers.
  std::optional<double> Of(const Statistics& statistics) const;
  // Whether there are values enough for a percentile to mean something, as CloudWatch sees it: ten
  // beyond it. Any other statistic has always enough.
  bool HasEnough(const Statistics& statistics) const;

 private:
  enum class Kind : std::uint8_t { kSampleCount, kAverage, kSum, kMinimum, kMaximum, kPercentile };

  static std::optional<double> Percentile(std::string_view text);
  std::optional<double> Told(const Statistics& statistics) const;

  Kind kind_ = Kind::kSum;
  double part_ = 0;  // of kPercentile
};

// The value, unless it is infinite or none: such are never told.
std::optional<double> IfFinite(double value);

// Seconds since the epoch.
using Seconds = std::int64_t;
inline constexpr Seconds kMinuteSeconds = 60;
inline Minute MinuteAt(Seconds time) { return time / kMinuteSeconds; }

// 60 times any number, or one of the lengths below a minute that CloudWatch knows.
bool IsPeriod(Seconds period);

// By the periods that the minutes fall into, the first of which begins at `origin`; each has the
// time at which it begins. REQUIRES: no minute begins before `origin`; period > 0.
std::map<Seconds, Statistics> ByPeriod(const Points& points, Seconds origin, Seconds period);

}  // namespace stator::observe
