// Compares the governor's grants, over random traffic and times, with rates and bursts.

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/durations.h"
#include "capacity/governor.h"
#include "capacity/testing.h"

namespace stator::capacity {
namespace {

using table::HalfUnits;

constexpr std::size_t kKeys = 6;

struct Request {
  TimeMicros wait = 0;  // since the previous request
  std::size_t key = 0;
  bool write = false;
  bool split = false;  // split at its key before the request
  HalfUnits units = 1;
};

rc::Gen<Request> AnyRequest() {
  return rc::gen::build<Request>(
      rc::gen::set(&Request::wait, rc::gen::weightedOneOf<TimeMicros>(
                                       {{6, rc::gen::inRange<TimeMicros>(0, 20'000)},
                                        {2, rc::gen::inRange<TimeMicros>(0, 3 * kSecond)},
                                        {1, rc::gen::inRange<TimeMicros>(0, 2000 * kSecond)}})),
      rc::gen::set(&Request::key, rc::gen::inRange<std::size_t>(0, kKeys)),
      rc::gen::set(&Request::write, rc::gen::arbitrary<bool>()),
      rc::gen::set(&Request::split, rc::gen::weightedElement<bool>({{15, false}, {1, true}})),
      rc::gen::set(&Request::units,
                   rc::gen::weightedOneOf<HalfUnits>({{4, rc::gen::inRange<HalfUnits>(1, 9)},
                                                      {2, rc::gen::inRange<HalfUnits>(1, 3000)}})));
}

std::vector<Bytes> AllKeys() {
  std::vector<Bytes> keys;
  for (std::size_t i = 0; i < kKeys; ++i) keys.push_back(testing::KeyOf(std::to_string(i)));
  return keys;
}

struct Grant {
  TimeMicros at = 0;
  HalfUnits units = 0;
};

// In no window may the grants exceed the window's units, the burst before it, and one request.
void CheckWindows(const std::vector<Grant>& grants, HalfUnits per_second, std::int64_t seconds) {
  for (std::size_t first = 0; first < grants.size(); ++first) {
    HalfUnits sum = 0;
    for (std::size_t last = first; last < grants.size(); ++last) {
      // All grants but the last one fitted.
      const auto came = per_second * (grants[last].at - grants[first].at) / kSecond + 1;
      RC_ASSERT(sum <= came + per_second * seconds);
      sum += grants[last].units;
    }
  }
}

struct Traffic {
  catalog::TableSettings settings;
  Governor governor;
  TimeMicros now = testing::kStart;
  PerAccess<std::vector<Grant>> grants;
  PerAccess<std::map<std::size_t, std::vector<Grant>>> by_key;
  PerAccess<std::uint64_t> throttled{};

  // Splits at the key, unless a partition begins there already.
  void Split(const Bytes& key) {
    const bool known = std::ranges::any_of(settings.partitions,
                                           [&](const auto& each) { return each.begin == key; });
    if (!known) testing::Split(settings, key);
  }

  void Offer(const Request& request, const std::vector<Bytes>& keys) {
    now += request.wait;
    if (request.split) Split(keys[request.key]);
    const catalog::Table table(settings);
    const auto access = request.write ? Access::kWrite : Access::kRead;
    const Claim claim{.key = keys[request.key], .units = request.units};
    if (!governor.Admit(table, access, {&claim, 1}, now).empty()) {
      ++throttled[Place(access)];
      return;
    }
    governor.Charge(table, access, {&claim, 1}, now);
    grants[Place(access)].push_back({now, request.units});
    by_key[Place(access)][request.key].push_back({now, request.units});
  }
};

HalfUnits Sum(const std::vector<Grant>& grants) {
  HalfUnits sum = 0;
  for (const auto& each : grants) sum += each.units;
  return sum;
}

RC_GTEST_PROP(CapacityProperty, NoWindowGetsMoreThanItsRateItsBurstAndOneRequest, ()) {
  const auto rate = *rc::gen::inRange<std::int64_t>(1, 2000);
  const auto requests = *rc::gen::container<std::vector<Request>>(AnyRequest());
  Traffic traffic{.settings = testing::ProvisionedTable(rate, rate)};
  const auto keys = AllKeys();
  for (const auto& request : requests) traffic.Offer(request, keys);
  for (const std::size_t place : {0, 1}) {
    CheckWindows(traffic.grants[place], Halves(rate), kBurstSeconds);
    for (const auto& [key, grants] : traffic.by_key[place]) {
      CheckWindows(grants, Halves(kPartitionUnits[place]), kPartitionSeconds);
    }
  }
}

RC_GTEST_PROP(CapacityProperty, ReportsEqualCharges, ()) {
  const bool on_demand = *rc::gen::arbitrary<bool>();
  const auto requests = *rc::gen::container<std::vector<Request>>(AnyRequest());
  Traffic traffic{.settings =
                      on_demand ? testing::OnDemandTable(2) : testing::ProvisionedTable(100, 100)};
  const auto keys = AllKeys();
  const bool splits = std::ranges::any_of(requests, &Request::split);
  for (const auto& request : requests) traffic.Offer(request, keys);
  const auto report = traffic.governor.Report(catalog::Table(traffic.settings), traffic.now);
  for (const std::size_t place : {0, 1}) {
    const auto& access = report[0].access[place];
    RC_ASSERT(access.used.total == Sum(traffic.grants[place]));
    std::uint64_t bounds = 0;
    for (const auto count : access.throttles) bounds += count;
    RC_ASSERT(bounds >= traffic.throttled[place]);
    RC_ASSERT((bounds == 0) == (traffic.throttled[place] == 0));
    HalfUnits partitions = 0;
    for (const auto& each : report[0].partitions) partitions += each.access[place].used.total;
    // A partition counts from its creation on.
    RC_ASSERT((splits ? partitions <= access.used.total : partitions == access.used.total));
  }
}

RC_GTEST_PROP(CapacityProperty, TrafficWithinCapacityIsNeverThrottled, ()) {
  const auto rate = *rc::gen::inRange<std::int64_t>(1, 1000);
  auto requests = *rc::gen::container<std::vector<Request>>(AnyRequest());
  Traffic traffic{.settings = testing::ProvisionedTable(rate, rate)};
  const auto keys = AllKeys();
  HalfUnits before = 0;
  for (auto& request : requests) {
    // Each request waits until the units of the previous one have been replenished.
    request.wait += (before * kSecond + Halves(rate) - 1) / Halves(rate);
    before = request.units;
    traffic.Offer(request, keys);
  }
  RC_ASSERT(traffic.throttled == PerAccess<std::uint64_t>{});
}

}  // namespace
}  // namespace stator::capacity
