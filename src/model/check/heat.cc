#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/language/template_parser.h"
#include "model/layout/sizes.h"
#include "model/plan/fetch_parts.h"

namespace stator::model {
namespace {

constexpr double kWritesMax = 1000;  // units a second that a partition, and so a key, can take
constexpr double kReadsMax = 3000;
// Shards never get equal loads. A shard planned for everything that a key can take would throttle.
constexpr double kPlannedShare = 0.7;

// The cures if shards do not help.
constexpr std::string_view kReadCure =
    "Shards spread writes; a read asks them all. Keep copies under several keys, of which each "
    "reader picks one, or put a cache before the table.";
constexpr std::string_view kTooManyShards =
    "The key would need more shards than allowed. Spread it over an attribute with many values.";

// Capacity units a second.
struct Rates {
  double writes = 0;
  double reads = 0;

  bool TooHigh() const { return writes > kWritesMax || reads > kReadsMax; }
  bool WithoutHeadroom() const {
    return writes > kPlannedShare * kWritesMax || reads > kPlannedShare * kReadsMax;
  }
  std::string Text() const {
    return fmt::format("{:.0f} write and {:.0f} read units a second", writes, reads);
  }
};

// The units that the patterns, at their peaks, take from one entity's rows in a table or index.
struct Heat {
  StoredRow access;
  double writes = 0;
  double reads = 0;

  // Returns the rates of a key that gets this share of the units.
  Rates Times(double share) const { return {writes * share, reads * share}; }
};

class HeatCheck {
 public:
  HeatCheck(const Planned& all, std::vector<Finding>& findings)
      : model_(all.model), findings_(findings) {
    for (const auto& access : all.accesses) rows_.push_back({access});
    for (const auto& planned : all.patterns) {
      planned.pattern->reads() ? AddRead(planned) : AddWrite(planned);
    }
  }

  void Run() {
    for (const auto& heat : rows_) {
      if (!CheckSpread(heat)) CheckRates(heat);
    }
  }

 private:
  void Say(FindingCode code, const Heat& heat, std::string message, std::string cure) {
    const auto& access = heat.access;
    const auto subject = access.index == nullptr
                             ? access.entity->name
                             : access.entity->name + " in " + access.index->name;
    Report(findings_, code, access.key.place, subject, std::move(message), std::move(cure));
  }

  // Reports a key that is bad at any rate. If it throttles at these rates, the finding is an error.
  void SayOfSpread(FindingCode code, const Heat& heat, Rates busiest, std::string message) {
    Say(code, heat, std::move(message), CureOf(heat, busiest));
    if (busiest.TooHigh()) findings_.back().severity = Severity::kError;
  }

  Heat* Find(const StoredRow& access) {
    for (auto& heat : rows_) {
      const auto& other = heat.access;
      if (other.entity == access.entity && other.row == access.row &&
          other.number == access.number && other.index == access.index &&
          other.key.partition.parts == access.key.partition.parts) {
        return &heat;
      }
    }
    return nullptr;
  }

  void AddRead(const PlannedPattern& planned) {
    const auto& pattern = *planned.pattern;
    const auto& plan = planned.read;
    if (!plan.keyed()) return;
    double of_parent = planned.cost.read_units;
    for (const auto& apart : plan.children) {
      const auto child = ChildOf(model_, pattern, apart);
      for (const ReadPlan* read : apart.alternatives()) {
        const auto under = UnderKey(child, read->wanted.front());
        const double units = EstimateRead(model_, under, *read).read_units;
        AddUnits(*read, pattern.peak_per_second * units);
        of_parent -= units;
      }
    }
    AddUnits(plan, pattern.peak_per_second * of_parent);
  }

  void AddUnits(const ReadPlan& plan, double units) {
    if (Heat* heat = Find(plan.wanted.front())) {
      // The key's share accounts for shards. Each bucket of a window gets its part of the units.
      heat->reads += units / static_cast<double>(plan.buckets);
    }
  }

  void AddWrite(const PlannedPattern& planned) {
    for (const auto& entry : planned.cost.entries) {
      if (Heat* heat = Find(entry.access)) {
        heat->writes += planned.pattern->peak_per_second * entry.write;
      }
    }
  }

  // A shard of an attribute that is in the key itself spreads nothing.
  static bool Spreads(const Template& text, const Part& part) {
    return part.shards > 0 && TellsMore(text, part);
  }

  static bool Sharded(const Template& key) {
    const auto text = Flattened(key);
    return std::ranges::any_of(text.parts, [&](const Part& part) { return Spreads(text, part); });
  }

  // Reports keys that are bad at any rate. Returns whether it reported one.
  bool CheckSpread(const Heat& heat) {
    constexpr double kFewInstances = 100;
    constexpr double kFewKeys = 20;
    constexpr double kManyInstances = 10'000;  // under one key
    const auto& access = heat.access;
    const auto& text = access.key.partition;
    const double instances = static_cast<double>(access.entity->count) * PresenceOf(access);
    if (Sharded(text) || instances <= kFewInstances) return false;
    const auto [busiest, others] = BusiestOf(heat);
    if (FieldsOf(text).empty()) {
      SayOfSpread(
          FindingCode::kConstantPartitionKey, heat, busiest,
          fmt::format("All {:.0f} {} have the partition key {}; together{} they get {} at the "
                      "peak, and one key never takes more than 1,000 and 3,000.",
                      instances, access.entity->name, TextOf(text), WithText(others),
                      busiest.Text()));
      return true;
    }
    if (Moves(heat)) return true;
    const double keys = DistinctKeys(model_, *access.entity, text);
    if (FollowsTheClock(access) || keys > kFewKeys || instances / keys < kManyInstances)
      return false;
    const double share = LargestShare(model_, *access.entity, text);
    SayOfSpread(
        FindingCode::kLowCardinalityKey, heat, busiest,
        fmt::format(
            "{:.0f} {} share {:.0f} partition keys, and the most frequent one has {:.0f} % of "
            "them; it gets {} at the peak{}, and one key never takes more than 1,000 and 3,000.",
            instances, access.entity->name, keys, 100 * share, busiest.Text(), WithText(others)));
    return true;
  }

  // Returns what would spread the busiest key. Shards spread writes, but a read asks all of them.
  std::string CureOf(const Heat& heat, Rates busiest) const {
    if (busiest.writes <= kWritesMax && busiest.reads > kReadsMax) return std::string(kReadCure);
    const double needed = std::max(2.0, ShardsFor(busiest.writes));
    if (needed > kShardsMax) return std::string(kTooManyShards);
    const auto& text = heat.access.key.partition;
    const auto shard = ShardText(heat.access, needed);
    if (!text.natural) {
      return fmt::format("Add an attribute with many values, or shards: {}#{}.", TextOf(text),
                         shard);
    }
    return fmt::format(
        "Key it by an attribute with many values as well, or by one made for it, with shards: "
        "{{{}}}#{}.",
        fmt::join(FieldsOf(text), "}#{"), shard);
  }

  static double ShardsFor(double writes) {
    return std::ceil(writes / (kPlannedShare * kWritesMax));
  }

  // Returns a shard by an attribute of the identity that the key lacks. An attribute has one shard
  // for each value, so if a key has fewer instances than shards, the result is a random shard.
  std::string ShardText(const StoredRow& access, double shards) const {
    const bool few = MostPerKey(model_, access) * PresenceOf(access) < shards;
    if (few) return fmt::format("{{random({:.0f})}}", shards);
    for (const auto& name : access.entity->identity) {
      const Part shard{.type = Part::Type::kShard, .text = name};
      if (!TellsMore(access.key.partition, shard)) continue;
      return fmt::format("{{shard({},{:.0f})}}", name, shards);
    }
    return fmt::format("{{random({:.0f})}}", shards);
  }

  static bool FollowsTheClock(const StoredRow& access) {
    return std::ranges::any_of(FieldsOf(access.key.partition), [&](const std::string& name) {
      const Kind kind = access.entity->Find(name)->kind;
      return kind == Kind::kDate || kind == Kind::kTime;
    });
  }

  // Reports a key that moves with the clock: today's key takes all of today's writes.
  bool Moves(const Heat& heat) {
    constexpr double kWritesWorthMentioning = 100;  // a tenth of what a key can take
    const auto& access = heat.access;
    for (const auto& part : Flattened(access.key.partition).parts) {
      if (part.type == Part::Type::kLiteral) continue;
      const Kind kind = access.entity->Find(part.text)->kind;
      if (kind != Kind::kDate && kind != Kind::kTime) return false;
      if (kind == Kind::kTime && part.bucket == Bucket::kNone) return false;
    }
    const auto [busiest, others] = BusiestOf(heat);
    if (heat.writes == 0 || busiest.writes < kWritesWorthMentioning) return false;
    SayOfSpread(
        FindingCode::kMovingPartitionKey, heat, {.writes = busiest.writes},
        fmt::format("At any time all writes{}, {:.0f} units a second, go to the key of that time; "
                    "the others are cold.",
                    WithText(others), busiest.writes));
    return true;
  }

  // The rates of the busiest key, summed over the entities that share it, and the other entities'
  // names.
  struct Shared {
    Rates busiest;
    std::set<std::string> others;
  };

  Shared BusiestOf(const Heat& heat) const {
    Shared shared;
    for (const auto& other : rows_) {
      if (!SameKey(other, heat)) continue;
      const auto rates =
          other.Times(LargestShare(model_, *other.access.entity, other.access.key.partition));
      shared.busiest.writes += rates.writes;
      shared.busiest.reads += rates.reads;
      if (other.access.entity == heat.access.entity) continue;
      if (rates.writes + rates.reads > 0) shared.others.insert(other.access.entity->name);
    }
    return shared;
  }

  // Returns " with A, B", or "".
  static std::string WithText(const std::set<std::string>& names) {
    return names.empty() ? "" : fmt::format(" with {}", fmt::join(names, ", "));
  }

  // Whether rows of both entities lie under the same key, and so share its throughput.
  static bool SameKey(const Heat& one, const Heat& other) {
    return one.access.table == other.access.table && one.access.index == other.access.index &&
           one.access.key.partition.parts == other.access.key.partition.parts;
  }

  void CheckRates(const Heat& heat) {
    const auto& text = heat.access.key.partition;
    const Rates busiest = BusiestOf(heat).busiest;
    const Heat* hottest = nullptr;
    for (const auto& other : rows_) {
      if (!SameKey(other, heat)) continue;
      if (hottest == nullptr || other.writes + other.reads > hottest->writes + hottest->reads) {
        hottest = &other;
      }
    }
    if (hottest != &heat) return;  // the hottest entity's finding covers this one
    const auto what = fmt::format("The busiest {} gets {} at the peak; a key takes 1,000 and 3,000",
                                  TextOf(text), busiest.Text());
    if (Sharded(text)) return CheckShards(heat, busiest, what);
    if (busiest.TooHigh()) Say(FindingCode::kHotKey, heat, what + ".", CureOf(heat, busiest));
  }

  void CheckShards(const Heat& heat, Rates busiest, const std::string& what) {
    if (!busiest.WithoutHeadroom()) return;
    const auto cure = MoreShards(heat.access.key.partition, busiest);
    if (busiest.TooHigh()) return Say(FindingCode::kTooFewShards, heat, what + ".", cure);
    Say(FindingCode::kTooFewShards, heat,
        what + ", and shards never get equal parts: plan for 70 %.", cure);
    findings_.back().severity = Severity::kWarning;
  }

  static std::string MoreShards(const Template& key, Rates busiest) {
    if (busiest.writes <= kPlannedShare * kWritesMax) return std::string(kReadCure);
    const auto text = Flattened(key);
    std::int64_t shards = 1;
    for (const auto& part : text.parts) {
      if (Spreads(text, part)) shards *= part.shards;
    }
    const double needed = ShardsFor(static_cast<double>(shards) * busiest.writes);
    if (needed > kShardsMax) return std::string(kTooManyShards);
    return fmt::format("Use at least {:.0f} shards.", needed);
  }

  const Model& model_;
  std::vector<Finding>& findings_;
  std::vector<Heat> rows_;
};

}  // namespace

void CheckHeat(const Planned& all, std::vector<Finding>& findings) {
  HeatCheck(all, findings).Run();
}

}  // namespace stator::model
