#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "observe/statistic.h"

// CloudWatch's expressions over metrics: + - * / and parentheses, and the functions ABS, AVG, CEIL,
// DIFF, FILL, FLOOR, MAX, METRICS, MIN, PERIOD, RATE, RUNNING_SUM and SUM.
namespace stator::observe {

using TimeSeries = std::map<Seconds, double>;

// A result that expressions may name.
struct NamedSeries {
  std::string id;
  std::string label;
  Seconds period = kMinuteSeconds;
  TimeSeries values;
};

// The period for which an expression is evaluated, and the times that it covers.
struct Grid {
  Seconds begin = 0;
  Seconds end = 0;
  Seconds period = kMinuteSeconds;
};

// What the expression comes to: one series, or several where it takes none together. Where one of
// two values is missing there is none. `metrics` are what METRICS() stands for, `known` all that
// ids may name. ValidationException says what is wrong with it.
Result<std::vector<NamedSeries>> Evaluate(std::string_view expression, const Grid& grid,
                                          const std::vector<NamedSeries>& metrics,
                                          const std::map<std::string, NamedSeries>& known);

}  // namespace stator::observe
