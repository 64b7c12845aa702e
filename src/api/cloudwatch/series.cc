#include "api/cloudwatch/series.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

constexpr std::string_view kTokenMark = "stator:";

}  // namespace

std::vector<observe::Dimension> DimensionsOf(const Dimensions& dimensions) {
  std::vector<observe::Dimension> out;
  if (!dimensions) return out;
  for (const auto& each : *dimensions) {
    out.push_back({each.name.value_or(""), each.value.value_or("")});
  }
  std::ranges::sort(out);
  return out;
}

observe::Series SeriesOf(const std::string& space, const std::string& metric,
                         const Dimensions& dimensions, const std::optional<StandardUnit>& unit) {
  return {space, metric, DimensionsOf(dimensions), unit ? std::string(ToString(*unit)) : ""};
}

Metric MetricOf(const observe::Series& series) {
  Metric metric;
  metric.namespace_ = series.space;
  metric.metric_name = series.metric;
  auto& dimensions = metric.dimensions.emplace();
  for (const auto& each : series.dimensions) dimensions.push_back({each.name, each.value});
  return metric;
}

std::optional<StandardUnit> UnitOf(const std::string& name) {
  for (auto unit = 0; unit <= static_cast<int>(StandardUnit::kNone); ++unit) {
    const auto candidate = static_cast<StandardUnit>(unit);
    if (ToString(candidate) == name) return candidate;
  }
  return std::nullopt;
}

observe::Seconds SecondsOf(double time) {
  constexpr double kLast = 253'402'300'799;  // the end of the year 9999
  if (!(time > 0)) return 0;
  return static_cast<observe::Seconds>(std::floor(std::min(time, kLast)));
}

std::string TokenOf(std::size_t place) { return fmt::format("{}{}", kTokenMark, place); }

Result<std::size_t> PlaceOf(const std::optional<std::string>& token) {
  if (!token) return 0;
  std::string_view digits = *token;
  if (digits.starts_with(kTokenMark)) {
    digits.remove_prefix(kTokenMark.size());
    if (const auto place = ParseNumber<std::size_t>(digits)) return *place;
  }
  return Fail(ErrorCode::kInvalidNextToken, texts::kMetricToken);
}

}  // namespace stator::cloudwatch
