#include "simulate/report.h"

#include <cmath>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/time_text.h"
#include "price/columns.h"
#include "price/money.h"

namespace stator::simulate {
namespace {

using price::AmountText;
using price::Columns;
using price::MoneyText;

constexpr std::size_t kLinesInText = 20;

// The time since the beginning: "14:30". On later days: "1d 02:00".
std::string ClockText(std::int64_t second) {
  const auto time =
      fmt::format("{:02}:{:02}", second % kDaySeconds / kHourSeconds, second % kHourSeconds / 60);
  return second < kDaySeconds ? time : fmt::format("{}d {}", second / kDaySeconds, time);
}

std::string Count(double number) { return AmountText(std::round(number)); }

std::string PercentText(double part, double whole) {
  if (part <= 0 || whole <= 0) return "";
  const double percent = 100 * part / whole;
  return percent < 0.1 ? "< 0.1 %" : fmt::format("{:.1f} %", percent);
}

std::string_view WhyText(capacity::HeatSplit::Why why) {
  return why == capacity::HeatSplit::Why::kHeat ? "heat" : "growth";
}

void AddPatterns(const SimulationResult& result, std::string& out) {
  Columns columns({{14, false}, {14}, {14}, {14}, {14}, {10}, {40, false}});
  columns.Add({"pattern", "requests", "throttled", "retries", "failed", "", ""});
  for (const auto& pattern : result.patterns) {
    columns.Add({pattern.stream_consumer ? pattern.id + " (stream)" : pattern.id,
                 Count(pattern.requests), Count(pattern.throttled), Count(pattern.retries),
                 Count(pattern.failed), PercentText(pattern.failed, pattern.requests),
                 pattern.text.empty() ? "" : "  " + pattern.text});
  }
  out += columns.Text();
}

std::string RetriesText(const SimulationAnswer& answer) {
  const auto sum = answer.result.Sum();
  if (answer.attempts == 1) return "Throttled requests were not retried.\n";
  auto text = fmt::format("Retries, up to {} attempts a request, added {} requests",
                          answer.attempts, Count(sum.retries));
  if (sum.retries > 0) text += fmt::format(" ({} more)", PercentText(sum.retries, sum.requests));
  text += fmt::format("; {} failed in the end", Count(sum.failed));
  if (answer.result.waiting > 0) {
    text += fmt::format(" and {} still waited", Count(answer.result.waiting));
  }
  return text + ".\n";
}

std::string CapacityText(const ResourceOutcome& resource, const AccessOutcome& side) {
  return resource.on_demand ? "on-demand" : Count(side.provisioned);
}

void AddResources(const SimulationResult& result, std::string& out) {
  Columns columns({{24, false}, {7, false}, {12}, {14}, {16}, {12}, {12}});
  columns.Add(
      {"table or index", "", "capacity/s", "asked at peak", "units used", "partitions", "cost"});
  for (const auto& resource : result.resources) {
    const auto partitions =
        resource.partitions_first == resource.partitions_last
            ? fmt::format("{}", resource.partitions_last)
            : fmt::format("{} -> {}", resource.partitions_first, resource.partitions_last);
    columns.Add({resource.name, "reads", CapacityText(resource, resource.reads),
                 Count(resource.reads.peak_asked_per_second), Count(resource.reads.units),
                 partitions, MoneyText(resource.reads.dollars)});
    columns.Add({"", "writes", CapacityText(resource, resource.writes),
                 Count(resource.writes.peak_asked_per_second), Count(resource.writes.units), "",
                 MoneyText(resource.writes.dollars)});
    columns.Add({"", "storage", "", "", "", "", MoneyText(resource.storage_dollars)});
  }
  out += columns.Text();
}

void AddThrottles(const SimulationAnswer& answer, std::string& out) {
  const auto& result = answer.result;
  if (result.throttles.empty()) {
    out += "Nothing was throttled.\n";
    return;
  }
  Columns columns({{24, false}, {44, false}, {14}, {18}});
  columns.Add({"throttled by", "reason", "attempts", "from - to"});
  for (const auto& bound : result.throttles) {
    columns.Add(
        {bound.resource, bound.reason, Count(bound.attempts),
         fmt::format("{} - {}", ClockText(bound.first_second), ClockText(bound.last_second))});
  }
  out += columns.Text() + RetriesText(answer);
}

void AddKeys(const SimulationResult& result, std::string& out) {
  if (result.busy_keys.empty()) return;
  Columns columns({{24, false}, {8, false}, {40, false}, {16}, {14}});
  columns.Add({"busiest keys", "", "", "units/s at peak", "throttled"});
  for (const auto& key : result.busy_keys) {
    columns.Add({key.resource, key.access == capacity::Access::kRead ? "reads" : "writes", key.key,
                 Count(key.peak_units_per_second), Count(key.throttled)});
  }
  out += '\n' + columns.Text();
}

void AddScalings(const SimulationResult& result, std::string& out) {
  if (result.scalings.empty()) return;
  Columns columns({{10, false}, {24, false}, {8, false}, {30, false}});
  columns.Add({"scaling", "", "", ""});
  for (std::size_t i = 0; i < result.scalings.size() && i < kLinesInText; ++i) {
    const auto& each = result.scalings[i];
    columns.Add({ClockText(each.second), each.resource,
                 each.access == capacity::Access::kRead ? "reads" : "writes",
                 fmt::format("{} -> {}", each.from, each.to)});
  }
  out += '\n' + columns.Text();
  if (result.scalings_total > kLinesInText) {
    out += fmt::format("… and {} more.\n", result.scalings_total - kLinesInText);
  }
}

void AddHeld(const SimulationResult& result, std::string& out) {
  if (result.held.empty()) return;
  Columns columns({{34, false}, {8, false}, {10}, {18}});
  columns.Add({"decreases held back", "", "minutes", "from - to"});
  for (const auto& each : result.held) {
    columns.Add(
        {each.resource, each.access == capacity::Access::kRead ? "reads" : "writes",
         fmt::format("{}", each.minutes),
         fmt::format("{} - {}", ClockText(each.first_second), ClockText(each.last_second))});
  }
  out += '\n' + columns.Text();
  out += fmt::format(
      "A table or index has {} decreases a day (UTC), and then one for each hour without any.\n",
      limits::kDecreasesMax);
}

void AddSplits(const SimulationResult& result, std::string& out) {
  if (result.splits.empty()) return;
  Columns columns({{10, false}, {24, false}, {8, false}, {40, false}});
  columns.Add({"splits", "", "", ""});
  for (std::size_t i = 0; i < result.splits.size() && i < kLinesInText; ++i) {
    const auto& split = result.splits[i];
    columns.Add(
        {ClockText(split.second), split.resource, std::string(WhyText(split.why)), split.where});
  }
  out += '\n' + columns.Text();
  if (result.splits_total > kLinesInText) {
    out += fmt::format("… and {} more.\n", result.splits_total - kLinesInText);
  }
}

}  // namespace

double SimulationAnswer::MonthlyDollars() const {
  return result.Dollars() * prices.month_hours * kHourSeconds / static_cast<double>(seconds);
}

std::string SimulationText(const SimulationAnswer& answer) {
  auto out = fmt::format("{}: {}, profile {}\n\n", answer.model,
                         DurationText(answer.seconds * 1'000'000), answer.profile);
  AddPatterns(answer.result, out);
  out += '\n';
  AddThrottles(answer, out);
  AddKeys(answer.result, out);
  AddSplits(answer.result, out);
  AddScalings(answer.result, out);
  AddHeld(answer.result, out);
  out += '\n';
  AddResources(answer.result, out);
  out +=
      fmt::format("\nCost: {}, which is {} a month ({}, {}).\n", MoneyText(answer.result.Dollars()),
                  MoneyText(answer.MonthlyDollars()), answer.prices.region, answer.prices.date);
  for (const auto& note : answer.result.notes) out += note + '\n';
  return out;
}

}  // namespace stator::simulate
