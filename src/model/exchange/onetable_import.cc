#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "base/text.h"
#include "model/exchange/imported.h"
#include "model/exchange/json_access.h"
#include "model/exchange/key_text.h"
#include "model/language/print.h"
#include "model/layout/layout.h"
#include "model/layout/rows.h"

// Imports OneTable schemas. Their keys are attributes with a value such as "user#${email}".
namespace stator::model {
namespace {

constexpr std::size_t kModelsMax = 200;
constexpr std::string_view kPrimary = "primary";

Kind KindOf(std::string_view text) {
  const auto type = LowerText(text);
  if (type == "number") return Kind::kNumber;
  if (type == "boolean") return Kind::kBool;
  if (type == "date") return Kind::kTime;
  if (type == "object") return Kind::kMap;
  if (type == "array" || type == "set") return Kind::kList;
  if (type == "binary" || type == "buffer" || type == "arraybuffer") return Kind::kBlob;
  return Kind::kString;
}

bool FlagAt(const Json& json, std::string_view name) {
  const auto found = Member(json, name);
  bool flag = false;
  return found && found->get(flag) == simdjson::SUCCESS && flag;
}

// Reads an attribute: {"type": …}, or its type alone.
Attribute ReadAttribute(const std::string& name, const Json& json) {
  constexpr std::int64_t kUnknownBytes = 200;
  Attribute attribute{.name = CleanName(name)};
  const auto type = json.is_object() ? TextAt(json, "type") : TextOf(json);
  attribute.kind = KindOf(type);
  if (attribute.kind == Kind::kMap || attribute.kind == Kind::kList ||
      attribute.kind == Kind::kBlob) {
    attribute.bytes = kUnknownBytes;
  }
  if (FlagAt(json, "ttl")) attribute.kind = Kind::kExpiry;
  if (Member(json, "generate")) attribute.kind = Kind::kId;
  const auto values = Member(json, "enum");
  if (!values || attribute.kind != Kind::kString) return attribute;
  const auto all = Elements(*values);
  for (const auto& value : all) {
    attribute.values.push_back({CleanName(TextOf(value)), 100.0 / static_cast<double>(all.size())});
  }
  if (!attribute.values.empty()) attribute.kind = Kind::kEnum;
  return attribute;
}

class OneTableImport {
 public:
  OneTableImport(const Json& root, std::string_view name) : root_(root) {
    imported_.model.name = CleanName(name);
    imported_.remarks.push_back(
        "Imported from a OneTable schema. Correct the counts and sizes, and add the patterns.");
  }

  Result<Imported> Run() {
    TRY(ReadIndexes());
    const auto models = Member(root_, "models");
    const auto all = models ? Members(*models) : std::vector<std::pair<std::string, Json>>{};
    if (all.empty() || all.size() > kModelsMax) {
      return FailInvalid(fmt::format("A OneTable schema has from 1 to {} models.", kModelsMax));
    }
    for (const auto& [name, json] : all) ReadEntity(name, json);
    return std::move(imported_);
  }

 private:
  Result<> ReadIndexes() {
    const auto indexes = Member(root_, "indexes");
    const auto primary = indexes ? Member(*indexes, kPrimary) : std::nullopt;
    if (!primary || TextAt(*primary, "hash").empty()) {
      return FailInvalid("It has no indexes.primary.hash, so it is no OneTable schema.");
    }
    auto& model = imported_.model;
    model.tables.push_back({.name = CleanTableName(model.name),
                            .partition_key = CleanName(TextAt(*primary, "hash")),
                            .sort_key = TextAt(*primary, "sort")});
    auto& table = model.tables.front();
    if (!table.sort_key.empty()) table.sort_key = CleanName(table.sort_key);
    for (const auto& [name, json] : Members(*indexes)) {
      if (name != kPrimary) AddIndex(name, json);
    }
    return {};
  }

  void AddIndex(const std::string& name, const Json& json) {
    auto& model = imported_.model;
    Index index{.name = CleanName(name), .table = model.tables.front().name};
    const auto hash = TextAt(json, "hash");
    const auto sort = TextAt(json, "sort");
    index.local = TextAt(json, "type") == "local" || hash.empty();
    index.hash = {index.local ? model.tables.front().partition_key : CleanName(hash)};
    if (!sort.empty()) index.range = {CleanName(sort)};
    if (model.FindIndex(index.table, index.name) != nullptr) return;
    if (index.local && (index.range.empty() || model.tables.front().sort_key.empty())) {
      imported_.remarks.push_back(
          fmt::format("The index {} was left out: its key cannot be read.", index.name));
      return;
    }
    if (const auto project = Member(json, "project")) {
      if (TextOf(*project) == "keys") index.projection = Projection::kKeysOnly;
      for (const auto& attribute : Elements(*project)) {
        index.include.push_back(CleanName(TextOf(attribute)));
      }
      if (!index.include.empty()) index.projection = Projection::kInclude;
    }
    model.indexes.push_back(std::move(index));
  }

  // Returns the template in the key attribute's value. Without a value, the key is the attribute
  // itself.
  Template KeyOf(const Json& json, const std::string& key, Entity& entity) {
    const auto attribute = key.empty() ? std::nullopt : Member(json, key);
    if (!attribute) return {};
    const auto value = TextAt(*attribute, "value");
    if (!value.empty()) return ReadDollarTemplate(WithoutPadding(value, entity));
    Template text{.natural = true};
    text.parts.push_back({.type = Part::Type::kField, .text = CleanName(key)});
    return text;
  }

  // Removes the padding of ${name:8:0}: to eight characters, with zeros. A number keeps it as its
  // width.
  std::string WithoutPadding(std::string value, Entity& entity) {
    for (auto mark = value.find("${"); mark != std::string::npos; mark = value.find("${", mark)) {
      const auto end = value.find('}', mark);
      if (end == std::string::npos) break;
      const auto colon = value.find(':', mark);
      mark += 2;
      if (colon > end) continue;
      TakePadding(value.substr(mark, colon - mark), value.substr(colon + 1, end - colon - 1),
                  entity);
      value.erase(colon, end - colon);
    }
    return value;
  }

  void TakePadding(const std::string& name, std::string_view padding, Entity& entity) {
    constexpr std::uint64_t kWidthMax = 38;
    const auto width = ParseCount(padding.substr(0, padding.find(':')));
    const bool zeros = padding.find(':') == std::string_view::npos || padding.ends_with(":0");
    const auto attribute = std::ranges::find(entity.attributes, CleanName(name), &Attribute::name);
    const bool number =
        attribute != entity.attributes.end() && attribute->kind == Kind::kNumber && zeros;
    if (number && width && *width >= 1 && *width <= kWidthMax) {
      attribute->width = static_cast<int>(*width);
      return;
    }
    imported_.remarks.push_back(
        fmt::format("The padding of ${{{}:{}}} in a key of {} was left out: "
                    "only numbers are padded, with 0.",
                    name, padding, entity.name));
  }

  // Adds the row that OneTable keeps for each value of a unique attribute.
  void AddUnique(const std::string& name, const Json& definition, Entity& entity) const {
    if (!FlagAt(definition, "unique")) return;
    KeyPair key{.partition = ReadDollarTemplate(
                    fmt::format("_unique#{}#{}#${{{}}}", entity.name, name, name))};
    if (!imported_.model.tables.front().sort_key.empty()) {
      key.sort = ReadDollarTemplate("_unique#");
    }
    entity.guards.push_back(std::move(key));
  }

  bool IsKey(const std::string& name) const {
    const auto& model = imported_.model;
    const auto& table = model.tables.front();
    if (name == table.partition_key || name == table.sort_key) return true;
    return std::ranges::any_of(model.indexes, [&](const Index& index) {
      return index.hash.front() == name || (!index.range.empty() && index.range.front() == name);
    });
  }

  void ReadEntity(const std::string& name, const Json& json) {
    constexpr std::int64_t kUnknownCount = 1'000;
    constexpr std::int64_t kUnknownBytes = 500;
    const auto& table = imported_.model.tables.front();
    Entity entity{.name = CleanName(name), .count = kUnknownCount, .bytes = kUnknownBytes};
    if (imported_.model.FindEntity(entity.name) != nullptr) return;
    for (const auto& [attribute, definition] : Members(json)) {
      const bool made = IsKey(CleanName(attribute)) && !TextAt(definition, "value").empty();
      if (made || entity.Find(CleanName(attribute)) != nullptr) continue;
      if (attribute == kTypeAttribute) continue;  // every item has it anyway
      entity.attributes.push_back(ReadAttribute(attribute, definition));
      AddUnique(attribute, definition, entity);
    }
    KeyPair key{.partition = KeyOf(json, table.partition_key, entity),
                .sort = KeyOf(json, table.sort_key, entity)};
    const bool natural = key.partition.natural && (key.sort.empty() || key.sort.natural);
    AddFields(key, entity);
    if (!natural) entity.keys.push_back(Plain(key));
    for (const auto& index : imported_.model.indexes) AddEntry(json, index, entity);
    AddIdentity(key, entity);
    if (!key.partition.empty() && (table.sort_key.empty() || !key.sort.empty())) {
      imported_.model.entities.push_back(std::move(entity));
    } else {
      imported_.remarks.push_back(fmt::format("{} was left out: it has no key.", entity.name));
    }
  }

  // If one side has a template, the plain side is written as a template, too.
  static KeyPair Plain(KeyPair key) {
    key.partition.natural = key.sort.natural = false;
    return key;
  }

  void AddEntry(const Json& json, const Index& index, Entity& entity) {
    // the schema does not state the keys' values there
    if (index.Inverts(imported_.model.tables.front())) return;
    KeyPair key{.partition = KeyOf(json, index.local ? "" : index.hash.front(), entity),
                .sort = KeyOf(json, index.range.empty() ? "" : index.range.front(), entity)};
    if (index.local) key = {.partition = key.sort};
    const bool whole = index.local || index.range.empty() || !key.sort.empty();
    if (key.partition.empty() || !whole) return;
    AddFields(key, entity);
    if (key.partition.natural && (key.sort.empty() || key.sort.natural)) return;
    entity.entries.push_back({.index = index.name, .key = Plain(std::move(key))});
  }

  static void AddFields(const KeyPair& key, Entity& entity) {
    for (const auto& field : FieldsOf(key)) {
      if (entity.Find(field) == nullptr) entity.attributes.push_back({.name = field});
    }
  }

  // Without a generated id, the whole key identifies an instance.
  static void AddIdentity(const KeyPair& key, Entity& entity) {
    const bool has_id = std::ranges::any_of(
        entity.attributes, [](const Attribute& attribute) { return attribute.kind == Kind::kId; });
    if (!has_id) entity.identity = FieldsOf(key);
  }

  const Json& root_;
  Imported imported_;
};

}  // namespace

Result<Imported> ImportOneTable(const std::string& json, std::string_view name) {
  json::Parser parser;
  const auto body = TRY(ParseDocument(parser, json, "OneTable schema"));
  const Json root = body.root();
  return OneTableImport(root, name).Run();
}

}  // namespace stator::model
