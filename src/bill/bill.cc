#include "bill/bill.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/quantity.h"
#include "base/stable_order.h"
#include "capacity/rules.h"

namespace stator::bill {
namespace {

using capacity::Access;
using capacity::Place;
using capacity::ResourceUse;
using capacity::TableUse;
using price::Subject;

constexpr double kMicrosPerSecond = 1e6;
constexpr double kSecondsPerMinute = 60;
// Bound of the recorded parts: the minutes of the longest period that --period takes.
constexpr double kPartsMax = static_cast<double>(kPeriodMax) / kMicrosPerSecond / kSecondsPerMinute;
constexpr char kUnused[] = "unused capacity";
constexpr char kOther[] = "other patterns";
constexpr Access kAccesses[] = {Access::kRead, Access::kWrite};

price::StorageClass ClassOf(catalog::TableClass table_class) {
  return table_class == catalog::TableClass::kStandard ? price::StorageClass::kStandard
                                                       : price::StorageClass::kInfrequentAccess;
}

double Units(table::HalfUnits half_units) { return static_cast<double>(half_units) / 2; }

// The prices of a unit of one kind.
struct UnitPrices {
  double million;
  double hour;
};
UnitPrices PricesOf(const price::ClassPrices& prices, Access access) {
  if (access == Access::kWrite) return {prices.write_million, prices.write_unit_hour};
  return {prices.read_million, prices.read_unit_hour};
}

// Makes a bill of counted traffic.
class Billing {
 public:
  Billing(const capacity::AccountUse& use, const price::PriceTable& prices, const BillTerms& terms)
      : use_(use) {
    bill_.since = use.since;
    bill_.until = use.until;
    bill_.prices = prices;
    bill_.terms = terms;
    const TimeMicros period = terms.period.value_or(use.until - use.since);
    bill_.hours = static_cast<double>(std::max(period, kPeriodMin)) / kMicrosPerHour;
    months_ = terms.month_hours / bill_.hours;
  }

  void Add(const TableUse& table) {
    for (std::size_t i = 0; i < table.resources.size(); ++i) {
      for (const Access access : kAccesses) AddUnits(table, i, access);
      AddStorage(table, table.resources[i]);
      AddWarm(table, table.resources[i]);
    }
    AddStreams(table);
    for (const auto& each : table.patterns) {
      AddRequests(table, each.pattern.operation, each.pattern.Text(), each.counts);
    }
    if (table.other.requests + table.other.throttled > 0) {
      AddRequests(table, kOther, kOther, table.other);
    }
    AddTable(table);
  }

  Bill Take() {
    std::map<std::string_view, TableBill*> tables;
    for (TableBill& table : bill_.tables) tables[table.name] = &table;
    for (auto& [key, line] : lines_) {
      bill_.dollars += line.dollars;
      tables[line.table]->dollars += line.dollars;
      AddToPattern(line);
      bill_.lines.push_back(std::move(line));
    }
    for (auto& [key, pattern] : patterns_) bill_.patterns.push_back(std::move(pattern));
    SortByDollars(bill_.lines);
    SortByDollars(bill_.patterns);
    SortByDollars(bill_.tables);
    bill_.unverified =
        price::UnverifiedText(bill_.prices, [this](std::string_view group) { return Uses(group); });
    return std::move(bill_);
  }

 private:
  // The average level over the counted time.
  double Average(const capacity::Accrual& accrual) const {
    const double seconds = static_cast<double>(use_.until - use_.since) / kMicrosPerSecond;
    return seconds > 0 ? accrual.At(use_.until) / seconds : accrual.level;
  }

  // The cost of one kind of units at a table or index, under all ways to pay.
  double UnitDollars(const ResourceUse& resource, Access access) const {
    double dollars = 0;
    for (std::size_t i = 0; i < capacity::kClasses; ++i) {
      const auto& charged = resource.charged[i];
      const auto prices =
          PricesOf(bill_.prices.Of(ClassOf(static_cast<catalog::TableClass>(i))), access);
      const double requested = Units(charged.on_demand[Place(access)]) * months_;
      const double held = Average(charged.provisioned[Place(access)]) * bill_.terms.month_hours;
      dollars += requested / kMillion * prices.million + held * prices.hour;
    }
    return dollars;
  }

  static table::HalfUnits CellUnits(const capacity::PatternCounts& counts, std::size_t resource,
                                    Access access) {
    for (const auto& cell : counts.cells) {
      if (cell.resource == resource) return cell.units[Place(access)];
    }
    return 0;
  }

  BillLine& LineFor(const TableUse& table, const ResourceUse& resource, Subject subject,
                    std::string operation, std::string pattern) {
    auto& line = lines_[{table.name, resource.index, operation, pattern, subject}];
    line.table = table.name;
    line.index = resource.index;
    line.operation = std::move(operation);
    line.pattern = std::move(pattern);
    line.subject = subject;
    return line;
  }

  // Divides a resource's cost among the patterns, in proportion to the units each used.
  void AddUnits(const TableUse& table, std::size_t place, Access access) {
    const ResourceUse& resource = table.resources[place];
    const Subject subject = access == Access::kWrite ? Subject::kWrites : Subject::kReads;
    const double dollars = UnitDollars(resource, access);
    double all = Units(CellUnits(table.other, place, access));
    for (const auto& each : table.patterns) all += Units(CellUnits(each.counts, place, access));
    const auto add = [&](const std::string& operation, const std::string& pattern,
                         const capacity::PatternCounts& counts) {
      const double units = Units(CellUnits(counts, place, access));
      if (units <= 0) return;
      BillLine& line = LineFor(table, resource, subject, operation, pattern);
      line.quantity += units * months_;
      line.dollars += dollars * units / all;
    };
    for (const auto& each : table.patterns) {
      add(each.pattern.operation, each.pattern.Text(), each.counts);
    }
    add(kOther, kOther, table.other);
    if (all <= 0 && dollars > 0) {
      LineFor(table, resource, subject, {}, kUnused).dollars += dollars;
    }
  }

  void AddStorage(const TableUse& table, const ResourceUse& resource) {
    for (std::size_t i = 0; i < capacity::kClasses; ++i) {
      const double gb = Average(resource.charged[i].stored) / bill_.prices.gb_bytes;
      if (gb <= 0) continue;
      const auto storage_class = ClassOf(static_cast<catalog::TableClass>(i));
      BillLine& line = LineFor(table, resource, Subject::kStorage, {}, {});
      line.quantity += gb;
      line.dollars += gb * bill_.prices.Of(storage_class).storage_gb_month;
    }
  }

  // Raised warm throughput is charged once, whatever the counted time.
  void AddWarm(const TableUse& table, const ResourceUse& resource) {
    const auto read = static_cast<double>(resource.warm[Place(Access::kRead)]);
    const auto write = static_cast<double>(resource.warm[Place(Access::kWrite)]);
    const auto& prices = bill_.prices.warm_throughput;
    if (!prices || read + write <= 0) return;
    BillLine& line = LineFor(table, resource, Subject::kWarmThroughput, {}, {});
    line.quantity = read + write;
    line.dollars = read * prices->read_unit + write * prices->write_unit;
  }

  void AddStreams(const TableUse& table) {
    if (table.stream_reads == 0) return;
    BillLine& line = LineFor(table, table.resources.front(), Subject::kStreams, "GetRecords", {});
    line.quantity = static_cast<double>(table.stream_reads) * months_;
    line.dollars =
        line.quantity / price::kStreamReadsPriced * bill_.prices.stream_read_hundred_thousand;
  }

  void AddRequests(const TableUse& table, const std::string& operation, std::string text,
                   const capacity::PatternCounts& counts) {
    PatternBill& pattern = patterns_[{table.name, text}];
    pattern.table = table.name;
    pattern.operation = operation;
    pattern.requests += static_cast<double>(counts.requests) * months_;
    pattern.throttled += static_cast<double>(counts.throttled) * months_;
    for (const auto& cell : counts.cells) {
      pattern.read_units += Units(cell.units[Place(Access::kRead)]) * months_;
      pattern.write_units += Units(cell.units[Place(Access::kWrite)]) * months_;
    }
    pattern.pattern = std::move(text);
  }

  void AddToPattern(const BillLine& line) {
    const auto pattern = patterns_.find({line.table, line.pattern});
    if (pattern == patterns_.end()) return;
    pattern->second.dollars += line.dollars;
    if (!line.index.empty()) pattern->second.index_dollars += line.dollars;
  }

  price::Throughput ThroughputOf(const ResourceUse& resource, Access access) const {
    price::Throughput units;
    for (const auto& slot : resource.rates[Place(access)].slots()) {
      units.average += Units(slot.units);
      units.peak = std::max(units.peak, Units(slot.peak) / kSecondsPerMinute);
    }
    units.average /= bill_.hours * kSecondsPerHour;
    return units;
  }

  // The rate that auto scaling holds capacity for, slot by slot: the busiest minute of this slot
  // and of the quarter of an hour before it.
  std::vector<double> Recorded(const ResourceUse& resource, Access access) const {
    const auto minutes = static_cast<double>(use_.slot_minutes);
    const double parts = std::min(kPartsMax, std::ceil(bill_.hours * 60 / minutes));
    const auto& slots = resource.rates[Place(access)].slots();
    const std::size_t needed = slots.empty() ? 1 : slots.back().place + 1;
    std::vector<double> rates(std::max(static_cast<std::size_t>(parts), needed), 0.0);
    const std::uint64_t held = std::max<std::uint64_t>(1, kScaleInMinutes / use_.slot_minutes);
    for (const auto& slot : slots) {
      for (std::uint64_t i = slot.place; i < std::min(slot.place + held, rates.size()); ++i) {
        rates[i] = std::max(rates[i], Units(slot.peak) / kSecondsPerMinute);
      }
    }
    return rates;
  }

  price::Load LoadOf(const ResourceUse& resource) const {
    price::Load load{.writes = ThroughputOf(resource, Access::kWrite),
                     .reads = ThroughputOf(resource, Access::kRead),
                     .gone = resource.gone};
    for (const auto& charged : resource.charged) load.stored_bytes += Average(charged.stored);
    load.recorded_writes = Recorded(resource, Access::kWrite);
    load.recorded_reads = Recorded(resource, Access::kRead);
    return load;
  }

  static price::Load Together(const price::Loads& loads) {
    price::Load sum;
    for (const price::Load& load : loads) {
      sum.writes.average += load.writes.average;
      sum.writes.peak += load.writes.peak;
      sum.reads.average += load.reads.average;
      sum.reads.peak += load.reads.peak;
      sum.stored_bytes += load.stored_bytes;
      sum.stream_reads += load.stream_reads;
    }
    return sum;
  }

  void AddTable(const TableUse& table) {
    TableBill& own = bill_.tables.emplace_back();
    own.name = table.name;
    own.on_demand = table.on_demand;
    own.storage_class = ClassOf(table.table_class);
    price::Loads loads;
    for (const ResourceUse& resource : table.resources) loads.push_back(LoadOf(resource));
    loads.front().stream_reads =
        static_cast<double>(table.stream_reads) / (bill_.hours * kSecondsPerHour);
    own.load = Together(loads);
    // DynamoDB provisions no table or index with less than one unit.
    price::Terms terms{.storage_class = own.storage_class,
                       .month_hours = bill_.terms.month_hours,
                       .utilization = bill_.terms.utilization,
                       .write_capacity = {.floor = 1},
                       .read_capacity = {.floor = 1}};
    own.plans = price::Plans(loads, bill_.prices, terms);
    own.break_even = price::BreakEvensOf(own.load, bill_.prices, terms);
    terms.storage_class = price::OtherClass(own.storage_class);
    own.other_class = price::Plans(loads, bill_.prices, terms);
    own.cache = CacheOf(table);
  }

  static double ReadUnits(const ResourceUse& resource) {
    double units = 0;
    for (const auto& slot : resource.rates[Place(Access::kRead)].slots()) {
      units += Units(slot.units);
    }
    return units;
  }

  std::optional<CacheBill> CacheOf(const TableUse& table) const {
    double all = 0;
    for (const ResourceUse& resource : table.resources) all += ReadUnits(resource);
    const auto& nodes = bill_.prices.dax_node_hour;
    if (all <= 0 || nodes.empty()) return std::nullopt;
    const auto node = std::ranges::min_element(
        nodes, {}, [](const auto& each) { return std::pair(each.second, each.first); });
    CacheBill cache{.answered = Units(table.repeated_reads) / all,
                    .node = node->first,
                    .dollars = kCacheNodes * node->second * bill_.terms.month_hours};
    // A cache answers repeated reads of items. Only the table itself serves those.
    const ResourceUse& own = table.resources.front();
    if (const double units = ReadUnits(own); units > 0) {
      cache.saved = UnitDollars(own, Access::kRead) * Units(table.repeated_reads) / units;
    }
    return cache;
  }

  bool Uses(std::string_view group) const {
    const auto any = [this](Subject subject) {
      return std::ranges::any_of(
          bill_.lines, [subject](const BillLine& line) { return line.subject == subject; });
    };
    if (group == "gb_bytes") return any(Subject::kStorage);
    if (group == "streams") return any(Subject::kStreams);
    if (group == "warm_throughput") return any(Subject::kWarmThroughput);
    if (group == "dax_node_hour") {
      return std::ranges::any_of(bill_.tables,
                                 [](const auto& table) { return table.cache.has_value(); });
    }
    // Every bill compares both classes and all ways to pay.
    return group == "standard" || group == "infrequent_access" || group == "reserved";
  }

  // Lines that cost the same keep their order by name.
  template <class T>
  static void SortByDollars(std::vector<T>& all) {
    StableSortBy(all, [](const T& each) { return -each.dollars; });
  }

  const capacity::AccountUse& use_;
  Bill bill_;
  double months_ = 0;  // months in the time that the traffic stands for
  std::map<std::tuple<std::string, std::string, std::string, std::string, Subject>, BillLine>
      lines_;
  std::map<std::pair<std::string, std::string>, PatternBill> patterns_;
};

}  // namespace

Bill BillOf(const capacity::AccountUse& use, const price::PriceTable& prices,
            const BillTerms& terms, const std::optional<std::string>& table) {
  Billing billing(use, prices, terms);
  for (const TableUse& each : use.tables) {
    if (!table || each.name == *table) billing.Add(each);
  }
  return billing.Take();
}

double DollarsOf(const Bill& bill, const std::string BillLine::* member, std::string_view value) {
  double dollars = 0;
  for (const BillLine& line : bill.lines) dollars += line.*member == value ? line.dollars : 0;
  return dollars;
}

}  // namespace stator::bill
