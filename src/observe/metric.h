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

// What CloudWatch calls things: metrics, their dimensions, and the series that both make.
namespace stator::observe {

inline constexpr std::string_view kDynamoSpace = "AWS/DynamoDB";

// Service time in whole minutes since the epoch: the resolution of everything observed.
using Minute = std::int64_t;
inline Minute MinuteOf(TimeMicros time) { return time / kMinute; }

enum class Metric : std::uint8_t {
#define OBSERVED(id, name, unit, part) k##id,
#include "observe/metrics.inc"
#undef OBSERVED
};

std::string_view NameOf(Metric metric);
std::string_view UnitOf(Metric metric);

// "…:table/T/index/I": I; empty if it is no index's ARN.
std::string_view IndexInArn(std::string_view arn);

// Which of a metric's series is meant; what is empty is no dimension of it.
struct Place {
  std::string_view table;
  std::string_view part;  // a global index or a stream's label, as the metric has it
  std::string_view operation;
};

struct Dimension {
  std::string name;
  std::string value;
  auto operator<=>(const Dimension&) const = default;
};

// A series of values. Values of another unit are another series.
struct Series {
  std::string space;  // CloudWatch's namespace
  std::string metric;
  std::vector<Dimension> dimensions;  // by name
  std::string unit;
  auto operator<=>(const Series&) const = default;
};

Series SeriesOf(Metric metric, const Place& place);

Bytes EncodeSeries(const Series& series);
std::optional<Series> DecodeSeries(BytesView& bytes);

}  // namespace stator::observe
