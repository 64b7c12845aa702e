#include "model/exchange/infer.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exchange/infer_attributes.h"
#include "model/exchange/infer_keys.h"
#include "model/exchange/key_text.h"
#include "model/language/bucket.h"
#include "model/language/parser.h"
#include "model/language/print.h"
#include "model/layout/layout.h"
#include "model/layout/rows.h"

namespace stator::model {
namespace {

class EntityBuilder {
 public:
  EntityBuilder(const SampledTable& sampled, const SampledEntity& seen,
                std::vector<std::string>& remarks)
      : sampled_(sampled),
        seen_(seen),
        items_(seen.items),
        keys_(KeyNamesOf(sampled)),
        remarks_(remarks) {}

  Entity Run() {
    entity_.name = CleanName(seen_.name);
    entity_.table = sampled_.table.name;
    Measure();
    AddKey();
    for (const auto& copy : seen_.copies) AddCopy(copy);
    for (const auto& guard : seen_.guards) AddGuard(guard);
    for (const auto& index : sampled_.indexes) AddEntry(index);
    AddAttributes();
    AddIdentity();
    return std::move(entity_);
  }

 private:
  void Measure() {
    constexpr std::int64_t kUnseenBytes = 500;
    std::size_t bytes = 0;
    for (const auto& item : seen_.items) bytes += BytesOf(item);
    const auto items = static_cast<double>(std::max<std::size_t>(1, seen_.items.size()));
    entity_.count = std::max<std::int64_t>(1, std::llround(items * sampled_.scale));
    entity_.bytes = seen_.items.empty()
                        ? kUnseenBytes
                        : static_cast<std::int64_t>(std::ceil(static_cast<double>(bytes) / items));
  }

  bool Has(const std::string& key) const {
    return std::ranges::any_of(items_, [&](const SampledItem& item) { return item.contains(key); });
  }

  // Returns the template of a key attribute: the known one, or the one that the items show.
  Template TakeKey(const std::string& key, const Template& known, Sharding sharding) {
    if (key.empty()) return {};
    if (!known.empty()) {
      for (const auto& field : FieldsOf(known)) needed_.insert(field);
      for (const auto& part : known.parts) {
        if (part.bucket != Bucket::kNone) buckets_.emplace(part.text, part.bucket);
      }
      return known;
    }
    if (!Has(key)) {
      natural_.insert(key);
      Template text;
      text.parts.push_back({.type = Part::Type::kField, .text = CleanName(key)});
      return text;
    }
    auto found = InferKey(items_, key, keys_, sharding, learned_);
    if (found.natural) natural_.insert(key);
    needed_.insert(found.invented.begin(), found.invented.end());
    widths_.merge(found.widths);
    Remark(key, found);
    return std::move(found.text);
  }

  void Remark(const std::string& key, const InferredKey& found) {
    if (found.strays > 0) {
      remarks_.push_back(fmt::format("{} of {} {} have a {} of another form than {}.", found.strays,
                                     items_.size(), entity_.name, key, TextOf(found.text)));
    }
    if (!found.invented.empty()) {
      remarks_.push_back(
          fmt::format("{} of {} occurs only in {} and is not an attribute of the "
                      "items.",
                      fmt::join(found.invented, ", "), entity_.name, key));
    }
  }

  void AddKey() {
    const auto& table = sampled_.table;
    KeyPair key{.partition = TakeKey(table.partition_key, seen_.partition, Sharding::kNo)};
    Learn(table.partition_key, key.partition);
    key.sort = TakeKey(table.sort_key, seen_.sort, Sharding::kNo);
    Learn(table.sort_key, key.sort);
    own_ = key;
    // Keys that are plain attributes need no line.
    const bool natural = natural_.contains(table.partition_key) &&
                         (table.sort_key.empty() || natural_.contains(table.sort_key));
    if (!natural) entity_.keys.push_back(std::move(key));
  }

  // Adds values that occur only in a key to the items. Other keys may contain them, too.
  void Learn(const std::string& key, const Template& text) {
    if (natural_.contains(key)) return;
    for (auto& item : items_) {
      const auto found = item.find(key);
      if (found == item.end()) continue;
      for (auto& [name, value] : ValuesIn(text, found->second.text)) {
        if (item.contains(name)) continue;
        learned_.insert(name);
        item.emplace(name, SampledValue{.type = "S", .text = std::move(value)});
      }
    }
  }

  // Adds rows that repeat some of the attributes under another key.
  void AddCopy(const std::vector<SampledItem>& rows) {
    Copy copy{.key = KeyOfRows(rows)};
    const auto fields = FieldsOf(copy.key);
    std::set<std::string> there(fields.begin(), fields.end());
    there.insert(kTypeAttribute);
    for (const auto& row : rows) {
      for (const auto& [name, value] : row) {
        const auto clean = CleanName(name);
        if (!keys_.contains(name) && there.insert(clean).second) copy.attributes.push_back(clean);
      }
    }
    RemarkRows(copy.key, "copies");
    entity_.copies.push_back(std::move(copy));
  }

  void AddGuard(const std::vector<SampledItem>& rows) {
    entity_.guards.push_back(KeyOfRows(rows));
    RemarkRows(entity_.guards.back(), "unique rows");
  }

  KeyPair KeyOfRows(const std::vector<SampledItem>& rows) {
    const auto& table = sampled_.table;
    KeyPair key;
    for (auto [name, text] :
         {std::pair(&table.partition_key, &key.partition), std::pair(&table.sort_key, &key.sort)}) {
      if (name->empty()) continue;
      *text = InferKey(rows, *name, keys_, Sharding::kNo).text;
      for (const auto& field : FieldsOf(*text)) needed_.insert(field);
    }
    return key;
  }

  void RemarkRows(const KeyPair& key, std::string_view what) {
    remarks_.push_back(fmt::format("The rows {}{}{} are taken for {} of {}.", TextOf(key.partition),
                                   key.sort.empty() ? "" : " / ", TextOf(key.sort), what,
                                   entity_.name));
  }

  void AddEntry(const Index& index) {
    if (index.hash.size() > 1 || index.range.size() > 1) return;  // their keys are plain attributes
    const auto& hash = index.hash.front();
    const std::string range = index.range.empty() ? "" : index.range.front();
    if (index.local ? !Has(range) : !Has(hash) || (!range.empty() && !Has(range))) return;
    const auto own = [&](const std::vector<std::string>& names) {
      return names.empty() || sampled_.table.HasKey(names);
    };
    if (!index.local && own(index.hash) && own(index.range)) return;
    KeyPair key;
    if (index.local) {
      key.partition = TakeKey(range, {}, Sharding::kNo);
      if (natural_.contains(range)) return;
      Learn(range, key.partition);
    } else {
      key.partition = TakeKey(hash, {}, Sharding::kMaybe);
      Learn(hash, key.partition);
      key.sort = TakeKey(range, {}, Sharding::kNo);
      if (!range.empty()) Learn(range, key.sort);
      if (natural_.contains(hash) && (range.empty() || natural_.contains(range))) return;
    }
    auto hidden = keys_;  // a condition must use an attribute of the items
    hidden.insert(learned_.begin(), learned_.end());
    key.when = InferCondition(items_, index.local ? range : hash, hidden);
    entity_.entries.push_back({.index = index.name, .key = std::move(key)});
  }

  void AddAttributes() {
    std::set<std::string> names(seen_.attributes.begin(), seen_.attributes.end());
    for (const auto& item : items_) {
      for (const auto& [name, value] : item) names.insert(name);
    }
    for (const auto& index : sampled_.indexes) {
      if (index.hash.size() > 1 || index.range.size() > 1) AddPlain(index, names);
    }
    for (const auto& key : keys_) {
      // If no item shows how keys are made, key attributes are like any other.
      const bool plain = natural_.contains(key) || items_.empty();
      if (!plain) names.erase(key);
    }
    names.insert(natural_.begin(), natural_.end());
    names.erase(kTypeAttribute);  // every item has it anyway
    for (const auto& name : names) Add(name);
    for (const auto& name : needed_) Add(name);
  }

  // The parts of a multi-attribute key are attributes like any other. Attributes of the table's key
  // keep their meaning there.
  void AddPlain(const Index& index, const std::set<std::string>& names) {
    for (const auto* side : {&index.hash, &index.range}) {
      for (const auto& name : *side) {
        if (names.contains(name) && !sampled_.table.HasKey({name})) natural_.insert(name);
      }
    }
  }

  void Add(const std::string& name) {
    if (entity_.Find(CleanName(name)) != nullptr) return;
    const auto declared = sampled_.types.find(name);
    auto attribute =
        InferAttribute(items_, name, declared == sampled_.types.end() ? "" : declared->second);
    if (attribute.name == "at" && needed_.contains("at")) attribute.kind = Kind::kTime;
    if (attribute.name == "date" && needed_.contains("date")) attribute.kind = Kind::kDate;
    const auto bucket = buckets_.find(attribute.name);
    bool told = attribute.kind == Kind::kTime || attribute.kind == Kind::kDate;
    if (!told && bucket != buckets_.end()) {  // only times and dates have buckets
      const bool whole_days = SecondsAtLeast(bucket->second) >= SecondsAtLeast(Bucket::kDay);
      attribute = {.name = attribute.name, .kind = whole_days ? Kind::kDate : Kind::kTime};
      told = true;
    }
    if (learned_.contains(name) && !told) attribute = {.name = attribute.name};
    const auto width = widths_.find(attribute.name);
    if (width != widths_.end() && attribute.kind == Kind::kNumber) attribute.width = width->second;
    entity_.attributes.push_back(std::move(attribute));
  }

  // The last field of the key identifies an item, alone or together with the fields before it.
  void AddIdentity() {
    const auto fields = FieldsOf(own_);
    if (fields.empty()) return;
    const auto last = std::ranges::find(entity_.attributes, fields.back(), &Attribute::name);
    if (last == entity_.attributes.end()) return;
    const bool word = last->kind == Kind::kString || last->kind == Kind::kEnum;
    if (word && (fields.size() == 1 || IsTelling(fields.back()))) {
      *last = {.name = last->name, .kind = Kind::kId};
    } else {
      entity_.identity = fields;
    }
  }

  bool IsTelling(const std::string& name) const {
    std::set<std::string> values;
    for (const auto& item : items_) {
      const auto found = item.find(name);
      if (found == item.end() || !values.insert(found->second.text).second) return false;
    }
    // A single item proves nothing. The attribute's name may still.
    return items_.size() > 1 || name.ends_with("Id") || name.ends_with("ID");
  }

  const SampledTable& sampled_;
  const SampledEntity& seen_;
  std::vector<SampledItem> items_;  // including the values learned from their keys
  const std::set<std::string> keys_;
  std::vector<std::string>& remarks_;
  Entity entity_;
  KeyPair own_;
  std::set<std::string> natural_;
  std::set<std::string> needed_;   // fields of templates
  std::set<std::string> learned_;  // fields that occur only in keys
  std::map<std::string, int> widths_;
  std::map<std::string, Bucket> buckets_;  // of templates that are known
};

// Returns the number of items under one partition key: the average and the maximum.
std::pair<double, std::int64_t> ChildrenOf(const SampledTable& sampled, const SampledEntity& seen) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& item : seen.items) {
    const auto found = item.find(sampled.table.partition_key);
    if (found != item.end()) ++counts[found->second.text];
  }
  if (counts.empty()) return {1, 1};
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  const auto average = static_cast<double>(seen.items.size()) / static_cast<double>(counts.size());
  return {std::max(1.0, std::round(average)), most->second};
}

// Returns true if a row of `other`, its own or a copy, is the only one under this partition key.
bool LiesUnder(const KeyPair& key, const Entity& other) {
  const auto is = [&](const KeyPair& row) {
    return FieldsOf(row.sort).empty() && row.partition.parts == key.partition.parts;
  };
  return is(other.keys.front()) ||
         std::ranges::any_of(other.copies, [&](const Copy& copy) { return is(copy.key); });
}

// Finds the parent: an entity whose single row has the partition key that these items share.
void FindParent(const SampledTable& sampled, const SampledEntity& seen,
                const std::vector<Entity>& others, Entity& entity) {
  if (entity.keys.empty() || FieldsOf(entity.keys.front().sort).empty()) return;
  const auto& key = entity.keys.front();
  const auto fields = FieldsOf(key.partition);
  if (fields.empty()) return;
  for (const auto& other : others) {
    if (other.name == entity.name || other.keys.empty()) continue;
    if (!LiesUnder(key, other)) continue;
    entity.parent = other.name;
    entity.parent_key = fields.back();
    std::tie(entity.children_average, entity.children_max) = ChildrenOf(sampled, seen);
    for (auto& attribute : entity.attributes) {
      if (attribute.name == entity.parent_key) attribute.inherited = true;
    }
    return;
  }
}

// Names entities with few rows: their inferred keys and types may be chance.
void RemarkFewRows(const std::vector<SampledEntity>& seen, const std::vector<Entity>& built,
                   std::vector<std::string>& remarks) {
  constexpr std::size_t kFewRows = 10;
  std::vector<std::string> few;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto rows = seen[i].items.size();
    if (rows > 0 && rows < kFewRows) few.push_back(fmt::format("{} ({})", built[i].name, rows));
  }
  if (few.empty()) return;
  remarks.push_back(
      fmt::format("Keys, types and conditions are inferred from fewer than {} rows of {}: check "
                  "them.",
                  kFewRows, fmt::join(few, ", ")));
}

}  // namespace

bool SampledTable::HasIndex(std::string_view name) const {
  return std::ranges::find(indexes, name, &Index::name) != indexes.end();
}

bool IsAccepted(const Model& model) { return Parse(Print(model)).complaints.empty(); }

void AddPlainTable(const SampledTable& sampled, const std::vector<SampledItem>& items,
                   Model& model) {
  model.tables.push_back(sampled.table);
  for (const auto& index : sampled.indexes) model.indexes.push_back(index);
  std::size_t bytes = 0;
  std::set<std::string> names = KeyNamesOf(sampled);
  for (const auto& item : items) {
    bytes += BytesOf(item);
    for (const auto& [name, value] : item) names.insert(name);
  }
  const auto count = std::max<std::size_t>(1, items.size());
  Entity entity{
      .name = EntityNameOf(sampled.table.name),
      .count = std::max<std::int64_t>(1, std::llround(static_cast<double>(count) * sampled.scale)),
      .bytes = static_cast<std::int64_t>(std::max<std::size_t>(1, bytes / count)),
      .table = sampled.table.name};
  names.erase(kTypeAttribute);  // every item has it anyway
  for (const auto& name : names) {
    const auto declared = sampled.types.find(name);
    auto attribute =
        InferAttribute(items, name, declared == sampled.types.end() ? "" : declared->second);
    const bool known = entity.Find(attribute.name) != nullptr;
    if (!known) entity.attributes.push_back(std::move(attribute));
  }
  entity.identity = {CleanName(sampled.table.partition_key)};
  if (!sampled.table.sort_key.empty()) {
    entity.identity.push_back(CleanName(sampled.table.sort_key));
  }
  model.entities.push_back(std::move(entity));
}

void InferTable(const SampledTable& sampled, const std::vector<SampledEntity>& entities,
                Model& model, std::vector<std::string>& remarks) {
  model.tables.push_back(sampled.table);
  for (const auto& index : sampled.indexes) model.indexes.push_back(index);
  std::vector<Entity> built;
  for (const auto& seen : entities) {
    built.push_back(EntityBuilder(sampled, seen, remarks).Run());
    auto& name = built.back().name;
    const auto taken = [&](const Entity& other) {
      return &other != &built.back() && other.name == name;
    };
    while (model.FindEntity(name) != nullptr || std::ranges::any_of(built, taken)) name += "2";
  }
  RemarkFewRows(entities, built, remarks);
  const auto all = built;
  for (std::size_t i = 0; i < built.size(); ++i) FindParent(sampled, entities[i], all, built[i]);
  for (auto& entity : built) model.entities.push_back(std::move(entity));
}

}  // namespace stator::model
