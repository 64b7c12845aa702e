#pragma once

#include <cstddef>
#include <map>
#include <set>
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

  std::size_t points() const {
    return begin < end ? static_cast<std::size_t>((end - begin - 1) / period + 1) : 0;
  }
};

// How many values the expressions of one request may make, on their way too.
class Budget {
 public:
  explicit Budget(std::size_t most) : most_(most) {}

  // ValidationException: they are too many. To be asked before they are made.
  Result<> Spend(std::size_t values);

 private:
  std::size_t most_;
  std::size_t spent_ = 0;
};

// What the expression may name: all that is in it like an id.
std::set<std::string> NamesIn(std::string_view expression);

// What the expression comes to: one series, or several where it takes none together. Where one of
// two values is missing there is none. `metrics` are what METRICS() stands for, `known` all that
// ids may name. ValidationException says what is wrong with it.
Result<std::vector<NamedSeries>> Evaluate(std::string_view expression, const Grid& grid,
                                          const std::vector<NamedSeries>& metrics,
                                          const std::map<std::string, NamedSeries>& known,
                                          Budget& budget);

}  // namespace stator::observe
