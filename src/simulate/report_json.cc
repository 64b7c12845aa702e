#include <span>
#include <string_view>

#include "json/describe.h"
#include "json/to_json.h"
#include "price/report.h"
#include "simulate/report.h"

namespace stator::simulate {
namespace {

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
};
BOOST_DESCRIBE_STRUCT(SimulationReport, (),
                      (model, profile, seconds, seed, prices, attempts, requests, retries,
                       throttled, failed, waiting, dollars, dollars_per_month, patterns, throttles,
                       busiest_keys, splits_total, splits, scalings_total, scalings, decreases_held,
                       resources, notes))

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
                                .notes = result.notes};
  return json::ToJson(report, json::Doubles::kMillionths) + "\n";
}

}  // namespace stator::simulate
