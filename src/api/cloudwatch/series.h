#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "api/cloudwatch/types.h"
#include "base/result.h"
#include "observe/metric.h"
#include "observe/statistic.h"

// Converts between the types of requests and those of observe/.
namespace stator::cloudwatch {

using Dimensions = std::optional<std::vector<Dimension>>;

// Returns the dimensions in the order of their names.
std::vector<observe::Dimension> DimensionsOf(const Dimensions& dimensions);
// Converts a metric of a request to a series, and back.
observe::Series SeriesOf(const std::string& space, const std::string& metric,
                         const Dimensions& dimensions, const std::optional<StandardUnit>& unit);
Metric MetricOf(const observe::Series& series);
// nullopt: CloudWatch knows no such unit.
std::optional<StandardUnit> UnitOf(const std::string& name);

// Values may be dated this far in the future.
inline constexpr observe::Seconds kFutureMax = 2LL * 3600;

// Converts a client's time, which may be any number, to whole seconds.
observe::Seconds SecondsOf(double time);

// Encodes a position in a list as a token for clients.
std::string TokenOf(std::size_t place);
// Decodes such a token; 0 without one. Errors: InvalidNextToken if the token is not ours.
Result<std::size_t> PlaceOf(const std::optional<std::string>& token);

}  // namespace stator::cloudwatch
