#include "model/estimate.h"

#include <algorithm>
#include <cmath>

#include "model/fetch_parts.h"
#include "model/sizes.h"

namespace stator::model {
namespace {

constexpr double kReadUnitBytes = 4096;
constexpr double kWriteUnitBytes = 1024;
constexpr double kPageBytes = 1 << 20;
constexpr double kStoredOverheadBytes = 100;  // DynamoDB's, for each item and index entry

double WriteUnits(std::int64_t bytes) {
  return std::max(1.0, std::ceil(static_cast<double>(bytes) / kWriteUnitBytes));
}

// Of an enum's value; 0 if it has no such value.
double ShareOf(const Attribute& attribute, const std::string& value) {
  const auto found = std::ranges::find(attribute.values, value, &Share::value);
  return found == attribute.values.end() ? 0 : found->percent / 100;
}

class ReadEstimate {
 public:
  ReadEstimate(const Model& model, const Pattern& pattern, const ReadPlan& plan)
      : model_(model), pattern_(pattern), plan_(plan) {}

  PatternCost Run() {
    switch (plan_.operation) {
      case Operation::kNone:
      case Operation::kExport:
        return {.requests = 0};
      case Operation::kGetItem:
        cost_.items_read = 1;
        cost_.bytes_read = static_cast<double>(RowBytes(model_, plan_.wanted.front()));
        break;
      case Operation::kQuery:
        Query();
        break;
      case Operation::kScan:
        Scan();
        break;
    }
    Charge();
    return std::move(cost_);
  }

 private:
  // The wanted items of one run.
  double Wanted() const {
    if (pattern_.verb == Verb::kGet) return 1;
    if (pattern_.expected && (plan_.limit == 0 || *pattern_.expected < plan_.limit)) {
      return static_cast<double>(*pattern_.expected);
    }
    if (plan_.limit > 0) return static_cast<double>(plan_.limit);
    double items = pattern_.verb == Verb::kFetch ? 1 : 0;
    for (const auto& access : plan_.wanted) {
      if (pattern_.verb == Verb::kFetch && &access == &plan_.wanted.front()) continue;
      items += InstancesPerKey(model_, access) * PresenceOf(access);
    }
    return items;
  }

  void Query() {
    double wanted = Wanted();
    // Each partition is asked for as many as are wanted in all; fewer than the limit are all there
    // are, wherever they lie.
    const bool limited = plan_.limit > 0 && wanted >= static_cast<double>(plan_.limit);
    if (limited) wanted = std::max(wanted, LimitedOverShards());
    AddItems(wanted);
    AddFilteredOut(wanted);
    for (const auto& access : plan_.over_read) {
      double items = InstancesPerKey(model_, access) * PresenceOf(access);
      // Of a limited read, as many as lie between what is wanted.
      if (plan_.limit > 0) {
        const double all = InstancesPerKey(model_, plan_.wanted.front());
        items *= std::min(1.0, wanted / std::max(1.0, all));
      }
      cost_.items_read += items;
      cost_.bytes_read += items * static_cast<double>(RowBytes(model_, access));
    }
  }

  // What a filter drops was read, too: as much as the range has, at most.
  void AddFilteredOut(double wanted) {
    if (plan_.filtered.empty() || wanted <= 0) return;
    double factor = 1;
    for (const auto& attribute : plan_.filtered) factor /= Selectivity(attribute);
    double there = 0;
    for (const auto& access : plan_.wanted) {
      there += InstancesPerKey(model_, access) * PresenceOf(access);
    }
    there *= static_cast<double>(plan_.partitions());
    factor = std::max(1.0, std::min(factor, there / wanted));
    cost_.items_read *= factor;
    cost_.bytes_read *= factor;
  }

  double LimitedOverShards() const {
    const auto& access = plan_.wanted.front();
    const double there = static_cast<double>(access.entity->count) * PresenceOf(access);
    return std::min(static_cast<double>(plan_.limit * plan_.shards), there);
  }

  double Selectivity(const std::string& attribute) const {
    const auto& entity = *plan_.wanted.front().entity;
    const Attribute* found = entity.Find(attribute);
    if (found == nullptr) return 1;
    const auto binding = std::ranges::find(pattern_.bindings, attribute, &Binding::attribute);
    if (binding != pattern_.bindings.end() && binding->value) {
      for (const auto& share : found->values) {
        if (share.value == *binding->value) return std::max(0.001, share.percent / 100);
      }
    }
    if (!found->values.empty()) return 1.0 / static_cast<double>(found->values.size());
    constexpr double kGuess = 0.1;
    return found->distinct > 0 ? 1.0 / static_cast<double>(found->distinct) : kGuess;
  }

  // Of a collection, one of the parent and the others by how many there usually are.
  void AddItems(double wanted) {
    cost_.items_read += wanted;
    if (plan_.wanted.size() == 1) {
      cost_.bytes_read += wanted * static_cast<double>(RowBytes(model_, plan_.wanted.front()));
      return;
    }
    cost_.bytes_read += static_cast<double>(RowBytes(model_, plan_.wanted.front()));
    double usual = 0;
    for (std::size_t i = 1; i < plan_.wanted.size(); ++i) {
      usual += InstancesPerKey(model_, plan_.wanted[i]);
    }
    if (usual <= 0) return;
    for (std::size_t i = 1; i < plan_.wanted.size(); ++i) {
      const auto& access = plan_.wanted[i];
      cost_.bytes_read += (wanted - 1) * InstancesPerKey(model_, access) / usual *
                          static_cast<double>(RowBytes(model_, access));
    }
  }

  void Scan() {
    for (const auto* list : {&plan_.wanted, &plan_.over_read}) {
      for (const auto& access : *list) {
        const double items = static_cast<double>(access.entity->count) * PresenceOf(access);
        cost_.items_read += items;
        cost_.bytes_read += items * static_cast<double>(RowBytes(model_, access));
      }
    }
  }

  void Charge() {
    const double half = pattern_.strong ? 1 : 0.5;
    const double partitions = static_cast<double>(plan_.partitions());
    const double each = cost_.bytes_read / partitions;
    cost_.requests = partitions * std::max(1.0, std::ceil(each / kPageBytes));
    cost_.read_units = partitions * std::max(1.0, std::ceil(each / kReadUnitBytes)) * half;
    cost_.arms.push_back({.table = plan_.table->name,
                          .index = plan_.index == nullptr ? "" : plan_.index->name,
                          .read = cost_.read_units});
    if (plan_.second_read) ReadAgain(half);
  }

  // Each item is got by its key as well.
  void ReadAgain(double half) {
    const auto bytes = static_cast<double>(plan_.wanted.front().entity->bytes);
    const double units = std::ceil(bytes / kReadUnitBytes) * half * cost_.items_read;
    cost_.requests += cost_.items_read;
    cost_.read_units += units;
    cost_.arms.push_back({.table = plan_.table->name, .read = units});
  }

  const Model& model_;
  const Pattern& pattern_;
  const ReadPlan& plan_;
  PatternCost cost_;
};

bool IsAmong(const Condition& condition, const std::vector<Condition>& given) {
  return std::ranges::find(given, condition) != given.end();
}

// The share of the instances of which `given` holds that have the row.
double PresenceGiven(const Access& access, const std::vector<Condition>& given) {
  double share = 1;
  for (const auto& condition : access.conditions) {
    const Attribute* attribute = access.entity->Find(condition.attribute);
    if (attribute == nullptr || attribute->values.empty() || IsAmong(condition, given)) continue;
    share *= ShareOf(*attribute, condition.value);
  }
  return share;
}

// The attributes that the row has there beside those of keys, if it has not all.
std::vector<std::string> ListedIn(const Access& access) {
  const bool copy = access.row == Access::Row::kCopy;
  auto copied = copy ? access.entity->copies[access.number].attributes : std::vector<std::string>{};
  if (access.index == nullptr || access.index->projection == Projection::kAll) return copied;
  if (access.row == Access::Row::kGuard) return {};
  auto included = access.index->include;
  if (copy) std::erase_if(included, [&](const auto& name) { return !Contains(copied, name); });
  return included;
}

class WriteEstimate {
 public:
  WriteEstimate(const Model& model, const WritePlan& plan) : model_(model), plan_(plan) {}

  PatternCost Run() {
    for (const auto& row : plan_.rows) {
      const bool new_item =
          row.type == RowWrite::Type::kPut && row.access.row == Access::Row::kItem;
      new_item ? AddItem(row) : AddRow(row, RunsOf(row));
    }
    return std::move(cost_);
  }

 private:
  // A new item has one of the keys that its entity may have.
  void AddItem(const RowWrite& row) {
    std::vector<RowWrite> variants;
    std::vector<double> shares;
    double sum = 0;
    for (const auto& access : AccessesOf(model_, *row.access.entity)) {
      if (!access.InTable() || access.row != Access::Row::kItem) continue;
      variants.push_back(row);
      variants.back().access = access;
      shares.push_back(EntriesOfPut(access, {}));
      sum += shares.back();
    }
    if (variants.size() < 2 || sum <= 0) return AddRow(row, 1);
    for (std::size_t i = 0; i < variants.size(); ++i) AddRow(variants[i], shares[i] / sum);
  }

  // `runs`: in how many of the pattern's runs, from 0 to 1, the row is written.
  void AddRow(const RowWrite& row, double runs) {
    runs *= static_cast<double>(row.times);
    const double units = WriteUnits(RowBytes(model_, row.access)) * (plan_.transaction ? 2 : 1);
    Add(row.access, units * runs);
    if (row.type == RowWrite::Type::kCheck) return;
    for (const auto& access : AccessesOf(model_, *row.access.entity)) {
      if (access.InTable() || !access.IsOf(row.access)) continue;
      const double writes = row.moved ? 1 : WritesOf(row, access);
      Add(access, runs * writes * WriteUnits(RowBytes(model_, access)));
    }
  }

  void Add(const Access& access, double units) {
    if (units == 0) return;
    cost_.write_units += units;
    cost_.entries.push_back({access, units});
    const std::string index = access.index == nullptr ? "" : access.index->name;
    for (auto& arm : cost_.arms) {
      if (arm.table == access.table->name && arm.index == index) {
        arm.write += units;
        return;
      }
    }
    cost_.arms.push_back({.table = access.table->name, .index = index, .write = units});
  }

  // Not every item has a sparse copy; of one that moves, in how many of the updates it is there to
  // be deleted, or put.
  double RunsOf(const RowWrite& row) const {
    if (row.access.row == Access::Row::kItem) return 1;
    if (!row.moved) {
      return row.type == RowWrite::Type::kPut ? EntriesOfPut(row.access, {})
                                              : PresenceOf(row.access);
    }
    const auto written = WrittenBy(*row.action);
    for (const auto& condition : row.access.conditions) {
      if (Contains(written, condition.attribute)) return ComesOrGoes(row.access, condition) / 2;
    }
    return PresenceOf(row.access);
  }

  // How many writes the entry takes: none if nothing in it changes, two if it moves.
  double WritesOf(const RowWrite& row, const Access& entry) const {
    const double present = PresenceGiven(entry, row.access.conditions);
    if (row.type == RowWrite::Type::kPut) return EntriesOfPut(entry, row.access.conditions);
    if (row.type == RowWrite::Type::kDelete) return present;
    const auto same = [&](const Access& other) { return other.index == entry.index; };
    if (std::ranges::any_of(row.rewritten, same)) {
      for (const auto& condition : entry.conditions) {
        if (Contains(row.attributes, condition.attribute)) return ComesOrGoes(entry, condition);
      }
      return 2 * present;
    }
    const bool touched = std::ranges::any_of(
        row.attributes, [&](const std::string& name) { return entry.Holds(name); });
    return touched ? present : 0;
  }

  // Whether items pass from one value to the next: some pattern sets the attribute.
  bool Changes(const Entity& entity, const std::string& attribute) const {
    for (const auto& pattern : model_.patterns) {
      for (const auto& action : pattern.actions) {
        if (action.entity == entity.name && Contains(action.sets, attribute)) return true;
      }
    }
    return false;
  }

  // Values that change are passed through in the order in which the model lists them, so that a new
  // item has the first. `given`: what is known to hold.
  double EntriesOfPut(const Access& entry, const std::vector<Condition>& given) const {
    double share = 1;
    for (const auto& condition : entry.conditions) {
      const Attribute* attribute = entry.entity->Find(condition.attribute);
      if (attribute == nullptr || attribute->values.empty() || IsAmong(condition, given)) continue;
      if (Changes(*entry.entity, attribute->name)) {
        share *= attribute->values.front().value == condition.value ? 1 : 0;
      } else {
        share *= ShareOf(*attribute, condition.value);
      }
    }
    return share;
  }

  // Of the changes from the first value to the last, one enters a value and one leaves it.
  static double ComesOrGoes(const Access& entry, const Condition& condition) {
    const Attribute* attribute = entry.entity->Find(condition.attribute);
    if (attribute == nullptr || attribute->values.size() < 2) return PresenceOf(entry);
    const auto& values = attribute->values;
    const bool end =
        condition.value == values.front().value || condition.value == values.back().value;
    return std::min(1.0, (end ? 1.0 : 2.0) / static_cast<double>(values.size() - 1));
  }

  const Model& model_;
  const WritePlan& plan_;
  PatternCost cost_;
};

}  // namespace

double PresenceOf(const Access& access) { return PresenceGiven(access, {}); }

std::int64_t RowBytes(const Model& model, const Access& access) {
  const auto& entity = *access.entity;
  const bool whole = access.row == Access::Row::kItem &&
                     (access.index == nullptr || access.index->projection == Projection::kAll);
  if (whole) return entity.bytes;
  constexpr std::int64_t kKeyNames = 16;  // PK, SK, GSI1PK and the like
  std::int64_t bytes = kKeyNames + TemplateBytes(entity, access.key.partition) +
                       TemplateBytes(entity, access.key.sort);
  if (access.index != nullptr) {  // the table's key, too
    std::int64_t own = 0;
    for (const auto& row : AccessesOf(model, entity)) {
      if (!row.InTable() || !access.IsOf(row)) continue;
      own = std::max(
          own, TemplateBytes(entity, row.key.partition) + TemplateBytes(entity, row.key.sort));
    }
    bytes += own;
  }
  for (const auto& name : ListedIn(access)) {
    const Attribute* attribute = entity.Find(name);
    if (attribute == nullptr) continue;
    bytes += static_cast<std::int64_t>(name.size()) + ValueBytes(*attribute);
  }
  return access.row == Access::Row::kItem ? std::min(bytes, entity.bytes) : bytes;
}

void AddCost(const PatternCost& step, PatternCost& sum) {
  sum.requests += step.requests;
  sum.read_units += step.read_units;
  sum.write_units += step.write_units;
  sum.items_read += step.items_read;
  sum.bytes_read += step.bytes_read;
  for (const auto& arm : step.arms) {
    const auto same = std::ranges::find_if(sum.arms, [&](const ArmUnits& other) {
      return other.table == arm.table && other.index == arm.index;
    });
    if (same == sum.arms.end()) {
      sum.arms.push_back(arm);
    } else {
      same->read += arm.read;
      same->write += arm.write;
    }
  }
}

PatternCost EstimateRead(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  if (plan.children.empty()) return ReadEstimate(model, pattern, plan).Run();
  auto sum = ReadEstimate(model, TogetherOf(model, pattern, plan), plan).Run();
  for (const auto& apart : plan.children) {
    const auto child = ChildOf(model, pattern, apart);
    for (const ReadPlan* read : apart.alternatives()) {
      AddCost(ReadEstimate(model, UnderKey(child, read->wanted.front()), *read).Run(), sum);
    }
  }
  return sum;
}

PatternCost EstimateWrite(const Model& model, const WritePlan& plan) {
  return WriteEstimate(model, plan).Run();
}

PatternCost Estimate(const Model& model, const Pattern& pattern) {
  if (pattern.reads()) return EstimateRead(model, pattern, PlanRead(model, pattern));
  return EstimateWrite(model, PlanWrite(model, pattern));
}

std::vector<StoredBytes> EstimateStorage(const Model& model) {
  std::vector<StoredBytes> all;
  for (const auto& access : AllAccesses(model)) {
    const double items = static_cast<double>(access.entity->count) * PresenceOf(access);
    const bool instance = access.InTable() && access.row == Access::Row::kItem;
    all.push_back(
        {.table = access.table->name,
         .index = access.index == nullptr ? "" : access.index->name,
         .entity = access.entity->name,
         .items = items,
         .instances = instance ? items : 0,
         .bytes = items * (static_cast<double>(RowBytes(model, access)) + kStoredOverheadBytes)});
  }
  return all;
}

}  // namespace stator::model
