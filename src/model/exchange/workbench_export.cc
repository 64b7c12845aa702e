#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "json/to_json.h"
#include "model/exchange/imported.h"
#include "model/exchange/json_access.h"
#include "model/language/print.h"
#include "model/layout/layout.h"
#include "model/layout/table_requests.h"

// Exports a model as NoSQL Workbench's JSON, version 3.0.
namespace stator::model {
namespace {

// Members that the export writes, with their JSON, in order.
using Ours = std::vector<std::pair<std::string, std::string>>;

std::string ArrayOf(const std::vector<std::string>& elements) {
  std::string json = "[";
  for (const auto& element : elements) {
    if (json.size() > 1) json += ',';
    json += element;
  }
  return json + ']';
}

// Merges our members into the original's: first the original's order, then the members it lacks.
// `defaults` apply only where the original has no member. An empty value removes the member.
std::string Merged(const std::optional<Json>& original, const Ours& ours, const Ours& defaults) {
  std::string json;
  std::set<std::string> written;
  {
    json::ObjectWriter object(json);
    const auto write = [&](const std::string& name, const std::string& value) {
      if (!written.insert(name).second || value.empty()) return;
      object.Key(name);
      json += value;
    };
    if (original) {
      for (const auto& [name, value] : Members(*original)) {
        const auto mine = std::ranges::find(ours, name, &Ours::value_type::first);
        write(name, mine == ours.end() ? Minified(value) : mine->second);
      }
    }
    for (const auto& [name, value] : ours) write(name, value);
    for (const auto& [name, value] : defaults) write(name, value);
  }
  return json;
}

std::optional<Json> MemberOf(const std::optional<Json>& object, std::string_view name) {
  return object ? Member(*object, name) : std::nullopt;
}

// Returns the element of the original's list with this name.
std::optional<Json> Named(const std::optional<Json>& original, std::string_view list,
                          std::string_view member, std::string_view name) {
  const auto all = MemberOf(original, list);
  if (!all) return std::nullopt;
  std::optional<Json> similar;
  for (const auto& element : Elements(*all)) {
    const auto text = TextAt(element, member);
    if (text == name) return element;
    if (!similar && CleanName(text) == name) similar = element;
  }
  return similar;
}

std::string_view TypeOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kNumber:
    case Kind::kCounter:
    case Kind::kVersion:
    case Kind::kExpiry:
      return "N";
    case Kind::kBool:
      return "BOOL";
    case Kind::kBlob:
      return "B";
    case Kind::kMap:
      return "M";
    case Kind::kList:
      return "L";
    default:
      return "S";
  }
}

// A model has one kind for both lists and sets.
bool IsSet(std::string_view type) { return type == "SS" || type == "NS" || type == "BS"; }

// Writes an attribute under the original's spelling of its name.
std::string TypedName(const std::optional<Json>& original, const std::string& name,
                      std::string_view type) {
  const auto said = original ? TextAt(*original, "AttributeName") : name;
  const auto declared = original ? TextAt(*original, "AttributeType") : "";
  return Merged(original,
                {{"AttributeName", json::ToJson(said)},
                 {"AttributeType", json::ToJson(type == "L" && IsSet(declared) ? declared : type)}},
                {});
}

// Returns why the format has no place for the index. Empty: it has one.
std::string_view LeftOutFor(const Index& index) {
  if (index.local) return "local indexes";
  return index.hash.size() > 1 || index.range.size() > 1 ? "keys of several attributes" : "";
}

class TableExport {
 public:
  TableExport(const Model& model, const Table& table, std::optional<Json> original)
      : model_(model), table_(table), original_(original) {
    for (const auto& entity : model_.entities) {
      if (entity.table != table_.name) continue;
      for (const auto& attribute : entity.attributes) {
        if (!StandsInKeyOnly(entity, attribute.name)) {
          types_.emplace(attribute.name, TypeOf(attribute));
        }
      }
    }
  }

  std::string Run() {
    std::vector<std::string> facets;
    for (const auto& entity : model_.entities) {
      if (entity.table == table_.name) facets.push_back(Facet(entity));
    }
    std::vector<std::string> indexes;
    for (const auto& index : model_.indexes) {
      if (index.table != table_.name || !LeftOutFor(index).empty()) continue;
      indexes.push_back(IndexJson(index));
    }
    Ours ours{{"TableName", json::ToJson(table_.name)},
              {"KeyAttributes", Keys(original_, table_.partition_key, table_.sort_key)},
              {"NonKeyAttributes", ArrayOf(NonKeys())}};
    const bool own_data = original_ && Member(*original_, "TableData");
    if (!own_data) ours.emplace_back("TableFacets", ArrayOf(facets));
    ours.emplace_back("GlobalSecondaryIndexes", ArrayOf(indexes));
    ours.emplace_back("BillingMode", table_.on_demand ? "\"PAY_PER_REQUEST\"" : "\"PROVISIONED\"");
    if (!table_.on_demand) ours.emplace_back("ProvisionedCapacitySettings", Capacity());
    return Merged(original_, ours, {{"DataAccess", "{\"MySql\":{}}"}, {"SampleDataFormats", "{}"}});
  }

 private:
  // Returns true if the original has the name only as a part of the key and not as an attribute.
  bool StandsInKeyOnly(const Entity& entity, const std::string& name) const {
    const auto facet = Named(original_, "TableFacets", "FacetName", entity.name);
    if (!facet || entity.keys.empty()) return false;
    const auto fields = FieldsOf(entity.keys.front());
    if (std::ranges::find(fields, name) == fields.end()) return false;
    return !Lists(Member(*facet, "NonKeyAttributes"), name) &&
           !Lists(Member(*original_, "NonKeyAttributes"), name) && !IsInData(*facet, name);
  }

  static bool Lists(const std::optional<Json>& names, const std::string& name) {
    if (!names) return false;
    return std::ranges::any_of(Elements(*names), [&](const Json& element) {
      return TextOf(element) == name || TextAt(element, "AttributeName") == name;
    });
  }

  static bool IsInData(const Json& facet, const std::string& name) {
    const auto data = Member(facet, "TableData");
    if (!data) return false;
    return std::ranges::any_of(Elements(*data),
                               [&](const Json& item) { return Member(item, name).has_value(); });
  }

  // Returns the type that the entities state, or the original's, or "S".
  std::string TypeOfName(const std::string& name, const std::optional<Json>& declared) const {
    const auto found = types_.find(name);
    if (found != types_.end()) return found->second;
    const auto type = declared ? TextAt(*declared, "AttributeType") : "";
    return type.empty() ? "S" : type;
  }

  // Writes a key. `original` is the table or index before the change.
  std::string Keys(const std::optional<Json>& original, const std::string& partition,
                   const std::string& sort) const {
    const auto keys = MemberOf(original, "KeyAttributes");
    Ours ours;
    for (const auto& [side, name] :
         {std::pair("PartitionKey", &partition), std::pair("SortKey", &sort)}) {
      auto declared = MemberOf(keys, side);
      if (declared && CleanName(TextAt(*declared, "AttributeName")) != *name) declared.reset();
      ours.emplace_back(
          side, name->empty() ? "" : TypedName(declared, *name, TypeOfName(*name, declared)));
    }
    return Merged(keys, ours, {});
  }

  bool IsTableKey(const std::string& name) const {
    return name == table_.partition_key || name == table_.sort_key;
  }

  // Lists index keys, then the entities' attributes, then the other attributes that the original
  // declares.
  std::vector<std::string> NonKeys() const {
    std::vector<std::string> elements;
    std::set<std::string> written;
    const auto add = [&](const std::string& name) {
      if (IsTableKey(name) || !written.insert(OwnName(name)).second) return;
      const auto declared = Named(original_, "NonKeyAttributes", "AttributeName", name);
      elements.push_back(TypedName(declared, name, TypeOfName(name, declared)));
    };
    for (const auto& index : model_.indexes) {
      if (index.table != table_.name) continue;
      for (const auto& name : index.hash) add(name);
      for (const auto& name : index.range) add(name);
    }
    for (const auto& [name, type] : types_) add(name);
    const auto declared = MemberOf(original_, "NonKeyAttributes");
    if (!declared) return elements;
    for (const auto& attribute : Elements(*declared)) {
      add(TextAt(attribute, "AttributeName"));
    }
    return elements;
  }

  // Returns the original's spelling of the name.
  std::string OwnName(const std::string& name) const {
    const auto declared = Named(original_, "NonKeyAttributes", "AttributeName", name);
    return declared ? TextAt(*declared, "AttributeName") : name;
  }

  std::string Facet(const Entity& entity) const {
    const auto original = Named(original_, "TableFacets", "FacetName", entity.name);
    std::vector<std::string> names;
    for (const auto& entry : entity.entries) {
      const Index* index = model_.FindIndex(entity.table, entry.index);
      if (index == nullptr) continue;
      for (const auto& name : index->hash) names.push_back(json::ToJson(name));
      for (const auto& name : index->range) names.push_back(json::ToJson(name));
    }
    for (const auto& attribute : entity.attributes) {
      if (IsTableKey(attribute.name) || StandsInKeyOnly(entity, attribute.name)) continue;
      names.push_back(json::ToJson(OwnName(attribute.name)));
    }
    const KeyPair key = entity.keys.empty() ? KeyPair{} : entity.keys.front();
    const auto alias = Merged(
        MemberOf(original, "KeyAttributeAlias"),
        {{"PartitionKeyAlias",
          json::ToJson(key.partition.empty() ? table_.partition_key : TextOf(key.partition))},
         {"SortKeyAlias", json::ToJson(key.sort.empty() ? table_.sort_key : TextOf(key.sort))}},
        {});
    return Merged(original,
                  {{"FacetName", original ? json::ToJson(TextAt(*original, "FacetName"))
                                          : json::ToJson(entity.name)},
                   {"KeyAttributeAlias", alias},
                   {"NonKeyAttributes", ArrayOf(names)}},
                  {{"TableData", "[]"}, {"DataAccess", "{\"MySql\":{}}"}});
  }

  std::string IndexJson(const Index& index) const {
    const auto original = Named(original_, "GlobalSecondaryIndexes", "IndexName", index.name);
    const auto projected = ProjectionNeeded(table_, index);
    const std::string type = projected == Projection::kAll        ? "\"ALL\""
                             : projected == Projection::kKeysOnly ? "\"KEYS_ONLY\""
                                                                  : "\"INCLUDE\"";
    std::vector<std::string> names;
    for (const auto& name : index.include) names.push_back(json::ToJson(OwnName(name)));
    const Ours projection{
        {"ProjectionType", type},
        {"NonKeyAttributes", projected == Projection::kInclude ? ArrayOf(names) : ""}};
    return Merged(original,
                  {{"IndexName", json::ToJson(index.name)},
                   {"KeyAttributes", Keys(original, index.hash.front(),
                                          index.range.empty() ? "" : index.range.front())},
                   {"Projection", Merged(MemberOf(original, "Projection"), projection, {})}},
                  {});
  }

  std::string Capacity() const {
    const auto throughput = fmt::format("{{\"ReadCapacityUnits\":{},\"WriteCapacityUnits\":{}}}",
                                        table_.read_units, table_.write_units);
    Ours ours{{"ProvisionedThroughput", throughput}};
    if (table_.scaling) {
      const auto scaling = fmt::format(
          "{{\"ScalableTargetRequest\":{{\"MinCapacity\":{},\"MaxCapacity\":{},\"ServiceRole\":"
          "\"AWSServiceRoleForApplicationAutoScaling_DynamoDBTable\"}},"
          "\"ScalingPolicyConfiguration\":{{\"TargetValue\":{:.0f}}}}}",
          table_.scaling->min, table_.scaling->max, table_.scaling->target_percent);
      ours.emplace_back("AutoScalingRead", scaling);
      ours.emplace_back("AutoScalingWrite", scaling);
    }
    return Merged(MemberOf(original_, "ProvisionedCapacitySettings"), ours, {});
  }

  const Model& model_;
  const Table& table_;
  std::optional<Json> original_;
  std::map<std::string, std::string> types_;
};

// Lists the patterns for readers, because the format has no field for them.
std::string DescriptionOf(const Model& model) {
  std::string text = model.text;
  for (const auto& pattern : model.patterns) {
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", pattern.id, PrintRequest(pattern));
  }
  return text;
}

std::string MetadataOf(const Model& model, const std::optional<Json>& original) {
  // A model has no dates, and repeated exports must be equal.
  constexpr std::string_view kNoDate = "\"Jan 01, 2026, 12:00 AM\"";
  Ours ours{{"AWSService", "\"Amazon DynamoDB\""}, {"Version", "\"3.0\""}};
  if (!model.patterns.empty() || !original) {
    ours.insert(ours.begin(), {"Description", json::ToJson(DescriptionOf(model))});
  }
  return Merged(original, ours,
                {{"Author", "\"\""},
                 {"DateCreated", std::string(kNoDate)},
                 {"DateLastModified", std::string(kNoDate)},
                 {"Description", json::ToJson(model.text)}});
}

// A facet is an entity with one key, and has no keys of indexes. Notes every other key.
void AddLeftOut(const Entity& entity, std::vector<std::string>& notes) {
  const auto note = [&](std::string_view what, const KeyPair& key) {
    notes.push_back(fmt::format(
        "The {} {}{}{} of {} is left out: a facet of NoSQL Workbench has one key.", what,
        TextOf(key.partition), key.sort.empty() ? "" : " / ", TextOf(key.sort), entity.name));
  };
  for (std::size_t i = 1; i < entity.keys.size(); ++i) note("key", entity.keys[i]);
  for (const auto& copy : entity.copies) note("copy", copy.key);
  for (const auto& guard : entity.guards) note("unique row", guard);
  if (entity.entries.empty()) return;
  std::set<std::string> indexes;
  for (const auto& entry : entity.entries) indexes.insert(entry.index);
  notes.push_back(
      fmt::format("The key templates of {} in {} are left out: a facet of NoSQL Workbench has only "
                  "those of the table.",
                  entity.name, fmt::join(indexes, ", ")));
}

std::string Document(const Model& model, const std::optional<Json>& original) {
  std::vector<std::string> tables;
  for (const auto& table : model.tables) {
    tables.push_back(
        TableExport(model, table, Named(original, "DataModel", "TableName", table.name)).Run());
  }
  const auto metadata = MemberOf(original, "ModelMetadata");
  return Indented(Merged(original,
                         {{"ModelName", json::ToJson(model.name)},
                          {"ModelMetadata", MetadataOf(model, metadata)},
                          {"DataModel", ArrayOf(tables)}},
                         {}));
}

}  // namespace

std::vector<std::string> LeftOutByWorkbench(const Model& model) {
  std::vector<std::string> notes;
  for (const auto& index : model.indexes) {
    const auto why = LeftOutFor(index);
    if (why.empty()) continue;
    notes.push_back(fmt::format("The index {} of {} is left out: NoSQL Workbench has no {}.",
                                index.name, index.table, why));
  }
  for (const auto& entity : model.entities) AddLeftOut(entity, notes);
  return notes;
}

Result<std::string> ExportWorkbench(const Model& model, const std::string& original) {
  if (original.empty()) return Document(model, std::nullopt);
  json::Parser parser;
  const auto body = TRY(ParseDocument(parser, original, "NoSQL Workbench model"));
  return Document(model, body.root());
}

}  // namespace stator::model
