#include "observe/metric_math.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"
#include "observe/texts.h"

namespace stator::observe {
namespace {

using Array = std::vector<NamedSeries>;
// A number, a text (for METRICS and FILL), one series, or several.
using MathValue = std::variant<double, std::string, NamedSeries, Array>;
using Operator = std::function<std::optional<double>(double, double)>;

std::unexpected<Error> Bad(std::string_view what) {
  return FailInvalid(fmt::format(texts::kMetricExpression, what));
}

// Removes infinite values, because no answer can contain them.
NamedSeries Finite(NamedSeries series) {
  std::erase_if(series.values, [](const auto& point) { return !std::isfinite(point.second); });
  return series;
}

NamedSeries Map(NamedSeries series, const std::function<double(double)>& change) {
  for (auto& [time, value] : series.values) value = change(value);
  return Finite(std::move(series));
}

NamedSeries Joined(const NamedSeries& left, const NamedSeries& right, const Operator& apply) {
  NamedSeries joined{.id = left.id, .label = left.label, .period = left.period};
  for (const auto& [time, value] : left.values) {
    const auto other = right.values.find(time);
    if (other == right.values.end()) continue;
    if (const auto result = apply(value, other->second)) joined.values.emplace(time, *result);
  }
  return Finite(std::move(joined));
}

NamedSeries Joined(const NamedSeries& left, double right, const Operator& apply, bool swapped) {
  NamedSeries joined{.id = left.id, .label = left.label, .period = left.period};
  for (const auto& [time, value] : left.values) {
    const auto result = swapped ? apply(right, value) : apply(value, right);
    if (result) joined.values.emplace(time, *result);
  }
  return Finite(std::move(joined));
}

Result<MathValue> Apply(const MathValue& left, const MathValue& right, const Operator& apply) {
  if (std::holds_alternative<std::string>(left) || std::holds_alternative<std::string>(right)) {
    return Bad("a text is no operand");
  }
  if (const auto* several = std::get_if<Array>(&left)) {
    Array out;
    for (const auto& each : *several) {
      auto one = TRY(Apply(each, right, apply));
      if (!std::holds_alternative<NamedSeries>(one)) return Bad("two arrays are no operands");
      out.push_back(std::get<NamedSeries>(std::move(one)));
    }
    return out;
  }
  if (const auto* several = std::get_if<Array>(&right)) {
    Array out;
    for (const auto& each : *several) {
      out.push_back(std::get<NamedSeries>(TRY(Apply(left, each, apply))));
    }
    return out;
  }
  const auto* left_number = std::get_if<double>(&left);
  const auto* right_number = std::get_if<double>(&right);
  if (left_number != nullptr && right_number != nullptr) {
    const auto result = apply(*left_number, *right_number);
    if (!result) return Bad("it divides by zero");
    if (!std::isfinite(*result)) return Bad("it has a number that is too large");
    return *result;
  }
  if (left_number != nullptr) {
    return Joined(std::get<NamedSeries>(right), *left_number, apply, true);
  }
  if (right_number != nullptr) {
    return Joined(std::get<NamedSeries>(left), *right_number, apply, false);
  }
  return Joined(std::get<NamedSeries>(left), std::get<NamedSeries>(right), apply);
}

double Combined(std::string_view name, const std::vector<double>& values) {
  if (name == "MAX") return std::ranges::max(values);
  if (name == "MIN") return std::ranges::min(values);
  double sum = 0;
  for (const double value : values) sum += value;
  return name == "AVG" ? sum / static_cast<double>(values.size()) : sum;
}

// Combines several series into one, or one series into one number.
Result<MathValue> Combine(std::string_view name, const MathValue& of) {
  if (const auto* series = std::get_if<NamedSeries>(&of)) {
    std::vector<double> values;
    for (const auto& [time, value] : series->values) values.push_back(value);
    if (values.empty()) return NamedSeries{.period = series->period};
    const double combined = Combined(name, values);
    if (!std::isfinite(combined)) return NamedSeries{.period = series->period};
    return combined;
  }
  const auto* several = std::get_if<Array>(&of);
  if (several == nullptr) return Bad(fmt::format("{} takes a metric or several", name));
  std::map<Seconds, std::vector<double>> columns;
  NamedSeries out;
  for (const auto& each : *several) {
    out.period = each.period;
    for (const auto& [time, value] : each.values) columns[time].push_back(value);
  }
  for (const auto& [time, values] : columns) out.values.emplace(time, Combined(name, values));
  return Finite(std::move(out));
}

NamedSeries Fill(NamedSeries series, const std::variant<double, bool>& with, const Grid& grid) {
  std::optional<double> last;
  auto next = series.values.begin();
  for (auto time = grid.begin; time < grid.end; time += grid.period) {
    while (next != series.values.end() && next->first < time) ++next;
    if (next != series.values.end() && next->first == time) {
      last = next->second;
    } else if (const auto* number = std::get_if<double>(&with)) {
      series.values.emplace_hint(next, time, *number);
    } else if (last) {
      series.values.emplace_hint(next, time, *last);
    }
  }
  return series;
}

// Returns each value's difference to the previous one; for RATE per second.
NamedSeries Differences(NamedSeries series, bool rate) {
  NamedSeries out{
      .id = std::move(series.id), .label = std::move(series.label), .period = series.period};
  const std::pair<const Seconds, double>* before = nullptr;
  for (const auto& point : series.values) {
    if (before != nullptr) {
      const double step = point.second - before->second;
      const auto seconds = static_cast<double>(point.first - before->first);
      out.values.emplace(point.first, rate ? step / seconds : step);
    }
    before = &point;
  }
  return Finite(std::move(out));
}

NamedSeries RunningSum(NamedSeries series) {
  double sum = 0;
  for (auto& [time, value] : series.values) value = sum += value;
  return Finite(std::move(series));
}

using Unary = NamedSeries (*)(NamedSeries);
constexpr std::pair<std::string_view, Unary> kUnary[] = {
    {"ABS",
     [](NamedSeries of) { return Map(std::move(of), [](double v) { return std::abs(v); }); }},
    {"CEIL",
     [](NamedSeries of) { return Map(std::move(of), [](double v) { return std::ceil(v); }); }},
    {"FLOOR",
     [](NamedSeries of) { return Map(std::move(of), [](double v) { return std::floor(v); }); }},
    {"DIFF", [](NamedSeries of) { return Differences(std::move(of), false); }},
    {"RATE", [](NamedSeries of) { return Differences(std::move(of), true); }},
    {"RUNNING_SUM", [](NamedSeries of) { return RunningSum(std::move(of)); }},
};

const auto* FindUnary(std::string_view name) {
  return std::ranges::find(kUnary, name, &std::pair<std::string_view, Unary>::first);
}

bool IsFunction(std::string_view name) {
  constexpr std::array<std::string_view, 7> kOthers = {"AVG", "FILL",   "MAX", "METRICS",
                                                       "MIN", "PERIOD", "SUM"};
  return FindUnary(name) != std::end(kUnary) || std::ranges::find(kOthers, name) != kOthers.end();
}

Result<MathValue> ApplyUnary(Unary function, MathValue of) {
  if (auto* series = std::get_if<NamedSeries>(&of)) return function(std::move(*series));
  auto* several = std::get_if<Array>(&of);
  if (several == nullptr) return Bad("a function of a metric was given none");
  for (auto& each : *several) each = function(std::move(each));
  return of;
}

// The cost of a copy: a series without values costs something, too.
std::size_t CostOf(std::span<const NamedSeries> several) {
  std::size_t cost = several.size();
  for (const auto& each : several) cost += each.values.size();
  return cost;
}

std::span<const NamedSeries> AllIn(const MathValue& value) {
  if (const auto* several = std::get_if<Array>(&value)) return *several;
  if (const auto* series = std::get_if<NamedSeries>(&value)) return {series, 1};
  return {};
}

bool IsIdCharacter(char character) { return IsLetterOrDigit(character) || character == '_'; }

bool IsText(const MathValue& value, std::string_view text) {
  const auto* own = std::get_if<std::string>(&value);
  return own != nullptr && *own == text;
}

// Refuses series that would exceed the largest result if they filled the grid.
Result<> SpendGrid(const Grid& grid, std::size_t series, Budget& budget) {
  const auto points = grid.points();
  if (series > 0 && points > limits::kMetricHeldMax / series) {
    return FailInvalid(fmt::format(texts::kMetricPoints, points, limits::kMetricHeldMax / series));
  }
  return budget.Spend(points * series);
}

class Parser {
 public:
  Parser(std::string_view text, const Grid& grid, const Array& metrics,
         const std::map<std::string, NamedSeries>& known, Budget& budget)
      : text_(text), grid_(grid), metrics_(metrics), known_(known), budget_(budget) {}

  Result<MathValue> Whole() {
    auto value = TRY(Sum());
    Skip();
    if (at_ < text_.size()) return Bad(fmt::format("'{}' is not understood", text_.substr(at_)));
    return value;
  }

 private:
  Result<MathValue> Operate(const MathValue& left, const MathValue& right, const Operator& apply) {
    const auto all = AllIn(left);
    const auto others = AllIn(right);
    // Each series on one side is combined with each on the other.
    TRY(budget_.Spend(CostOf(all) * std::max<std::size_t>(others.size(), 1) +
                      CostOf(others) * std::max<std::size_t>(all.size(), 1)));
    return Apply(left, right, apply);
  }

  Result<MathValue> Sum() {
    auto left = TRY(Product());
    while (true) {
      if (Take('+')) {
        left = TRY(Operate(left, TRY(Product()), [](double a, double b) { return a + b; }));
      } else if (Take('-')) {
        left = TRY(Operate(left, TRY(Product()), [](double a, double b) { return a - b; }));
      } else {
        return left;
      }
    }
  }

  Result<MathValue> Product() {
    auto left = TRY(Factor());
    while (true) {
      if (Take('*')) {
        left = TRY(Operate(left, TRY(Factor()), [](double a, double b) { return a * b; }));
      } else if (Take('/')) {
        left = TRY(Operate(left, TRY(Factor()), [](double a, double b) -> std::optional<double> {
          if (b == 0) return std::nullopt;
          return a / b;
        }));
      } else {
        return left;
      }
    }
  }

  Result<MathValue> Factor() {
    if (++depth_ > limits::kMetricExpressionDepthMax) return Bad("it is nested too deeply");
    auto value = FactorWithin();
    --depth_;
    return value;
  }

  Result<MathValue> FactorWithin() {
    Skip();
    if (Take('-')) {
      return Operate(0.0, TRY(Factor()), [](double a, double b) { return a - b; });
    }
    if (Take('(')) {
      auto value = TRY(Sum());
      if (!Take(')')) return Bad("a parenthesis is not closed");
      return value;
    }
    if (Take('[')) return List();
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) return Text();
    if (at_ < text_.size() && (std::isdigit(Next()) != 0 || text_[at_] == '.')) return Number();
    return Name();
  }

  Result<MathValue> List() {
    Array out;
    do {
      auto value = TRY(Sum());
      auto* series = std::get_if<NamedSeries>(&value);
      if (series == nullptr) return Bad("an array holds metrics");
      out.push_back(std::move(*series));
    } while (Take(','));
    if (!Take(']')) return Bad("a bracket is not closed");
    return out;
  }

  Result<MathValue> Text() {
    const auto end = text_.find(text_[at_], at_ + 1);
    if (end == text_.npos) return Bad("a text is not closed");
    std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }

  Result<MathValue> Number() {
    double number = 0;
    const auto* begin = text_.data() + at_;
    const auto read = std::from_chars(begin, text_.data() + text_.size(), number);
    if (read.ec != std::errc()) return Bad("a number cannot be read");
    at_ += static_cast<std::size_t>(read.ptr - begin);
    return number;
  }

  Result<MathValue> Name() {
    const auto begin = at_;
    while (at_ < text_.size() && IsIdCharacter(text_[at_])) ++at_;
    std::string name(text_.substr(begin, at_ - begin));
    if (name.empty()) return Bad("an operand is missing");
    if (Take('(')) return Call(name);
    if (name == "REPEAT" || name == "LINEAR") return name;
    const auto found = known_.find(name);
    if (found == known_.end()) return Bad(fmt::format("there is no metric with the id {}", name));
    TRY(budget_.Spend(CostOf({&found->second, 1})));
    return found->second;
  }

  Result<MathValue> Call(std::string_view name) {
    // The function's name is checked before its arguments, because their form may be unknown too.
    if (!IsFunction(name)) return Bad(fmt::format("the function {} is not supported", name));
    std::vector<MathValue> arguments;
    if (!Take(')')) {
      do arguments.push_back(TRY(Sum()));
      while (Take(','));
      if (!Take(')')) return Bad("a parenthesis is not closed");
    }
    if (name == "METRICS") return Metrics(arguments);
    if (name == "FILL") return Filled(arguments);
    if (arguments.size() != 1) return Bad(fmt::format("{} takes one argument", name));
    TRY(budget_.Spend(CostOf(AllIn(arguments.front()))));
    if (name == "PERIOD") return Period(arguments.front());
    const auto* unary = FindUnary(name);
    if (unary == std::end(kUnary)) return Combine(name, arguments.front());
    return ApplyUnary(unary->second, std::move(arguments.front()));
  }

  Result<MathValue> Metrics(const std::vector<MathValue>& arguments) const {
    TRY(budget_.Spend(CostOf(metrics_)));
    if (arguments.empty()) return metrics_;
    const auto* part = std::get_if<std::string>(&arguments.front());
    if (part == nullptr || arguments.size() > 1) return Bad("METRICS takes a text");
    Array out;
    for (const auto& each : metrics_) {
      if (each.id.find(*part) != std::string::npos) out.push_back(each);
    }
    return out;
  }

  Result<MathValue> Filled(std::vector<MathValue>& arguments) const {
    if (arguments.size() != 2) return Bad("FILL takes a metric and what to fill it with");
    std::variant<double, bool> with = true;
    if (const auto* number = std::get_if<double>(&arguments[1])) {
      with = *number;
    } else if (!IsText(arguments[1], "REPEAT")) {
      return Bad("FILL takes a number or REPEAT");
    }
    TRY(SpendGrid(grid_, AllIn(arguments[0]).size(), budget_));
    if (auto* series = std::get_if<NamedSeries>(&arguments[0])) {
      return Fill(std::move(*series), with, grid_);
    }
    auto* several = std::get_if<Array>(&arguments[0]);
    if (several == nullptr) return Bad("FILL takes a metric");
    for (auto& each : *several) each = Fill(std::move(each), with, grid_);
    return std::move(arguments[0]);
  }

  static Result<MathValue> Period(const MathValue& of) {
    const auto* series = std::get_if<NamedSeries>(&of);
    if (series == nullptr) return Bad("PERIOD takes a metric");
    return static_cast<double>(series->period);
  }

  void Skip() {
    while (at_ < text_.size() && std::isspace(Next()) != 0) ++at_;
  }
  bool Take(char wanted) {
    Skip();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  int Next() const { return static_cast<unsigned char>(text_[at_]); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  const Grid& grid_;
  const Array& metrics_;
  const std::map<std::string, NamedSeries>& known_;
  Budget& budget_;
};

}  // namespace

Result<> Budget::Spend(std::size_t values) {
  if (values > most_ - spent_) {
    return FailInvalid(fmt::format(texts::kMetricPoints, spent_ + values, most_));
  }
  spent_ += values;
  return {};
}

std::set<std::string> NamesIn(std::string_view expression) {
  std::set<std::string> names;
  while (!expression.empty()) {
    const char first = expression.front();
    std::size_t size = 1;
    if (first == '"' || first == '\'') {
      size = std::min(expression.find(first, 1), expression.size() - 1) + 1;
    } else if (IsIdCharacter(first)) {
      const auto* end = std::ranges::find_if_not(expression, IsIdCharacter);
      size = static_cast<std::size_t>(end - expression.begin());
      names.emplace(expression.substr(0, size));
    }
    expression.remove_prefix(size);
  }
  return names;
}

Result<std::vector<NamedSeries>> Evaluate(std::string_view expression, const Grid& grid,
                                          const std::vector<NamedSeries>& metrics,
                                          const std::map<std::string, NamedSeries>& known,
                                          Budget& budget) {
  auto value = TRY(Parser(expression, grid, metrics, known, budget).Whole());
  if (auto* several = std::get_if<Array>(&value)) return std::move(*several);
  if (auto* series = std::get_if<NamedSeries>(&value)) return Array{std::move(*series)};
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr) return Bad("it is a text");
  if (metrics.empty()) return Bad("it names no metric");
  TRY(SpendGrid(grid, 1, budget));
  NamedSeries constant{.period = grid.period};
  for (auto time = grid.begin; time < grid.end; time += grid.period) {
    constant.values.emplace_hint(constant.values.end(), time, *number);
  }
  return Array{std::move(constant)};
}

}  // namespace stator::observe
