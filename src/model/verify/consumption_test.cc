// Runs reads of every kind of plan on loaded tables. The estimated units must equal the consumed
// ones.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/time_text.h"
#include "model/language/parser.h"
#include "model/layout/render.h"
#include "model/layout/rows.h"
#include "model/plan/estimate.h"
#include "model/plan/lower.h"
#include "model/verify/reads.h"
#include "model/verify/sample_values.h"
#include "model/verify/world.h"

namespace stator::model {
namespace {

using client::Value;

constexpr std::int64_t kSecondMicros = 1'000'000;
constexpr std::int64_t kYearSeconds = 365LL * 86'400;
constexpr std::int64_t kBegin = 1'735'689'600;   // 2025-01-01, in seconds
constexpr std::int64_t kUnstatedValues = 1'000;  // of an attribute without a stated number

std::string TimeOf(std::int64_t seconds) {
  auto text = TimeText(seconds * kSecondMicros);
  text.pop_back();  // Z
  return text + ".000Z";
}

// Makes instances as evenly as the model states: the stated number, and each value equally often.
class EvenData {
 public:
  EvenData(const Model& model, const Entity& entity) : model_(model), entity_(entity) {}

  Instance Make(std::int64_t number) {
    Instance instance{.entity = &entity_, .random = static_cast<std::uint64_t>(number)};
    radix_ = 1;
    for (const bool inherited : {true, false}) {  // parents get equally many
      for (const auto& attribute : entity_.attributes) {
        if (attribute.inherited != inherited) continue;
        instance.values.insert_or_assign(attribute.name, ValueOf(attribute, number));
      }
    }
    Pad(instance);
    return instance;
  }

 private:
  // An identity takes its values from the number's digits; any other attribute takes random ones.
  std::int64_t Digit(const Attribute& attribute, std::int64_t number, std::int64_t base) {
    if (!attribute.inherited && !Contains(entity_.identity, attribute.name)) {
      return static_cast<std::int64_t>(random_.Below(static_cast<std::uint64_t>(base)));
    }
    const auto digit = number / radix_ % base;
    radix_ *= base;
    return digit;
  }

  Value ValueOf(const Attribute& attribute, std::int64_t number) {
    if (attribute.inherited) {
      const auto parents = model_.FindEntity(entity_.parent)->count;
      return Value::String(
          fmt::format("{}-{:05}", attribute.name, Digit(attribute, number, parents)));
    }
    switch (attribute.kind) {
      case Kind::kId:
        return Value::String(fmt::format("{}-{:05}", attribute.name, number));
      case Kind::kEnum:
        return Value::String(OfShares(attribute, Digit(attribute, number, 100)));
      case Kind::kDate:
        return Value::String(BucketText(TimeOf(SecondsOf(number)), Bucket::kDay));
      case Kind::kTime:
        return Value::String(TimeOf(SecondsOf(number)));
      case Kind::kNumber:
        return Value::Number(number);
      default:
        const auto values = attribute.distinct > 0 ? attribute.distinct : kUnstatedValues;
        return Value::String(
            fmt::format("{}-{:05}", attribute.name, Digit(attribute, number, values)));
    }
  }

  static std::string OfShares(const Attribute& attribute, std::int64_t percent) {
    double sum = 0;
    for (const auto& share : attribute.values) {
      sum += share.percent;
      if (static_cast<double>(percent) < sum) return share.value;
    }
    return attribute.values.back().value;
  }

  // Consecutive numbers get times that are far apart.
  std::int64_t SecondsOf(std::int64_t number) const {
    constexpr std::int64_t kPrime = 7'919;
    const auto place = number * kPrime % entity_.count;
    return kBegin + place * kYearSeconds / entity_.count;
  }

  void Pad(Instance& instance) const {
    constexpr std::string_view kFill = "_fill";
    const auto accesses = StoredRowsOf(model_, entity_);
    for (const auto& access : accesses) {
      if (!access.InTable() || access.row != StoredRow::Row::kItem) continue;
      const auto row = RowOf(accesses, access, instance);
      if (!row) continue;
      const auto missing =
          entity_.bytes - ItemBytes(*row) - static_cast<std::int64_t>(kFill.size());
      if (missing <= 0) return;
      instance.values.emplace(kFill, Value::String(std::string(missing, 'x')));
      return;
    }
  }

  const Model& model_;
  const Entity& entity_;
  std::int64_t radix_ = 1;
  Random random_{1};
};

struct Measured {
  double units = 0;
  double requests = 0;
  double items = 0;
};

class ConsumptionTest : public ::testing::Test {
 protected:
  void Load(std::string_view text) {
    auto parsed = Parse(text);
    ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
    model_ = std::move(parsed.model);
    auto opened = client::Connection::OpenMemory();
    ASSERT_TRUE(opened);
    database_.emplace(*std::move(opened));
    World world(*database_, model_, 1);
    ASSERT_TRUE(MakeTables(world));
    for (const auto& entity : model_.entities) {
      EvenData data(model_, entity);
      auto& instances = instances_[entity.name];
      for (std::int64_t i = 0; i < entity.count; ++i) instances.push_back(data.Make(i));
      const auto written = WriteRows(world, instances);
      ASSERT_TRUE(written) << written.error().message;
    }
  }

  // Returns the values of an instance that the pattern binds.
  Arguments ArgumentsOf(const Pattern& pattern, const Instance& instance) {
    Arguments arguments;
    for (const auto& binding : pattern.bindings) {
      const auto& value = instance.values.at(binding.attribute);
      arguments.bound.emplace(binding.attribute,
                              binding.value ? Value::String(*binding.value) : value);
    }
    if (pattern.range.empty()) return arguments;
    const auto& from = instance.values.at(pattern.range);
    arguments.from = from;
    const bool date = instance.entity->Find(pattern.range)->kind == Kind::kDate;
    auto to = TimeOf(ParseTime(date ? from.string() + "T00:00:00Z" : from.string()).value() /
                         kSecondMicros +
                     *pattern.range_seconds);
    arguments.to = Value::String(date ? BucketText(to, Bucket::kDay) : to);
    return arguments;
  }

  // Returns the mean over some of the callers' arguments.
  Measured Measure(const Pattern& pattern) {
    const auto lowered = LowerRead(model_, pattern, PlanRead(model_, pattern));
    const auto& instances = instances_[pattern.target.entity];
    constexpr std::size_t kAsked = 20;
    const auto step = std::max<std::size_t>(1, instances.size() / kAsked);
    Measured sum;
    double runs = 0;
    for (std::size_t i = 0; i < instances.size(); i += step + 1) {
      if (pattern.range_seconds && LateInTheYear(pattern, instances[i])) continue;
      const auto outcome =
          RunPlanned(*database_, pattern, lowered, ArgumentsOf(pattern, instances[i]));
      EXPECT_EQ(outcome.error, "") << pattern.id;
      sum.units += outcome.units;
      sum.requests += static_cast<double>(outcome.requests);
      sum.items += static_cast<double>(outcome.items.size());
      ++runs;
    }
    return {sum.units / runs, sum.requests / runs, sum.items / runs};
  }

  // Whether the window would reach beyond the data.
  static bool LateInTheYear(const Pattern& pattern, const Instance& instance) {
    return instance.values.at(pattern.range).string() > "2025-11";
  }

  void ExpectAgreement() {
    for (const auto& pattern : model_.patterns) {
      const auto cost = Estimate(model_, pattern);
      const auto measured = Measure(pattern);
      const auto what =
          fmt::format("{} {}: estimated {} RCU and {} requests, measured {} and {}, {} items",
                      pattern.id, Describe(PlanRead(model_, pattern)), cost.read_units,
                      cost.requests, measured.units, measured.requests, measured.items);
      constexpr double kNear = 0.15;
      // Each request rounds up, so the mean of rounded sizes exceeds the rounded mean by up to half
      // a step.
      const double grain = (pattern.strong ? 0.5 : 0.25) * measured.requests;
      EXPECT_NEAR(cost.read_units, measured.units, std::max(grain, kNear * measured.units)) << what;
      EXPECT_NEAR(cost.requests, measured.requests, std::max(0.5, kNear * measured.requests))
          << what;
    }
  }

  Model model_;
  std::optional<client::Connection> database_;
  std::map<std::string, std::vector<Instance>> instances_;
};

// A filter reads the whole range, however few items it returns.
TEST_F(ConsumptionTest, AFilterOverOneKeyCostsAsMuchAsAScan) {
  Load(R"(model t
table T01 (PK, SK) on-demand
entity Order 10k x 250B
  attr  orderId:id, rep, date:date
  key   ALL / {date}#{orderId}
patterns
  P1  1/s    list Order[rep] -> 10
  P2  1/day  scan Order[rep] -> 10
)");
  for (const auto& pattern : model_.patterns) {
    const auto cost = Estimate(model_, pattern);
    EXPECT_DOUBLE_EQ(cost.read_units, 306.5) << pattern.id;
    EXPECT_DOUBLE_EQ(cost.requests, 3) << pattern.id;
    EXPECT_DOUBLE_EQ(cost.items_read, 10'000) << pattern.id;
    const auto measured = Measure(pattern);
    EXPECT_DOUBLE_EQ(measured.units, 306.5) << pattern.id;
    EXPECT_DOUBLE_EQ(measured.requests, 3) << pattern.id;
    EXPECT_NEAR(measured.items, 10, 5) << pattern.id;
  }
}

// The share follows from an enum, numbers of values, shards and sparse keys.
TEST_F(ConsumptionTest, AFilterOverSomeKeysCostsTheirShare) {
  Load(R"(model t
table T01 (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
index GSI2 (GSI2PK, GSI2SK) all
index GSI3 (GSI3PK, GSI3SK) all
index GSI4 (GSI4PK, GSI4SK) include rep
entity Order 6k x 500B
  attr  orderId:id, status:enum(OPEN 10, PAID 90), region:values(10), rep, date:date
  key   ORDERS#{random(5)} / {date}#{orderId}
  GSI1  STATUS#{status} / {date}#{orderId}
  GSI2  REGION#{region} / {date}#{orderId}
  GSI3  OPEN#{shard(orderId,4)} / {date}#{orderId} when status=OPEN
  GSI4  S#{shard(orderId,3)} / STATUS#{status}#{orderId}
patterns
  P1  1/s  list Order[status=OPEN, rep] via GSI1 -> 1
  P2  1/s  list Order[status=PAID, rep] via GSI1 -> 5
  P3  1/s  list Order[region, rep] via GSI2 -> 1
  P4  1/s  list Order[status=OPEN, rep] via GSI3 -> 1
  P5  1/s  list Order[rep] via table -> 6
  P6  1/s  list Order[status=OPEN, rep] via GSI4 show rep -> 1
  P7  1/s  list Order[status=OPEN] via GSI3 -> 600
  P8  1/s  list Order[status=OPEN] asc date limit 50 via GSI3 -> 50
  P9  1/s  list Order[region] via GSI2
)");
  ExpectAgreement();
}

// The read also pays for other rows in the range.
TEST_F(ConsumptionTest, ACollectionPaysForEveryRowInTheRange) {
  Load(R"(model t
table app (PK, SK) on-demand
index Late local (total) keys
index ByRep (RPK, RSK) keys
index ByKind (kind+PK, date+SK) all
entity Customer 50 x 400B
  attr  custId:id, name
  key   CUST#{custId} / CUSTOMER
entity Order 5k x 300B in Customer(custId) 100..100
  attr  orderId:id, date:date, status:enum(OPEN 10, PAID 90), kind:values(4), rep, total:number(6)
  key   CUST#{custId} / ORDER#{kind}#{date}#{orderId}
  copy  ORDER#{orderId} / META (custId, total)
  ByRep REP#{kind}#{status} / {date}#{orderId}
entity Line 10k x 100B in Order(orderId) 2..2
  attr  lineNo:values(2), sku
  identity orderId, lineNo
  key   ORDER#{orderId} / LINE#{lineNo}
entity Note 1k x 200B in Customer(custId) 20..20
  attr  noteId:id, date:date
  key   CUST#{custId} / NOTE#{noteId}
patterns
  G1  1/s  get   Customer[custId]
  G2  1/s  get   Customer[custId] strong
  L1  1/s  list  Order[custId] -> 100
  L2  1/s  list  Order[custId] strong
  L3  1/s  list  Order[custId, kind]
  L4  1/s  list  Order[custId, rep] -> 1
  L5  1/s  list  Order[custId, kind, status=OPEN] -> 3
  L6  1/s  list  Order[custId] limit 10 -> 10
  L7  1/s  list  Order[custId, kind] range date 60d
  L8  1/s  list  Order[custId, status=OPEN] limit 5 -> 5
  L9  1/s  list  Order[custId, rep] limit 5 -> 1
  C1  1/s  get   Order[orderId] show custId, total
  F1  1/s  fetch Customer[custId] + Order + Note -> 121
  F2  1/s  fetch Order[orderId] + Line -> 3
  F3  1/s  fetch Customer[custId] + Order
  N1  1/s  list  Order[custId] desc total limit 10 via Late -> 10
  N2  1/s  list  Order[custId] via Late -> 100
  N3  1/s  list  Order[custId, rep] via Late -> 1
  I1  1/s  list  Order[kind, status=OPEN] limit 7 via ByRep -> 7
  I2  1/s  list  Order[kind, status=OPEN] show orderId via ByRep
  M1  1/s  list  Order[custId, kind] desc date limit 10 via ByKind -> 10
  M2  1/s  list  Order[custId, kind, rep] range date 60d via ByKind -> 1
  S1  1/s  scan  Order[rep] -> 5
)");
  ExpectAgreement();
}

// Each shard is a request of its own, for as many children as the fetch wants in all.
TEST_F(ConsumptionTest, AFetchOfShardedChildrenPaysForEveryShard) {
  Load(R"(model t
table app (PK, SK) on-demand
entity Ship 40 x 400B
  attr  shipId:id, name
  key   SHIP#{shipId} / SHIP
entity Event 4k x 600B in Ship(shipId) 100..100
  attr  eventId:id, date:date
  key   SHIP#{shipId}#{shard(eventId,4)} / {date}#{eventId}
entity Crew 400 x 300B in Ship(shipId) 10..10
  attr  crewId:id
  key   SHIP#{shipId} / CREW#{crewId}
patterns
  F1  1/s  fetch Ship[shipId] + Event -> 101
  F2  1/s  fetch Ship[shipId] + Event desc date limit 5 -> 6
  F3  1/s  fetch Ship[shipId] + Crew + Event -> 111
)");
  for (const auto& pattern : model_.patterns) {
    EXPECT_EQ(PlanRead(model_, pattern).children.size(), 1U) << pattern.id;
    EXPECT_DOUBLE_EQ(Estimate(model_, pattern).requests, 5) << pattern.id;
  }
  ExpectAgreement();
}

TEST_F(ConsumptionTest, AWindowCostsItsShareOfTheTime) {
  Load(R"(model t
table app (PK, SK) on-demand
entity Reading 7300 x 200B
  attr  at:time, deviceId:values(5), kind:values(2)
  identity deviceId, at
  key   DEVICE#{deviceId}#{at:day} / {at}
patterns
  R1  1/s  list  Reading[deviceId] range at 5d
  R2  1/s  list  Reading[deviceId] range at 20d
  R3  1/s  list  Reading[deviceId, kind] range at 5d
)");
  ExpectAgreement();
}

}  // namespace
}  // namespace stator::model
