#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "api/cloudwatch/types.h"
#include "base/result.h"
#include "observe/metric.h"
#include "observe/statistic.h"

// Between the words of requests and those of observe/.
namespace stator::cloudwatch {

using Dimensions = std::optional<std::vector<Dimension>>;

// In the order of their names.
std::vector<observe::Dimension> DimensionsOf(const Dimensions& dimensions);
observe::Series SeriesOf(const std::string& space, const std::string& metric,
                         const Dimensions& dimensions, const std::optional<StandardUnit>& unit);
Metric MetricOf(const observe::Series& series);
// nullopt: none that CloudWatch knows.
std::optional<StandardUnit> UnitOf(const std::string& name);

// How early values may come.
inline constexpr observe::Seconds kFutureMax = 2LL * 3600;

// Times that clients give, which may be anything, in whole seconds.
observe::Seconds SecondsOf(double time);

// A place in a list, as a token that clients hand back.
std::string TokenOf(std::size_t place);
// 0 without a token. InvalidNextToken if it is none of ours.
Result<std::size_t> PlaceOf(const std::optional<std::string>& token);

}  // namespace stator::cloudwatch
