#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "capacity/heat.h"
#include "capacity/rules.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/report.h"
#include "simulate/report.h"

namespace stator::simulate {
namespace {

struct AccessSeriesReport {
  std::vector<double> asked;
  std::vector<double> served;
  std::vector<double> throttled;
  std::vector<double> capacity;
};
BOOST_DESCRIBE_STRUCT(AccessSeriesReport, (), (asked, served, throttled, capacity))

struct PartitionReport {
  std::uint32_t partition = 0;
  std::optional<std::uint32_t> parent;
  double begin = 0;
  double end = 0;
  std::string_view where;
  std::int64_t first_step = 0;
  std::vector<double> read;
  std::vector<double> write;
  std::vector<double> read_peak;
  std::vector<double> write_peak;
  std::vector<double> read_throttled;
  std::vector<double> write_throttled;
};
BOOST_DESCRIBE_STRUCT(PartitionReport, (),
                      (partition, parent, begin, end, where, first_step, read, write, read_peak,
                       write_peak, read_throttled, write_throttled))

struct ResourceSeriesReport {
  std::string_view name;
  AccessSeriesReport read;
  AccessSeriesReport write;
  std::vector<PartitionReport> partitions;
};
BOOST_DESCRIBE_STRUCT(ResourceSeriesReport, (), (name, read, write, partitions))

struct SeriesReport {
  std::int64_t step_seconds = 0;
  std::int64_t partition_step_seconds = 0;
  std::size_t partitions_left_out = 0;
  std::vector<ResourceSeriesReport> resources;
};
BOOST_DESCRIBE_STRUCT(SeriesReport, (),
                      (step_seconds, partition_step_seconds, partitions_left_out, resources))

// Rounded values keep the series short.
double Rounded(double value, double per_one) { return std::round(value * per_one) / per_one; }
double Tenths(double value) { return Rounded(value, 10); }

std::vector<double> Tenths(std::vector<double> values) {
  for (auto& value : values) value = Tenths(value);
  return values;
}

AccessSeriesReport ReportOf(const AccessSeries& series) {
  return {.asked = Tenths(series.asked),
          .served = Tenths(series.served),
          .throttled = Tenths(series.throttled),
          .capacity = series.capacity};
}

// Returns the place of a key among all keys, from 0 to 1.
double ShareAt(const Bytes& key) {
  constexpr double kAllRoutes = 18'446'744'073'709'551'616.0;  // 2^64
  return static_cast<double>(capacity::FirstRouteOf({.begin = key})) / kAllRoutes;
}

PartitionReport ReportOf(const PartitionSeries& partition, double step_seconds) {
  PartitionReport report{.partition = partition.number,
                         .parent = partition.parent,
                         .begin = ShareAt(partition.begin),
                         .end = partition.end.empty() ? 1 : ShareAt(partition.end),
                         .where = partition.where,
                         .first_step = partition.first_step};
  const auto take = [&](Access access, std::vector<double>& units, std::vector<double>& peak,
                        std::vector<double>& throttled) {
    const auto side = capacity::Place(access);
    const auto bound = static_cast<double>(capacity::kPartitionUnits[side]);
    for (const auto& cell : partition.cells) {
      units.push_back(Tenths(cell[side].units / step_seconds));
      peak.push_back(Rounded(cell[side].peak / bound, 1000));
      throttled.push_back(Tenths(cell[side].throttled));
    }
  };
  take(Access::kRead, report.read, report.read_peak, report.read_throttled);
  take(Access::kWrite, report.write, report.write_peak, report.write_throttled);
  return report;
}

SeriesReport ReportOf(const SimulationSeries& series, std::int64_t seconds) {
  SeriesReport report{.step_seconds = series.step_seconds,
                      .partition_step_seconds = series.partition_step_seconds,
                      .partitions_left_out = series.partitions_left_out};
  const auto step = static_cast<double>(std::min(series.partition_step_seconds, seconds));
  for (const auto& resource : series.resources) {
    auto& added = report.resources.emplace_back();
    added.name = resource.name;
    added.read = ReportOf(resource.access[capacity::Place(Access::kRead)]);
    added.write = ReportOf(resource.access[capacity::Place(Access::kWrite)]);
    for (const auto& partition : resource.partitions) {
      added.partitions.push_back(ReportOf(partition, step));
    }
  }
  return report;
}

struct SimulationReport {
  std::string_view model;
  std::string_view profile;
  std::int64_t seconds = 0;
  std::uint64_t seed = 0;
  std::string_view prices;
  int attempts = 0;
  double requests = 0;
  double retries = 0;
  double throttled = 0;
  double failed = 0;
  double waiting = 0;
  double dollars = 0;
  double dollars_per_month = 0;
  std::span<const PatternOutcome> patterns;
  std::span<const ThrottledBound> throttles;
  std::span<const BusyKeyOutcome> busiest_keys;
  std::size_t splits_total = 0;
  std::span<const SplitOutcome> splits;
  std::size_t scalings_total = 0;
  std::span<const ScalingOutcome> scalings;
  std::span<const HeldOutcome> decreases_held;
  std::span<const ResourceOutcome> resources;
  std::span<const std::string> notes;
  SeriesReport series;
};
BOOST_DESCRIBE_STRUCT(SimulationReport, (),
                      (model, profile, seconds, seed, prices, attempts, requests, retries,
                       throttled, failed, waiting, dollars, dollars_per_month, patterns, throttles,
                       busiest_keys, splits_total, splits, scalings_total, scalings, decreases_held,
                       resources, notes, series))

}  // namespace

std::string SimulationJson(const SimulationAnswer& answer) {
  const auto& result = answer.result;
  const auto sum = result.Sum();
  const SimulationReport report{.model = answer.model,
                                .profile = answer.profile,
                                .seconds = answer.seconds,
                                .seed = answer.seed,
                                .prices = price::NameText(answer.prices),
                                .attempts = answer.attempts,
                                .requests = sum.requests,
                                .retries = sum.retries,
                                .throttled = sum.throttled,
                                .failed = sum.failed,
                                .waiting = result.waiting,
                                .dollars = result.Dollars(),
                                .dollars_per_month = answer.MonthlyDollars(),
                                .patterns = result.patterns,
                                .throttles = result.throttles,
                                .busiest_keys = result.busy_keys,
                                .splits_total = result.splits_total,
                                .splits = result.splits,
                                .scalings_total = result.scalings_total,
                                .scalings = result.scalings,
                                .decreases_held = result.held,
                                .resources = result.resources,
                                .notes = result.notes,
                                .series = ReportOf(result.series, answer.seconds)};
  return json::ToJson(report, json::Doubles::kMillionths) + "\n";
}

}  // namespace stator::simulate
