#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "observe/statistic.h"

// Evaluates CloudWatch's expressions over metrics: + - * / and parentheses, and the functions ABS,
// AVG, CEIL, DIFF, FILL, FLOOR, MAX, METRICS, MIN, PERIOD, RATE, RUNNING_SUM and SUM.
namespace stator::observe {

using TimeSeries = std::map<Seconds, double>;

// A result that expressions can name by its id.
struct NamedSeries {
  std::string id;
  std::string label;
  Seconds period = kMinuteSeconds;
  TimeSeries values;
};

// The time range and the period of an expression.
struct Grid {
  Seconds begin = 0;
  Seconds end = 0;
  Seconds period = kMinuteSeconds;

  std::size_t points() const {
    return begin < end ? static_cast<std::size_t>((end - begin - 1) / period + 1) : 0;
  }
};

// Bounds the values that the expressions of one request may produce, intermediate ones included.
class Budget {
 public:
  explicit Budget(std::size_t most) : most_(most) {}

  // Reserves `values`. Call it before computing them. Errors: ValidationException if they are too
  // many.
  Result<> Spend(std::size_t values);

 private:
  std::size_t most_;
  std::size_t spent_ = 0;
};

// Returns the names in the expression that look like an id.
std::set<std::string> NamesIn(std::string_view expression);

// Evaluates the expression to one series, or to several if no function combines them. An operation
// has no value where an operand's value is missing. `metrics` is the result of METRICS(). `known`
// has all series that ids may name. Errors: ValidationException with the defect.
Result<std::vector<NamedSeries>> Evaluate(std::string_view expression, const Grid& grid,
                                          const std::vector<NamedSeries>& metrics,
                                          const std::map<std::string, NamedSeries>& known,
                                          Budget& budget);

}  // namespace stator::observe
