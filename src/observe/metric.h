#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/durations.h"

// CloudWatch's names: metrics, their dimensions, and the series that both identify.
namespace stator::observe {

inline constexpr std::string_view kDynamoSpace = "AWS/DynamoDB";

// Service time in whole minutes since the epoch: the resolution of everything observed.
using Minute = std::int64_t;
inline Minute MinuteOf(TimeMicros time) { return time / kMinute; }

// The metrics of AWS/DynamoDB that metrics.inc lists.
enum class Metric : std::uint8_t {
#define OBSERVED(id, name, unit, part) k##id,
#include "observe/metrics.inc"
#undef OBSERVED
};

std::string_view NameOf(Metric metric);
std::string_view UnitOf(Metric metric);

// Returns "I" for "…:table/T/index/I"; empty if the ARN names no index.
std::string_view IndexInArn(std::string_view arn);

// Selects one of a metric's series. An empty member is no dimension of it.
struct Place {
  std::string_view table;
  std::string_view part;  // a global index or a stream's label, depending on the metric
  std::string_view operation;
};

// A dimension of a series, such as TableName and its value.
struct Dimension {
  std::string name;
  std::string value;
  auto operator<=>(const Dimension&) const = default;
};

// Identifies a series of values. Values with another unit belong to another series.
struct Series {
  std::string space;  // CloudWatch's namespace
  std::string metric;
  std::vector<Dimension> dimensions;  // by name
  std::string unit;
  auto operator<=>(const Series&) const = default;
};

// Returns the series of `metric` at `place`.
Series SeriesOf(Metric metric, const Place& place);

// The stored form of a series. Decoding removes it from the front; nullopt for other bytes.
Bytes EncodeSeries(const Series& series);
std::optional<Series> DecodeSeries(BytesView& bytes);

}  // namespace stator::observe
