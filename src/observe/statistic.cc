#include "observe/statistic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"
#include "observe/texts.h"

namespace stator::observe {

std::optional<double> Statistic::Percentile(std::string_view text) {
  if (text.size() < 2 || (text.front() != 'p' && text.front() != 'P')) return std::nullopt;
  text.remove_prefix(1);
  const auto percent = ParseNumber<double>(text);
  if (!percent || !(*percent >= 0 && *percent <= 100)) return std::nullopt;
  return *percent / 100;
}

Result<Statistic> Statistic::Parse(std::string_view text) {
  using enum Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 5> kNames = {{
      {"SampleCount", kSampleCount},
      {"Average", kAverage},
      {"Sum", kSum},
      {"Minimum", kMinimum},
      {"Maximum", kMaximum},
  }};
  Statistic statistic;
  const auto* named = std::ranges::find(kNames, text, &std::pair<std::string_view, Kind>::first);
  if (named != kNames.end()) {
    statistic.kind_ = named->second;
    return statistic;
  }
  const auto part = Percentile(text);
  if (!part) {
    return Fail(ErrorCode::kInvalidParameterValueException,
                fmt::format(texts::kStatisticUnknown, text));
  }
  statistic.kind_ = kPercentile;
  statistic.part_ = *part;
  return statistic;
}

std::optional<double> Statistic::Of(const Statistics& statistics) const {
  return Told(statistics).and_then(IfFinite);
}

std::optional<double> Statistic::Told(const Statistics& statistics) const {
  if (statistics.empty()) return std::nullopt;
  switch (kind_) {
    case Kind::kSampleCount:
      return statistics.count;
    case Kind::kAverage:
      return statistics.Average();
    case Kind::kSum:
      return statistics.sum;
    case Kind::kMinimum:
      return statistics.minimum;
    case Kind::kMaximum:
      return statistics.maximum;
    case Kind::kPercentile:
      break;
  }
  if (statistics.minimum == statistics.maximum) return statistics.minimum;
  if (statistics.distribution.empty()) return std::nullopt;
  return std::clamp(statistics.distribution.At(part_), statistics.minimum, statistics.maximum);
}

bool Statistic::HasEnough(const Statistics& statistics) const {
  constexpr double kBeyond = 10;
  constexpr double kRounding = 1e-9;  // 100 values have ten beyond p90, although 1 - 0.9 is inexact
  if (kind_ != Kind::kPercentile) return true;
  const double beyond = std::min(part_, 1 - part_);
  return beyond == 0 || statistics.count * beyond >= kBeyond - kRounding;
}

std::optional<double> IfFinite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool IsPeriod(Seconds period) {
  constexpr std::array<Seconds, 5> kShort = {1, 5, 10, 20, 30};
  return period > 0 && period <= limits::kMetricPeriodMax &&
         (period % kMinuteSeconds == 0 || std::ranges::find(kShort, period) != kShort.end());
}

std::map<Seconds, Statistics> ByPeriod(const Points& points, Seconds origin, Seconds period) {
  std::map<Seconds, Statistics> sums;
  for (const auto& [minute, statistics] : points) {
    const Seconds behind = minute * kMinuteSeconds - origin;
    sums[origin + behind / period * period].Merge(statistics);
  }
  return sums;
}

}  // namespace stator::observe
