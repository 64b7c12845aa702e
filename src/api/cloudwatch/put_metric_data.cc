#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

using observe::Seconds;

// The supported resolutions, in seconds.
constexpr int kFine = 1;
constexpr int kStandard = 60;
constexpr Seconds kPastMax = 14LL * 24 * 3600;

std::unexpected<Error> BadMetricData(std::string text) {
  return Fail(ErrorCode::kInvalidParameterValueException, std::move(text));
}

// Bounds values so that their sums stay finite.
Result<> CheckRange(const std::vector<double>& values, std::size_t place) {
  for (const double value : values) {
    if (!(std::abs(value) <= limits::kMetricValueMax)) {
      return BadMetricData(fmt::format(texts::kMetricDatumRange, place));
    }
  }
  return {};
}

Result<observe::Statistics> Counted(const MetricDatum& datum, std::size_t place) {
  const auto& values = *datum.values;
  const auto counts = datum.counts.value_or(std::vector<double>(values.size(), 1));
  if (values.size() != counts.size() || values.empty() ||
      values.size() > limits::kMetricValuesMax) {
    return BadMetricData(fmt::format(texts::kMetricCounts, place));
  }
  TRY(CheckRange(values, place));
  TRY(CheckRange(counts, place));
  observe::Statistics statistics;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(counts[i] > 0)) return BadMetricData(fmt::format(texts::kMetricDatum, place));
    statistics.AddDistributed(values[i], counts[i]);
  }
  return statistics;
}

Result<observe::Statistics> StatisticsOf(const MetricDatum& datum, std::size_t place) {
  const auto given = static_cast<int>(datum.value.has_value()) +
                     static_cast<int>(datum.values.has_value()) +
                     static_cast<int>(datum.statistic_values.has_value());
  if (given != 1) return BadMetricData(fmt::format(texts::kMetricDatum, place));
  if (datum.values) return Counted(datum, place);
  observe::Statistics statistics;
  if (datum.value) {
    TRY(CheckRange({*datum.value}, place));
    statistics.AddDistributed(*datum.value);
    return statistics;
  }
  const auto& set = *datum.statistic_values;
  TRY(CheckRange({*set.sample_count, *set.sum, *set.minimum, *set.maximum}, place));
  if (!(*set.sample_count > 0) || *set.minimum > *set.maximum) {
    return BadMetricData(fmt::format(texts::kMetricDatum, place));
  }
  statistics.count = *set.sample_count;
  statistics.sum = *set.sum;
  statistics.minimum = *set.minimum;
  statistics.maximum = *set.maximum;
  return statistics;
}

bool IsPlain(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

bool IsPlain(const observe::Series& series) {
  return IsPlain(series.space) && IsPlain(series.metric) &&
         std::ranges::all_of(series.dimensions, [](const observe::Dimension& each) {
           return IsPlain(each.name) && IsPlain(each.value);
         });
}

Result<> Add(const std::string& space, const std::vector<MetricDatum>& data, Seconds now,
             observe::Observations& values) {
  std::size_t place = 0;
  for (const auto& datum : data) {
    ++place;
    const Seconds time = datum.timestamp ? SecondsOf(*datum.timestamp) : now;
    if (time < now - kPastMax || time > now + kFutureMax) {
      return BadMetricData(fmt::format(texts::kMetricDatumTime, place));
    }
    if (datum.storage_resolution && *datum.storage_resolution != kFine &&
        *datum.storage_resolution != kStandard) {
      return BadMetricData(fmt::format(texts::kMetricDatumResolution, place));
    }
    const auto statistics = TRY(StatisticsOf(datum, place));
    auto series = SeriesOf(space, *datum.metric_name, datum.dimensions,
                           datum.unit.value_or(StandardUnit::kNone));
    if (!IsPlain(series)) return BadMetricData(fmt::format(texts::kMetricDatumText, place));
    observe::Merge(observe::MinuteAt(time), series, statistics, values);
  }
  return {};
}

}  // namespace

// Stores values by the minute, whatever StorageResolution says, and does not distinguish entities.
Result<PutMetricDataResponse> PutMetricData(const api::MetricServices& services,
                                            const PutMetricDataRequest& request) {
  const auto& space = *request.namespace_;
  if (space.starts_with("AWS/")) return BadMetricData(texts::kMetricsNotOurs);
  std::size_t count = request.metric_data ? request.metric_data->size() : 0;
  if (request.entity_metric_data) {
    for (const auto& each : *request.entity_metric_data) {
      count += each.metric_data ? each.metric_data->size() : 0;
    }
  }
  if (count > limits::kMetricDataMax) {
    return BadMetricData(fmt::format(texts::kMetricDataTooMany, limits::kMetricDataMax));
  }
  const Seconds now = services.clock.Now() / 1'000'000;
  observe::Observations values;
  if (request.metric_data) TRY(Add(space, *request.metric_data, now, values));
  if (request.entity_metric_data) {
    for (const auto& each : *request.entity_metric_data) {
      if (each.metric_data) TRY(Add(space, *each.metric_data, now, values));
    }
  }
  TRY(services.metrics.Put(values));
  services.background.Wake();
  return PutMetricDataResponse{};
}

}  // namespace stator::cloudwatch
