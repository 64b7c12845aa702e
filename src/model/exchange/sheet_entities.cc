#include "model/exchange/sheet_entities.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "model/exchange/key_text.h"
#include "model/layout/layout.h"

namespace stator::model {
namespace {

bool IsIn(const std::vector<Binding>& known, std::string_view name) {
  return std::ranges::find(known, name, &Binding::attribute) != known.end();
}

// Returns the first field of the sort key that is not known.
std::string FirstUnknown(const Template& sort, const std::vector<Binding>& known) {
  for (const auto& part : sort.parts) {
    if (part.type == Part::Type::kField && !IsIn(known, part.text)) return part.text;
  }
  return "";
}

struct NamedKey {
  std::vector<std::string> partition;
  std::vector<std::string> sort;  // empty: no pattern asks for a single item
  std::string order;              // of the list
};

// Collects the attributes by which patterns ask the table for one entity.
class AskedNames {
 public:
  void Add(bool list, const std::vector<Binding>& known, const std::string& order) {
    std::vector<std::string> names;
    for (const auto& binding : known) {
      if (!binding.value) names.push_back(binding.attribute);
    }
    if (names.empty()) return;
    if (!list) return points_.push_back(std::move(names));
    if (list_.empty()) {
      list_ = std::move(names);
      order_ = order;
    }
  }

  // Returns key attributes that serve all patterns; nullopt: none do. The attributes of a list form
  // the partition key. The further attributes of a point read form the sort key. Each point read
  // must know all of them.
  std::optional<NamedKey> KeyNames() const {
    if (list_.empty() && (points_.empty() || points_.front().size() < 2)) return std::nullopt;
    NamedKey key{.partition = list_, .order = order_};
    if (list_.empty()) key.partition = {points_.front().front()};
    if (!points_.empty()) key.sort = points_.front();
    std::erase_if(key.sort, [&](const auto& name) { return Contains(key.partition, name); });
    const auto knows_all = [&](const std::vector<std::string>& point) {
      const auto knows = [&](const std::string& name) { return Contains(point, name); };
      return std::ranges::all_of(key.partition, knows) && std::ranges::all_of(key.sort, knows);
    };
    if (!std::ranges::all_of(points_, knows_all)) return std::nullopt;
    if (!points_.empty() && key.sort.empty()) return std::nullopt;
    const auto by = std::ranges::find(key.sort, order_);
    if (by != key.sort.end()) std::rotate(key.sort.begin(), by, by + 1);
    return key;
  }

 private:
  std::vector<std::string> list_;
  std::string order_;
  std::vector<std::vector<std::string>> points_;
};

const std::string& OrderOrRange(const Pattern& pattern) {
  return pattern.target.order.empty() ? pattern.range : pattern.target.order;
}

// Makes the key USER#{userId} / ORDER#{orderDate}#{orderId}.
KeyPair KeyOf(const Entity& entity, const NamedKey& names) {
  KeyPair key;
  const auto add = [](Template& text, const std::string& word, const std::string& name) {
    text.parts.push_back({.text = word});
    text.parts.push_back({.type = Part::Type::kField, .text = name});
  };
  for (const auto& name : names.partition) {
    const auto kind = name.ends_with("Id") ? name.substr(0, name.size() - 2) : name;
    add(key.partition, (key.partition.empty() ? "" : "#") + UpperText(kind) + "#", name);
  }
  for (const auto& name : names.sort) {
    add(key.sort, key.sort.empty() ? UpperText(entity.name) + "#" : "#", name);
  }
  return key;
}

}  // namespace

Entity& SheetEntities::Of(const std::string& name) {
  const auto found = std::ranges::find(model_.entities, name, &Entity::name);
  if (found != model_.entities.end()) return *found;
  names_.push_back(name);
  model_.entities.push_back({.name = name, .count = 1'000, .bytes = 1'024});
  return model_.entities.back();
}

void SheetEntities::NeedName(Entity& entity, const std::string& name) {
  if (name.empty() || entity.Find(name) != nullptr) return;
  Kind kind = Kind::kString;
  if (name == "at" || name.ends_with("At")) kind = Kind::kTime;
  if (name == "date" || name.ends_with("Date")) kind = Kind::kDate;
  if (name == AttributeNameOf(entity.name) + "Id") kind = Kind::kId;
  entity.attributes.push_back({.name = name, .kind = kind});
}

// Sets the type of an attribute from its use, whatever its name suggests.
void SheetEntities::NeedAs(Entity& entity, const std::string& name, const Attribute& type) {
  NeedName(entity, name);
  auto& attribute = *std::ranges::find(entity.attributes, name, &Attribute::name);
  attribute = type;
  attribute.name = name;
}

void SheetEntities::NeedFields(Entity& entity, const KeyPair& key) {
  for (const auto* side : {&key.partition, &key.sort}) {
    for (const auto& part : side->parts) {
      if (part.type != Part::Type::kField && part.type != Part::Type::kShard) continue;
      NeedName(entity, part.text);
      const bool plain = entity.Find(part.text)->kind == Kind::kString;
      if (plain && part.bucket != Bucket::kNone) NeedAs(entity, part.text, {.kind = Kind::kTime});
    }
  }
}

void SheetEntities::NeedIndex(const std::string& name, const std::string& hash,
                              const std::string& range) {
  if (model_.FindIndex(model_.tables.front().name, name) != nullptr) return;
  model_.indexes.push_back({.name = name,
                            .table = model_.tables.front().name,
                            .hash = {hash.empty() ? name + "PK" : hash},
                            .range = {range.empty() || range == hash ? name + "SK" : range}});
}

void SheetEntities::Keep(const SheetRow& row) {
  if (row.plain) plain_.insert(row.entity);
  if (row.key.partition.empty()) return KeepPlainIndex(row);
  auto& entity = Of(row.entity);
  NeedFields(entity, row.key);
  if (!row.index.empty()) return KeepEntry(row);
  if (row.key.sort.empty()) return KeepPartition(row, entity);
  keys_[entity.name].push_back({row.key, row.open});
}

// Keeps a key with an invented sort key. A list expects several rows of its kind under the
// partition key; a single read expects one.
void SheetEntities::KeepPartition(const SheetRow& row, Entity& entity) {
  const bool listed = row.verb == Verb::kList;
  KeptKey kept{.key = row.key, .open = listed, .guessed = true};
  kept.key.sort.parts = {{.text = listed ? UpperText(entity.name) + "#" : "ITEM"}};
  keys_[entity.name].push_back(std::move(kept));
}

// Adds an index on plain attributes: "Query ByMail", "email = :email".
void SheetEntities::KeepPlainIndex(const SheetRow& row) {
  if (row.index.empty() || row.known.empty()) return;
  if (model_.FindIndex(model_.tables.front().name, row.index) != nullptr) return;
  auto& entity = Of(row.entity);
  Index index{.name = row.index,
              .table = model_.tables.front().name,
              .hash = {row.known.front().attribute}};
  const auto& range = row.range.empty() ? row.order : row.range;
  if (row.known.size() > 1) {
    index.range = {row.known[1].attribute};
  } else if (!range.empty() && range != index.hash.front()) {
    index.range = {range};
  }
  NeedName(entity, index.hash.front());
  for (const auto& name : index.range) NeedName(entity, name);
  model_.indexes.push_back(std::move(index));
}

void SheetEntities::KeepEntry(const SheetRow& row) {
  auto& entity = Of(row.entity);
  NeedIndex(row.index, row.hash, row.sort);
  if (std::ranges::find(entity.entries, row.index, &IndexEntry::index) != entity.entries.end()) {
    return;
  }
  IndexEntry entry{.index = row.index, .key = row.key};
  if (entry.key.sort.empty() && !row.order.empty()) {
    NeedName(entity, row.order);
    entry.key.sort.parts = {{.type = Part::Type::kField, .text = row.order}};
  }
  entity.entries.push_back(std::move(entry));
  if (row.open) to_close_[entity.name].push_back(row.index);
}

// Returns the attribute that identifies instances. Adds one if the rows name none.
const Attribute& SheetEntities::IdOf(Entity& entity) {
  const auto found = std::ranges::find(entity.attributes, Kind::kId, &Attribute::kind);
  if (found != entity.attributes.end()) return *found;
  const auto name = AttributeNameOf(entity.name) + "Id";
  NeedAs(entity, name, {.kind = Kind::kId});
  return *entity.Find(name);
}

// Completes a key so that it identifies instances: with the id or, if it has that, with a further
// field of the item's own key.
void SheetEntities::Close(Entity& entity, KeyPair& key) {
  const auto there = FieldsOf(key);
  auto last = IdOf(entity).name;
  if (Contains(FieldsOf(key.sort), last)) return;
  if (Contains(there, last) && !entity.keys.empty()) {
    const auto own = FieldsOf(entity.keys.front());
    const auto more =
        std::ranges::find_if(own, [&](const auto& name) { return !Contains(there, name); });
    if (more != own.end()) last = *more;
  }
  auto& parts = key.sort.parts;
  if (!parts.empty() && parts.back().type != Part::Type::kLiteral) parts.push_back({.text = "#"});
  parts.push_back({.type = Part::Type::kField, .text = std::move(last)});
}

// Makes the last field of a complete key the entity's id.
void SheetEntities::TakeIdFrom(const KeptKey& kept, Entity& entity) {
  const auto fields = FieldsOf(kept.key);
  const bool has =
      std::ranges::find(entity.attributes, Kind::kId, &Attribute::kind) != entity.attributes.end();
  if (kept.open || has || fields.empty()) return;
  if (entity.Find(fields.back())->kind == Kind::kString) {
    NeedAs(entity, fields.back(), {.kind = Kind::kId});
  }
}

// Makes the longest key the entity's own and the others keys of copies. An open key is ignored if a
// complete key has the same partition key.
void SheetEntities::MakeKeys() {
  for (auto& [name, kept] : keys_) {
    auto& entity = Of(name);
    std::vector<KeyPair> keys;
    const auto add = [&](KeyPair key) {
      const bool there = std::ranges::any_of(
          keys, [&](const KeyPair& other) { return other.partition.parts == key.partition.parts; });
      if (!there) keys.push_back(std::move(key));
    };
    std::ranges::sort(kept, [](const KeptKey& left, const KeptKey& right) {
      const auto rank = [](const KeptKey& each) {
        return std::tuple(each.guessed, each.open, -static_cast<int>(each.key.sort.parts.size()));
      };
      return rank(left) < rank(right);
    });
    for (auto& each : kept) {
      if (each.guessed && !each.open && !keys.empty()) continue;
      TakeIdFrom(each, entity);
      if (each.open) Close(entity, each.key);
      add(each.key);
    }
    const auto longest = std::ranges::max_element(
        keys, {}, [](const KeyPair& key) { return key.sort.parts.size(); });
    std::rotate(keys.begin(), longest, longest + 1);
    entity.keys = {keys.front()};
    for (std::size_t i = 1; i < keys.size(); ++i) entity.copies.push_back({.key = keys[i]});
  }
  for (const auto& [name, indexes] : to_close_) {
    auto& entity = Of(name);
    for (auto& entry : entity.entries) {
      const bool open = std::ranges::find(indexes, entry.index) != indexes.end();
      if (open) Close(entity, entry.key);
    }
  }
}

std::string SheetEntities::OrderOf(const SheetRow& row) const {
  const auto* entity = model_.FindEntity(row.entity);
  if (entity == nullptr) return "";
  std::vector<const KeyPair*> keys;
  for (const auto& key : entity->keys) keys.push_back(&key);
  for (const auto& copy : entity->copies) keys.push_back(&copy.key);
  if (!row.index.empty()) {
    keys.clear();
    for (const auto& entry : entity->entries) {
      if (entry.index == row.index) keys.push_back(&entry.key);
    }
  }
  for (const auto* key : keys) {
    if (key->partition.parts != row.key.partition.parts) continue;
    return FirstUnknown(key->sort, row.known);
  }
  return "";
}

void SheetEntities::Need(const Pattern& pattern) {
  if (pattern.reads()) {
    auto& entity = Of(pattern.target.entity);
    for (const auto& binding : pattern.bindings) NeedName(entity, binding.attribute);
    for (const auto& name : pattern.shows) NeedName(entity, name);
    NeedName(entity, pattern.range);
    NeedName(entity, pattern.target.order);
    for (const auto& child : pattern.children) NeedName(Of(child.entity), child.order);
  }
  for (const auto& action : pattern.actions) {
    auto& entity = Of(action.entity);
    for (const auto& binding : action.bindings) NeedName(entity, binding.attribute);
    NeedChanges(action, entity);
  }
  if (pattern.stated && pattern.stated->key) {
    const auto& name = pattern.reads() ? pattern.target.entity : pattern.actions.front().entity;
    NeedFields(Of(name), *pattern.stated->key);
  }
  NeedIndexes(pattern);
}

void SheetEntities::NeedChanges(const Action& action, Entity& entity) {
  constexpr std::int64_t kElementBytes = 100;
  for (const auto* names : {&action.sets, &action.modifies, &action.conditions}) {
    for (const auto& name : *names) NeedName(entity, name);
  }
  for (const auto& name : action.adds) NeedAs(entity, name, {.kind = Kind::kCounter});
  for (const auto& name : action.appends) {
    NeedAs(entity, name, {.kind = Kind::kList, .bytes = kElementBytes});
  }
}

void SheetEntities::NeedIndexes(const Pattern& pattern) {
  std::vector<std::string> names{pattern.via};
  if (pattern.stated) names.push_back(pattern.stated->index);
  for (const auto& action : pattern.actions) {
    if (!action.rewrites) continue;
    names.insert(names.end(), action.rewrites->begin(), action.rewrites->end());
  }
  for (const auto& name : names) {
    const bool index = !name.empty() && name != "table" && name != "*" && name != "copy";
    if (index) NeedIndex(name, "", "");
  }
}

bool SheetEntities::HasIndexFor(const std::vector<Binding>& known) const {
  return std::ranges::any_of(model_.indexes, [&](const Index& index) {
    return std::ranges::all_of(index.hash,
                               [&](const std::string& name) { return IsIn(known, name); });
  });
}

bool SheetEntities::KeyByNames(Entity& entity) {
  AskedNames asked;
  for (const auto& pattern : model_.patterns) {
    if (pattern.verb == Verb::kGet || pattern.verb == Verb::kList) {
      const bool own = pattern.target.entity == entity.name && !HasIndexFor(pattern.bindings);
      if (own) asked.Add(pattern.verb == Verb::kList, pattern.bindings, OrderOrRange(pattern));
    }
    for (const auto& action : pattern.actions) {
      if (action.entity == entity.name && action.verb != Verb::kPut) {
        asked.Add(false, action.bindings, "");
      }
    }
  }
  auto names = asked.KeyNames();
  if (!names) return false;
  if (names->sort.empty()) names->sort = {names->order, IdOf(entity).name};
  std::erase(names->sort, "");
  auto all = names->partition;
  all.insert(all.end(), names->sort.begin(), names->sort.end());
  const bool has_id = std::ranges::any_of(
      all, [&](const std::string& name) { return entity.Find(name)->kind == Kind::kId; });
  if (!has_id) entity.identity = std::move(all);
  auto& table = model_.tables.front();
  if (model_.entities.size() == 1 && plain_.contains(entity.name) && entity.entries.empty() &&
      names->partition.size() == 1 && names->sort.size() == 1) {
    table.partition_key = names->partition.front();
    table.sort_key = names->sort.front();
    return true;
  }
  entity.keys.push_back(KeyOf(entity, *names));
  return true;
}

void SheetEntities::Complete() {
  for (auto& entity : model_.entities) {
    if (entity.keys.empty() && KeyByNames(entity)) continue;
    const auto id = IdOf(entity).name;
    if (!entity.keys.empty()) continue;
    KeyPair key;
    key.partition.parts = {{.text = UpperText(entity.name) + "#"},
                           {.type = Part::Type::kField, .text = id}};
    key.sort.parts = {{.text = "ITEM"}};
    entity.keys.push_back(std::move(key));
  }
}

}  // namespace stator::model
