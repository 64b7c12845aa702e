#include "model/cost/price_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/quantity.h"
#include "capacity/partition_rules.h"
#include "model/layout/expiry.h"
#include "model/layout/table_requests.h"
#include "model/plan/read_steps.h"
#include "price/money.h"

namespace stator::model {
namespace {

using price::AmountText;
using price::Loads;
using price::Plan;
using price::PlanKind;
using price::StorageClass;
using price::Subject;

constexpr std::array kClasses = {StorageClass::kStandard, StorageClass::kInfrequentAccess};
constexpr std::array kKinds = {PlanKind::kOnDemand, PlanKind::kProvisioned, PlanKind::kScaled,
                               PlanKind::kReservedOneYear, PlanKind::kReservedThreeYears};

double SideOf(const Dollars& price_per_unit, double units, PlanKind kind) {
  return units * (kind == PlanKind::kOnDemand ? price_per_unit.on_demand : price_per_unit.scaled);
}

class Pricer {
 public:
  Pricer(const Model& model, const price::PriceTable& prices, const PricingTerms& terms)
      : model_(AfterExpiry(model, result_.notes)), prices_(prices), terms_(terms) {}

  ModelPrice Run() {
    AddResources();
    for (const auto& pattern : model_.patterns) AddPattern(pattern);
    AddStorage();
    AddStreams();
    AddPlans();
    AddAsWritten();
    Share();
    AddLocalIndexes();
    AddExports();
    NoteThrottling();
    NoteRegions();
    return std::move(result_);
  }

 private:
  StorageClass ClassOf(const Table& table) const {
    if (terms_.storage_class) return *terms_.storage_class;
    return table.table_class == TableClass::kStandard ? StorageClass::kStandard
                                                      : StorageClass::kInfrequentAccess;
  }

  void AddResources() {
    for (const auto& table : model_.tables) {
      AddResource(table, "");
      for (const auto& index : model_.indexes) {
        if (index.table == table.name && !index.local) AddResource(table, index.name);
      }
    }
  }

  void AddResource(const Table& table, const std::string& index) {
    PricedResource resource{.table = table.name, .index = index, .storage_class = ClassOf(table)};
    resource.load.peak_hours = terms_.peak_hours;
    result_.resources.push_back(std::move(resource));
  }

  // Returns the table for a local index: it uses its table's capacity.
  PricedResource& ResourceOf(const std::string& table, const std::string& index) {
    const Index* found = index.empty() ? nullptr : model_.FindIndex(table, index);
    const std::string name = found == nullptr || found->local ? "" : index;
    return *std::ranges::find_if(result_.resources, [&](const PricedResource& resource) {
      return resource.table == table && resource.index == name;
    });
  }

  void AddPattern(const Pattern& pattern) {
    PricedPattern priced{.id = pattern.id,
                         .text = pattern.text,
                         .per_second = pattern.per_second,
                         .peak_per_second = pattern.peak_per_second,
                         .stream_copies = {.requests = 0}};
    if (pattern.reads()) {
      auto steps = StepsOf(model_, pattern);
      for (const auto& plan : steps.plans) priced.requests.push_back(Describe(plan));
      priced.cost = std::move(steps.cost);
      priced.scans = steps.scans;
    } else {
      const auto plan = PlanWrite(model_, pattern);
      priced.requests.push_back(DescribeWrite(plan));
      priced.cost = EstimateWrite(model_, plan);
      priced.stream_copies = EstimateWrite(model_, StreamCopiesOf(model_, pattern));
    }
    for (const auto* cost : {&priced.cost, &priced.stream_copies}) AddLoad(priced, *cost);
    result_.patterns.push_back(std::move(priced));
  }

  static std::string DescribeWrite(const WritePlan& plan) {
    if (!plan.reason.empty()) return "not addressed: " + plan.reason;
    std::int64_t rows = 0;
    for (const auto& row : plan.rows) rows += row.times;
    if (plan.transaction) return fmt::format("TransactWriteItems of {}", rows);
    if (rows == 1) return "a write of one item";
    return fmt::format("writes of {} items", rows);
  }

  void AddLoad(const PricedPattern& pattern, const PatternCost& cost) {
    for (const auto& units : cost.resources) {
      auto& load = ResourceOf(units.table, units.index).load;
      load.reads.average += pattern.per_second * units.read;
      load.reads.peak += pattern.peak_per_second * units.read;
      load.writes.average += pattern.per_second * units.write;
      load.writes.peak += pattern.peak_per_second * units.write;
    }
  }

  void AddStorage() {
    for (auto& stored : EstimateStorage(model_)) {
      ResourceOf(stored.table, stored.index).load.stored_bytes += stored.bytes;
      result_.storage.push_back({.stored = std::move(stored)});
    }
  }

  static std::int64_t WholeUnits(double units) {
    return std::llround(std::min(std::ceil(units), double{limits::kCapacityUnitsMax}));
  }

  // Returns the largest of three numbers of partitions: the initial one, the one for the peak, the
  // one for the stored bytes.
  static double PartitionsOf(const Table& table, const price::Load& load) {
    using catalog::BillingMode;
    const auto begins = capacity::PartitionsFor(
        {.billing = table.on_demand ? BillingMode::kPayPerRequest : BillingMode::kProvisioned,
         .units = {table.read_units, table.write_units}});
    const auto busy = capacity::PartitionsFor(
        {.billing = BillingMode::kProvisioned,
         .units = {WholeUnits(load.reads.peak), WholeUnits(load.writes.peak)}});
    return std::max(static_cast<double>(std::max(begins, busy)),
                    std::ceil(load.stored_bytes / kEstimatedPartitionBytes));
  }

  void AddStreams() {
    double calls = 0;
    for (const auto& table : model_.tables) {
      if (StreamNeeded(model_, table) == StreamView::kNone) continue;
      auto& load = ResourceOf(table.name, "").load;
      const double shards = PartitionsOf(table, load);
      result_.stream_shards += shards;
      calls += shards * kStreamCallsPerShard;
      load.stream_reads =
          shards * kStreamCallsPerShard * static_cast<double>(terms_.stream_readers);
    }
    result_.stream_call_dollars = calls * kSecondsPerHour * terms_.terms.month_hours /
                                  price::kStreamReadsPriced * prices_.stream_read_hundred_thousand;
  }

  bool Has(StorageClass storage_class) const {
    return std::ranges::find(result_.resources, storage_class, &PricedResource::storage_class) !=
           result_.resources.end();
  }

  // Assigns all stream reads to one class. The free tier covers a number of stream reads, whatever
  // the class.
  Loads LoadsOf(StorageClass storage_class) const {
    Loads loads;
    double stream_reads = 0;
    for (const auto& resource : result_.resources) {
      stream_reads += resource.load.stream_reads;
      if (resource.storage_class != storage_class) continue;
      loads.push_back(resource.load);
      loads.back().stream_reads = 0;
    }
    const bool counts = storage_class == StorageClass::kStandard || !Has(StorageClass::kStandard);
    if (counts && !loads.empty()) loads.front().stream_reads = stream_reads;
    return loads;
  }

  price::Terms TermsOf(StorageClass storage_class) const {
    price::Terms terms = terms_.terms;
    terms.storage_class = storage_class;
    return terms;
  }

  std::optional<Plan> PlanOf(PlanKind kind, StorageClass storage_class) const {
    const auto loads = LoadsOf(storage_class);
    const auto terms = TermsOf(storage_class);
    switch (kind) {
      case PlanKind::kOnDemand:
        return price::OnDemand(loads, prices_, terms);
      case PlanKind::kProvisioned:
        return price::Provisioned(loads, prices_, terms, terms.utilization);
      case PlanKind::kScaled:
        return price::Scaled(loads, prices_, terms);
      default:
        return price::Reserved(loads, prices_, terms, kind);
    }
  }

  // A class without reserved capacity is priced with auto scaling instead.
  void AddPlans() {
    for (const auto kind : kKinds) {
      Plan all{.kind = kind, .lines = {}};
      bool sold = false;
      for (const auto storage_class : kClasses) {
        auto plan = PlanOf(kind, storage_class);
        sold = sold || (plan && Has(storage_class));
        if (!plan) plan = PlanOf(PlanKind::kScaled, storage_class);
        for (auto& line : plan->lines) all.lines.push_back(std::move(line));
      }
      if (sold) result_.plans.push_back(std::move(all));
    }
  }

  // Returns the load of a provisioned table, or of its index, with the capacity or scaling that the
  // model states for the table. Each index has the same capacity.
  static price::Load Decided(const Table& table, const PricedResource& resource) {
    price::Load load = resource.load;
    load.stored_bytes = 0;
    load.stream_reads = 0;
    if (table.scaling) {
      const price::CapacityRange range{.floor = static_cast<double>(table.scaling->min),
                                       .ceiling = static_cast<double>(table.scaling->max)};
      load.write_capacity = range;
      load.read_capacity = range;
      load.utilization = table.scaling->target_percent / 100;
    } else {
      const auto writes = static_cast<double>(table.write_units);
      const auto reads = static_cast<double>(table.read_units);
      load.write_capacity = price::CapacityRange{.floor = writes, .ceiling = writes};
      load.read_capacity = price::CapacityRange{.floor = reads, .ceiling = reads};
    }
    return load;
  }

  void AddAsWritten() {
    auto& plan = result_.as_written;
    plan.kind = PlanKind::kOnDemand;
    for (const auto storage_class : kClasses) {
      Loads by_request;
      Loads provisioned;
      Loads stored = LoadsOf(storage_class);
      for (auto& load : stored) {
        load = {.stored_bytes = load.stored_bytes, .stream_reads = load.stream_reads};
      }
      for (const auto& resource : result_.resources) {
        if (resource.storage_class != storage_class) continue;
        const Table& table = *model_.FindTable(resource.table);
        if (!table.on_demand) {
          provisioned.push_back(Decided(table, resource));
          continue;
        }
        by_request.push_back({.writes = resource.load.writes, .reads = resource.load.reads});
      }
      const auto terms = TermsOf(storage_class);
      if (!provisioned.empty()) plan.kind = PlanKind::kScaled;
      for (const auto& part :
           {price::OnDemand(by_request, prices_, terms), price::Scaled(provisioned, prices_, terms),
            price::OnDemand(stored, prices_, terms)}) {
        plan.lines.insert(plan.lines.end(), part.lines.begin(), part.lines.end());
      }
    }
    result_.provisioned = plan.kind == PlanKind::kScaled;
  }

  // Dollars of one unit a second, or of one byte: the plan's cost divided by the total load.
  struct UnitPrices {
    Dollars write;
    Dollars read;
    double byte = 0;
  };

  UnitPrices UnitPricesOf(StorageClass storage_class) const {
    double writes = 0;
    double reads = 0;
    double bytes = 0;
    for (const auto& resource : result_.resources) {
      if (resource.storage_class != storage_class) continue;
      writes += resource.load.writes.average;
      reads += resource.load.reads.average;
      bytes += resource.load.stored_bytes;
    }
    const auto over = [](double dollars, double units) { return units > 0 ? dollars / units : 0; };
    const auto on_demand = *PlanOf(PlanKind::kOnDemand, storage_class);
    const auto scaled = *PlanOf(PlanKind::kScaled, storage_class);
    return {.write = {over(on_demand.Dollars(Subject::kWrites), writes),
                      over(scaled.Dollars(Subject::kWrites), writes)},
            .read = {over(on_demand.Dollars(Subject::kReads), reads),
                     over(scaled.Dollars(Subject::kReads), reads)},
            .byte = over(on_demand.Dollars(Subject::kStorage), bytes)};
  }

  const UnitPrices& Of(StorageClass storage_class) const {
    return unit_prices_[static_cast<std::size_t>(storage_class)];
  }

  static Dollars For(const Dollars& unit, double units) {
    return {.on_demand = SideOf(unit, units, PlanKind::kOnDemand),
            .scaled = SideOf(unit, units, PlanKind::kScaled)};
  }

  // Divides the total cost among patterns, resources and entities.
  void Share() {
    for (const auto storage_class : kClasses) {
      unit_prices_[static_cast<std::size_t>(storage_class)] = UnitPricesOf(storage_class);
    }
    for (auto& resource : result_.resources) {
      const auto& unit = Of(resource.storage_class);
      resource.writes = For(unit.write, resource.load.writes.average);
      resource.reads = For(unit.read, resource.load.reads.average);
      resource.storage = unit.byte * resource.load.stored_bytes;
    }
    for (auto& [stored, dollars] : result_.storage) {
      dollars = Of(ResourceOf(stored.table, stored.index).storage_class).byte * stored.bytes;
    }
    for (auto& pattern : result_.patterns) {
      for (const auto* cost : {&pattern.cost, &pattern.stream_copies}) {
        for (const auto& units : cost->resources) {
          const auto& unit = Of(ResourceOf(units.table, units.index).storage_class);
          pattern.dollars += For(unit.write, units.write * pattern.per_second);
          pattern.dollars += For(unit.read, units.read * pattern.per_second);
        }
      }
    }
  }

  void AddLocalIndexes() {
    for (const auto& index : model_.indexes) {
      if (!index.local) continue;
      PricedLocalIndex local{.table = index.table, .index = index.name};
      const auto& unit = Of(ResourceOf(index.table, "").storage_class);
      for (const auto& pattern : result_.patterns) {
        for (const auto* cost : {&pattern.cost, &pattern.stream_copies}) {
          for (const auto& units : cost->resources) {
            if (units.table != index.table || units.index != index.name) continue;
            local.reads += units.read * pattern.per_second;
            local.writes += units.write * pattern.per_second;
          }
        }
      }
      for (const auto& [stored, dollars] : result_.storage) {
        if (stored.table != index.table || stored.index != index.name) continue;
        local.bytes += stored.bytes;
        local.dollars += {.on_demand = dollars, .scaled = dollars};
      }
      local.dollars += For(unit.read, local.reads);
      local.dollars += For(unit.write, local.writes);
      result_.local_indexes.push_back(std::move(local));
    }
  }

  // An export reads the whole table without its indexes, and needs the table's continuous backups.
  void AddExports() {
    std::vector<std::string> backed_up;
    for (const auto& pattern : model_.patterns) {
      if (pattern.verb != Verb::kExport) continue;
      auto& priced = *std::ranges::find(result_.patterns, pattern.id, &PricedPattern::id);
      const auto& table = model_.FindEntity(pattern.target.entity)->table;
      const double gb = ResourceOf(table, "").load.stored_bytes / prices_.gb_bytes;
      const double runs = pattern.per_second * kSecondsPerHour * terms_.terms.month_hours;
      priced.export_dollars = runs * gb * prices_.export_full_gb;
      result_.extras.push_back(
          {.pattern = pattern.id,
           .table = table,
           .what = fmt::format("{} export of {}", pattern.id, table),
           .working = fmt::format("{} runs x {} GB x {}", AmountText(runs), AmountText(gb),
                                  price::PriceText(prices_.export_full_gb)),
           .dollars = priced.export_dollars});
      if (std::ranges::find(backed_up, table) != backed_up.end()) continue;
      backed_up.push_back(table);
      const double gb_month = prices_.backup.point_in_time_gb_month;
      result_.extras.push_back({.table = table,
                                .what = "point-in-time recovery of " + table,
                                .working = fmt::format("which exports need: {} GB-months x {}",
                                                       AmountText(gb), price::PriceText(gb_month)),
                                .dollars = gb * gb_month});
    }
  }

  void NoteRegions() {
    for (const auto& table : model_.tables) {
      if (table.region.empty() || table.region == prices_.region) continue;
      result_.notes.push_back(
          fmt::format("{} is in {}, but the prices are those of {}. Give a file with the prices of "
                      "{} with --prices.",
                      table.name, table.region, prices_.region, table.region));
    }
  }

  void NoteThrottling() {
    for (const auto& table : model_.tables) {
      if (table.on_demand) continue;
      const auto most = [&](std::int64_t stated) {
        return static_cast<double>(table.scaling ? table.scaling->max : stated);
      };
      for (const auto& resource : result_.resources) {
        if (resource.table != table.name) continue;
        const auto name =
            resource.index.empty() ? resource.table : resource.table + " " + resource.index;
        Note(name, resource.load.writes.peak, most(table.write_units), "write");
        Note(name, resource.load.reads.peak, most(table.read_units), "read");
      }
    }
  }

  void Note(const std::string& name, double needed, double most, std::string_view kind) {
    if (needed <= most) return;
    result_.notes.push_back(
        fmt::format("{} has at most {} {} units but needs {} at its peak, so requests will be "
                    "throttled.",
                    name, AmountText(most), kind, AmountText(needed)));
  }

  ModelPrice result_;
  const Model model_;
  const price::PriceTable& prices_;
  const PricingTerms& terms_;
  std::array<UnitPrices, kClasses.size()> unit_prices_;
};

}  // namespace

Dollars& Dollars::operator+=(const Dollars& other) {
  on_demand += other.on_demand;
  scaled += other.scaled;
  return *this;
}

Dollars PricedPattern::Total() const {
  return {.on_demand = dollars.on_demand + export_dollars,
          .scaled = dollars.scaled + export_dollars};
}

Dollars PricedResource::Total() const {
  return {.on_demand = writes.on_demand + reads.on_demand + storage,
          .scaled = writes.scaled + reads.scaled + storage};
}

double ModelPrice::Extras() const {
  double sum = 0;
  for (const auto& extra : extras) sum += extra.dollars;
  return sum;
}

double ModelPrice::Requests() const {
  double sum = 0;
  for (const auto& pattern : patterns) sum += pattern.per_second * pattern.cost.requests;
  return sum;
}

double ModelPrice::Bytes() const {
  double sum = 0;
  for (const auto& resource : resources) sum += resource.load.stored_bytes;
  return sum;
}

ModelPrice PriceModel(const Model& model, const price::PriceTable& prices,
                      const PricingTerms& terms) {
  return Pricer(model, prices, terms).Run();
}

}  // namespace stator::model
