// Units are conserved, whatever is counted and in which order.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/clock.h"
#include "base/stable_order.h"
#include "capacity/account.h"
#include "capacity/governor.h"
#include "capacity/meter.h"

namespace stator::capacity {
namespace {

constexpr TimeMicros kMinute = 60'000'000;

using Units = std::array<table::HalfUnits, 2>;

struct Request {
  std::size_t table = 0;
  std::string operation;
  Access access = Access::kRead;
  AccessForm::Form form = AccessForm::Form::kItem;
  std::string partition;
  std::string sort;
  std::vector<std::pair<std::size_t, table::HalfUnits>> claims;  // 0: the table, else its indexes
  TimeMicros now = 0;
};

const std::vector<std::string>& Words() {
  static const std::vector<std::string> words = {
      "CUST", "ORDER", "alice",   "bob", "carol", "dave", "erin",  "42",  "2026-11-16",
      "a1b2", "",      "SHIPPED", "x-1", "Ünï",   "*",    "frank", "OPEN"};
  return words;
}

// Most keys share few prefixes and have many words, so that prefixes fold, and those below them
// too.
std::string Key() {
  std::string key;
  const auto parts = *rc::gen::inRange(1, 4);
  for (int i = 0; i < parts; ++i) {
    if (i > 0) key += *rc::gen::weightedElement<char>({{8, '#'}, {1, '|'}, {1, ':'}, {1, '/'}});
    key += *rc::gen::weightedOneOf<std::string>(
        {{1, rc::gen::elementOf(Words())},
         {3, rc::gen::container<std::string>(1, rc::gen::inRange('A', 'Z'))},
         {3, rc::gen::container<std::string>(1, rc::gen::inRange('a', 'j'))}});
  }
  return key;
}

Request Arbitrary() {
  Request request;
  request.table = *rc::gen::inRange<std::size_t>(0, 2);
  request.operation = *rc::gen::element<std::string>("GetItem", "PutItem");
  request.access = *rc::gen::element(Access::kRead, Access::kWrite);
  request.form = *rc::gen::weightedElement<AccessForm::Form>({{10, AccessForm::Form::kItem},
                                                              {1, AccessForm::Form::kPrefix},
                                                              {1, AccessForm::Form::kWhole}});
  request.partition = Key();
  if (*rc::gen::inRange(0, 4) == 0) request.sort = Key();
  const auto claims = *rc::gen::inRange(0, 4);
  for (int i = 0; i < claims; ++i) {
    request.claims.emplace_back(*rc::gen::inRange<std::size_t>(0, 3),
                                *rc::gen::inRange<table::HalfUnits>(0, 100));
  }
  request.now = *rc::gen::inRange<TimeMicros>(0, 5000) * kMinute;
  return request;
}

std::vector<Request> Requests() {
  const auto count = *rc::gen::inRange<std::size_t>(0, 300);
  return *rc::gen::container<std::vector<Request>>(count, rc::gen::exec(Arbitrary));
}

std::vector<catalog::TablePtr> Tables() {
  std::vector<catalog::TablePtr> tables;
  for (int i = 0; i < 3; ++i) {
    catalog::TableSettings settings;
    settings.name = "table" + std::to_string(i);
    settings.billing = catalog::BillingMode::kPayPerRequest;
    for (const auto* name : {"GSI1", "GSI2"}) settings.indexes.push_back({.name = name});
    tables.push_back(std::make_shared<const catalog::Table>(settings));
  }
  return tables;
}

// Counts through the meter, as the server does.
AccountUse Count(const std::vector<Request>& requests, bool ordered_times) {
  static const auto tables = Tables();
  Account account(0);
  Governor governor;
  const ManualServiceClock clock(0);
  Meter meter(governor, clock, catalog::CapacityMode::kOff);
  meter.Add(account);
  TimeMicros now = 0;
  for (const Request& request : requests) {
    now = ordered_times ? std::max(now, request.now) : 0;
    const catalog::Table& table = *tables[request.table];
    std::vector<Claim> claims;
    for (const auto& [index, units] : request.claims) {
      claims.push_back({.index = index == 0 ? nullptr : &table->indexes[index - 1],
                        .key = request.partition,
                        .units = units});
    }
    meter.Charge({.table = table,
                  .operation = request.operation,
                  .access = request.access,
                  .claims = claims,
                  .access_form = {.form = request.form,
                                  .index = {},
                                  .partition = request.partition,
                                  .sort = request.sort},
                  .now = now});
  }
  return account.Read(5000 * kMinute);
}

void Add(const PatternCounts& counts, Units& sum) {
  for (const auto& cell : counts.cells) {
    for (std::size_t i = 0; i < 2; ++i) sum[i] += cell.units[i];
  }
}

RC_GTEST_PROP(Account, UnitsAreConserved, ()) {
  const auto requests = Requests();
  Units given = {};
  for (const Request& request : requests) {
    for (const auto& claim : request.claims) {
      given[static_cast<std::size_t>(request.access)] += claim.second;
    }
  }
  Units by_pattern = {};
  Units by_resource = {};
  Units by_minute = {};
  std::uint64_t counted = 0;
  for (const auto& table : Count(requests, true).tables) {
    for (const auto& use : table.patterns) {
      Add(use.counts, by_pattern);
      counted += use.counts.requests;
    }
    Add(table.other, by_pattern);
    counted += table.other.requests;
    for (const auto& resource : table.resources) {
      for (std::size_t i = 0; i < 2; ++i) {
        by_resource[i] += resource.charged[0].on_demand[i];
        for (const auto& slot : resource.rates[i].slots()) by_minute[i] += slot.units;
      }
    }
  }
  RC_ASSERT(by_pattern == given);
  RC_ASSERT(by_resource == given);
  RC_ASSERT(by_minute == given);
  RC_ASSERT(counted == requests.size());
}

std::map<std::string, PatternCounts> PatternsOf(const AccountUse& use) {
  std::map<std::string, PatternCounts> all;
  for (const auto& table : use.tables) {
    for (const auto& pattern : table.patterns) {
      auto counts = pattern.counts;
      counts.cells.clear();  // the order of requests decides the resources' indexes
      all[table.name + " " + pattern.pattern.Text() +
          std::to_string(static_cast<int>(pattern.pattern.form))] = counts;
    }
  }
  return all;
}

RC_GTEST_PROP(Account, PatternsDoNotDependOnTheOrderOfRequests, ()) {
  const auto requests = Requests();
  const auto keys =
      *rc::gen::container<std::vector<int>>(requests.size(), rc::gen::inRange(0, 1'000'000));
  std::vector<std::size_t> order(requests.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  StableSortBy(order, [&](std::size_t i) { return keys[i]; });
  std::vector<Request> shuffled;
  for (const auto i : order) shuffled.push_back(requests[i]);
  const auto one = Count(requests, false);
  const auto other = Count(shuffled, false);
  for (const auto& table : one.tables) RC_PRE(table.other.requests == 0);
  for (const auto& table : other.tables) RC_PRE(table.other.requests == 0);
  RC_ASSERT(PatternsOf(one) == PatternsOf(other));
}

RC_GTEST_PROP(Account, StaysWithinItsBounds, ()) {
  Account account(0);
  const auto tables = Tables();
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  std::uint64_t state = seed;
  const auto next = [&state](std::uint64_t bound) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33U) % bound;
  };
  for (int i = 0; i < 2000; ++i) {
    std::string key;
    for (int part = 0; part < 4; ++part) {
      key += static_cast<char>('A' + next(16));
      key += '#';
    }
    const Claim claim{.key = key, .units = 1};
    account.Used({.table = *tables[0],
                  .operation = "GetItem",
                  .claims = {&claim, 1},
                  .access_form = {.partition = key},
                  .now = static_cast<TimeMicros>(next(100'000)) * kMinute});
  }
  const auto use = account.Read(0);
  RC_ASSERT(use.tables[0].patterns.size() <= kTablePatternsMax);
  RC_ASSERT(use.tables[0].resources[0].rates[0].slots().size() <= kSlotsMax);
}

}  // namespace
}  // namespace stator::capacity
