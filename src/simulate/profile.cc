#include "simulate/profile.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/durations.h"
#include "base/text.h"
#include "base/time_text.h"

namespace stator::simulate {
namespace {

constexpr std::int64_t kMinuteSeconds = 60;
constexpr std::int64_t kDayMinutes = kDaySeconds / kMinuteSeconds;
constexpr double kNight = 0.4;  // of the average; for peaks so high that nights must be low

double PeakOf(const model::Pattern& pattern, double otherwise) {
  if (pattern.peak_per_second > pattern.per_second) return pattern.peak_per_second;
  return pattern.per_second * otherwise;
}

// Rises from 0 at night to 1 at the busiest time. A greater `power` makes that time shorter.
double Curve(std::int64_t minute, double power) {
  const double hour = static_cast<double>(minute) / 60;
  const double angle = 2 * std::numbers::pi * (hour - kBusiestHour) / 24;
  return std::pow((1 + std::cos(angle)) / 2, power);
}

double MeanOfCurve(double power) {
  double sum = 0;
  for (std::int64_t minute = 0; minute < kDayMinutes; ++minute) sum += Curve(minute, power);
  return sum / static_cast<double>(kDayMinutes);
}

// Returns the power at which the curve has the given mean. REQUIRES: a mean from 0 to 0.5.
double PowerFor(double mean) {
  constexpr int kSteps = 40;
  constexpr double kPowerMax = 1000;
  double low = 1;
  double high = kPowerMax;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = std::sqrt(low * high);
    (MeanOfCurve(middle) > mean ? low : high) = middle;
  }
  return low;
}

std::vector<std::string_view> Cells(std::string_view line) {
  auto cells = SplitAt(',', line);
  for (auto& cell : cells) cell = Trimmed(cell, " ");
  return cells;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::optional<double> NumberIn(std::string_view cell) {
  const auto value = ParseNumber<double>(cell);
  return value && *value >= 0 && *value <= kFactorMax ? value : std::nullopt;
}

// Reads a time of the table: seconds, "90", or a duration, "1h30m".
std::optional<std::int64_t> SecondIn(std::string_view cell) {
  const auto second = ParseNumber<std::int64_t>(cell);
  if (second && *second >= 0) return second;
  if (const auto duration = ParseDuration(cell)) return *duration / 1'000'000;
  return std::nullopt;
}

// Returns the pattern of each column. nullopt: the column applies to all patterns.
Result<std::vector<std::optional<std::size_t>>> ColumnsOf(const model::Model& model,
                                                          std::string_view header) {
  const auto cells = Cells(header);
  if (cells.size() < 2 || cells[0] != "time") {
    return FailInvalid("A profile begins with a line such as time,factor or time,P1,P2.");
  }
  std::vector<std::optional<std::size_t>> columns;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (cells[i] == "factor") {
      columns.emplace_back();
      continue;
    }
    const auto found = std::ranges::find(model.patterns, cells[i], &model::Pattern::id);
    if (found == model.patterns.end()) {
      return FailInvalid(fmt::format("The model has no pattern '{}', which the profile names.",
                                     cells[i].substr(0, 64)));
    }
    columns.emplace_back(static_cast<std::size_t>(found - model.patterns.begin()));
  }
  return columns;
}

}  // namespace

Profile Profile::Even(const model::Model& model) {
  Profile profile;
  profile.name_ = "even";
  for (const auto& pattern : model.patterns) {
    profile.steps_.push_back({{0, pattern.per_second}});
  }
  return profile;
}

Profile Profile::Diurnal(const model::Model& model) {
  Profile profile;
  profile.name_ = "diurnal";
  profile.period_seconds_ = kDaySeconds;
  for (const auto& pattern : model.patterns) {
    const double average = pattern.per_second;
    const double peak = PeakOf(pattern, kDiurnalPeak);
    // The mean of the plain curve is one half: it swings as far below the average as above it.
    const double night = std::max(2 * average - peak, std::min(kNight * average, peak));
    const double power = peak > night && 2 * average - peak < night
                             ? PowerFor((average - night) / (peak - night))
                             : 1;
    std::vector<Step> steps;
    for (std::int64_t minute = 0; minute < kDayMinutes; ++minute) {
      steps.push_back({minute * kMinuteSeconds, night + (peak - night) * Curve(minute, power)});
    }
    profile.steps_.push_back(std::move(steps));
  }
  return profile;
}

Profile Profile::Spike(const model::Model& model, std::int64_t seconds) {
  Profile profile;
  profile.name_ = "spike";
  for (const auto& pattern : model.patterns) {
    profile.steps_.push_back({{0, pattern.per_second},
                              {seconds / 2, PeakOf(pattern, kSpikePeak)},
                              {seconds / 2 + kSpikeSeconds, pattern.per_second}});
  }
  return profile;
}

Result<Profile> Profile::FromTable(const model::Model& model, std::string_view text) {
  const auto lines = Lines(text);
  if (lines.empty()) return FailInvalid("The profile is empty.");
  if (lines.size() > kProfileLinesMax) {
    return FailInvalid(fmt::format("A profile has at most {} lines.", kProfileLinesMax));
  }
  const auto columns = TRY(ColumnsOf(model, lines[0]));
  Profile profile = Even(model);
  profile.name_ = "file";
  std::int64_t last = -1;
  for (std::size_t number = 1; number < lines.size(); ++number) {
    if (lines[number].empty()) continue;
    const auto cells = Cells(lines[number]);
    const auto second = SecondIn(cells[0]);
    if (!second || *second <= last || cells.size() != columns.size() + 1) {
      return FailInvalid(fmt::format(
          "Line {} of the profile must have {} columns, and its time must follow the time of the "
          "line before.",
          number + 1, columns.size() + 1));
    }
    last = *second;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto factor = NumberIn(cells[i + 1]);
      if (!factor) {
        return FailInvalid(
            fmt::format("'{}' in line {} of the profile is not a factor from 0 to "
                        "{}.",
                        cells[i + 1].substr(0, 64), number + 1, kFactorMax));
      }
      for (std::size_t p = 0; p < profile.steps_.size(); ++p) {
        if (columns[i].value_or(p) != p) continue;
        profile.steps_[p].push_back({*second, model.patterns[p].per_second * *factor});
      }
    }
  }
  return profile;
}

double Profile::Rate(std::size_t pattern, std::int64_t second) const {
  if (pattern >= steps_.size() || steps_[pattern].empty()) return 0;
  if (period_seconds_ > 0) second %= period_seconds_;
  const auto& steps = steps_[pattern];
  const auto after = std::ranges::upper_bound(steps, second, {}, &Step::from);
  return after == steps.begin() ? steps.front().rate : std::prev(after)->rate;
}

}  // namespace stator::simulate
