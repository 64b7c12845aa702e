#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/exchange/clean_names.h"
#include "model/exchange/imported.h"
#include "model/exchange/infer.h"
#include "model/exchange/json_access.h"
#include "model/exchange/key_text.h"
#include "model/language/cursor.h"
#include "model/language/parser.h"
#include "model/language/print.h"
#include "model/language/statements.h"
#include "model/layout/layout.h"

// Imports NoSQL Workbench's JSON: tables with facets (its word for kinds of items), sample data,
// indexes and capacity.
namespace stator::model {
namespace {

constexpr std::size_t kItemsMax = 20'000;  // of sample data, in all tables

std::size_t ElementsOf(const Json& value) {
  return value.is_object() ? Members(value).size() : Elements(value).size();
}

// Reads {"S": "x"} in DynamoDB's JSON.
std::optional<SampledValue> ReadValue(const Json& value) {
  const auto members = Members(value);
  if (members.size() != 1) return std::nullopt;
  const auto& [type, content] = members.front();
  SampledValue read{.type = type};
  if (type == "S" || type == "N") {
    read.text = TextOf(content);
    read.bytes = type == "S" ? read.text.size() : read.text.size() / 2 + 2;
  } else if (type == "BOOL") {
    bool flag = false;
    if (content.get(flag) == simdjson::SUCCESS && flag) read.text = "true";
    if (read.text.empty()) read.text = "false";
    read.bytes = 1;
  } else {
    read.bytes = type == "B" ? TextOf(content).size() * 3 / 4 : Minified(content).size();
    read.elements = ElementsOf(content);
  }
  return read;
}

// Reads "A1 get Order[orderId]", as an export lists a pattern. The export omits the rate.
bool ReadListed(std::string_view text, Model& model) {
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return false;
  const auto line = fmt::format("{} 1/s{}", text.substr(0, space), text.substr(space));
  Cursor cursor(line, 1);
  return ReadPattern(cursor, model) && cursor.AtEnd();
}

// Removes the patterns that an export listed at the end of a description, and returns them.
std::vector<std::string> TakePatterns(std::string& text) {
  constexpr std::string_view kBetween = "; ";
  std::vector<std::string> patterns;
  while (!text.empty()) {
    const auto between = text.rfind(kBetween);
    const auto begin = between == std::string::npos ? 0 : between + kBetween.size();
    Model read;
    if (!ReadListed(std::string_view(text).substr(begin), read)) break;
    patterns.insert(patterns.begin(), text.substr(begin));
    text.erase(between == std::string::npos ? 0 : between);
  }
  return patterns;
}

// Adds the patterns that the imported model can serve. An index or attribute of a pattern may be
// missing.
void AddPatterns(const std::vector<std::string>& patterns, Imported& imported) {
  constexpr std::size_t kPatternsMax = 300;
  std::size_t added = 0;
  for (const auto& pattern : patterns) {
    Model tried = imported.model;
    const bool read = added < kPatternsMax && ReadListed(pattern, tried);
    if (read && Parse(Print(tried)).complaints.empty()) {
      imported.model = std::move(tried);
      ++added;
    } else {
      imported.remarks.push_back(fmt::format("Left out: the pattern {}.", pattern));
    }
  }
  if (added == 0) return;
  imported.remarks.emplace_back("The patterns come from the description; correct their rates.");
}

class TableImport {
 public:
  TableImport(const Json& json, std::size_t& items_left, Imported& imported)
      : json_(json), items_left_(items_left), imported_(imported), names_(imported.remarks) {}

  Result<> Run() {
    auto& table = sampled_.table;
    table.name = CleanTableName(TextAt(json_, "TableName"));
    TRY(ReadKeys(json_, table.partition_key, table.sort_key));
    if (table.partition_key.empty()) {
      return FailInvalid(fmt::format("The table {} has no partition key.", table.name));
    }
    ReadTypes();
    ReadCapacity();
    for (const auto& index : ElementsAt(json_, "GlobalSecondaryIndexes")) TRY(ReadIndex(index));
    InferTable(sampled_, ReadEntities(), imported_.model, imported_.remarks);
    return {};
  }

 private:
  static std::vector<Json> ElementsAt(const Json& json, std::string_view name) {
    const auto found = Member(json, name);
    return found ? Elements(*found) : std::vector<Json>{};
  }

  // Refuses names that are no words: they are also the keys of sample data.
  Result<> ReadKeys(const Json& json, std::string& partition, std::string& sort) {
    const auto keys = Member(json, "KeyAttributes");
    if (!keys) return {};
    const auto read = [&](std::string_view side, std::string& name) -> Result<> {
      const auto key = Member(*keys, side);
      if (!key) return {};
      name = TextAt(*key, "AttributeName");
      sampled_.types[name] = TextAt(*key, "AttributeType");
      if (name.empty() || CleanName(name) == name) return {};
      return FailInvalid(
          fmt::format("'{}' cannot be the name of a key attribute in a model.", name));
    };
    TRY(read("PartitionKey", partition));
    return read("SortKey", sort);
  }

  void ReadTypes() {
    for (const auto& attribute : ElementsAt(json_, "NonKeyAttributes")) {
      sampled_.types[names_.Of(TextAt(attribute, "AttributeName"))] =
          TextAt(attribute, "AttributeType");
    }
  }

  static std::int64_t UnitsAt(const Json& json, std::string_view name, std::int64_t absent) {
    const auto number = NumberAt(json, name);
    return number && *number >= 1 && *number <= kImportedUnitsMax ? std::llround(*number) : absent;
  }

  void ReadCapacity() {
    auto& table = sampled_.table;
    const auto settings = Member(json_, "ProvisionedCapacitySettings");
    if (TextAt(json_, "BillingMode") != "PROVISIONED") return;
    table.on_demand = false;
    table.read_units = table.write_units = 5;  // the tool's own default
    if (!settings) return;
    if (const auto throughput = Member(*settings, "ProvisionedThroughput")) {
      table.read_units = UnitsAt(*throughput, "ReadCapacityUnits", table.read_units);
      table.write_units = UnitsAt(*throughput, "WriteCapacityUnits", table.write_units);
    }
    const auto scaling = Member(*settings, "AutoScalingWrite");
    const auto target = scaling ? Member(*scaling, "ScalableTargetRequest") : std::nullopt;
    if (!target) return;
    Scaling range{.min = UnitsAt(*target, "MinCapacity", 1),
                  .max = UnitsAt(*target, "MaxCapacity", 1)};
    const auto policy = Member(*scaling, "ScalingPolicyConfiguration");
    const auto percent = policy ? NumberAt(*policy, "TargetValue") : std::nullopt;
    if (percent && *percent >= 20 && *percent <= 90) range.target_percent = std::round(*percent);
    if (range.min <= range.max) table.scaling = range;
  }

  Result<> ReadIndex(const Json& json) {
    Index index{.name = CleanTableName(TextAt(json, "IndexName")), .table = sampled_.table.name};
    std::string hash;
    std::string range;
    TRY(ReadKeys(json, hash, range));
    if (hash.empty()) return FailInvalid(fmt::format("The index {} has no key.", index.name));
    index.hash = {hash};
    if (!range.empty()) index.range = {range};
    while (sampled_.HasIndex(index.name)) index.name += "2";
    if (const auto projection = Member(json, "Projection")) ReadProjection(*projection, index);
    sampled_.indexes.push_back(std::move(index));
    return {};
  }

  void ReadProjection(const Json& json, Index& index) {
    const auto type = TextAt(json, "ProjectionType");
    if (type == "KEYS_ONLY") index.projection = Projection::kKeysOnly;
    if (type != "INCLUDE") return;
    for (const auto& name : ElementsAt(json, "NonKeyAttributes")) {
      const auto text = TextOf(name);
      // Some files also list the table's key, which is always projected.
      if (text == sampled_.table.partition_key || text == sampled_.table.sort_key) continue;
      index.include.push_back(names_.Of(text));
    }
    index.projection = index.include.empty() ? Projection::kKeysOnly : Projection::kInclude;
  }

  std::vector<SampledItem> ReadItems(const Json& json) {
    std::vector<SampledItem> items;
    for (const auto& element : ElementsAt(json, "TableData")) {
      if (items_left_ == 0) break;
      --items_left_;
      SampledItem item;
      for (const auto& [name, value] : Members(element)) {
        if (auto read = ReadValue(value)) item.emplace(names_.Of(name), std::move(*read));
      }
      items.push_back(std::move(item));
    }
    return items;
  }

  std::vector<SampledEntity> ReadEntities() {
    const auto facets = ElementsAt(json_, "TableFacets");
    if (facets.empty()) return GroupItems(sampled_, ReadItems(json_));
    std::vector<SampledEntity> entities;
    for (const auto& facet : facets) entities.push_back(ReadFacet(facet));
    return entities;
  }

  SampledEntity ReadFacet(const Json& json) {
    SampledEntity entity{.name = TextAt(json, "FacetName"), .items = ReadItems(json)};
    for (const auto& name : ElementsAt(json, "NonKeyAttributes")) {
      entity.attributes.push_back(names_.Of(TextOf(name)));
    }
    if (const auto alias = Member(json, "KeyAttributeAlias")) {
      entity.partition = ReadAlias(TextAt(*alias, "PartitionKeyAlias"), entity);
      if (!sampled_.table.sort_key.empty()) {
        entity.sort = ReadAlias(TextAt(*alias, "SortKeyAlias"), entity);
      }
    }
    return entity;
  }

  // Reads a facet's heading as a template if it names an attribute of the facet or has our form.
  // Otherwise the data decide.
  Template ReadAlias(const std::string& alias, const SampledEntity& entity) const {
    if (alias.empty()) return {};
    auto text = ReadForeignTemplate(alias, entity.attributes);
    const bool marked = alias.find('{') != std::string::npos;
    const auto fields = FieldsOf(text);
    const bool named = std::ranges::any_of(fields, [&](const std::string& field) {
      return std::ranges::find(entity.attributes, field) != entity.attributes.end();
    });
    // A single word, such as METADATA, is a template only if there are no data.
    const bool constant = fields.empty() && IsKindWord(alias) && entity.items.empty();
    return marked || named || constant ? text : Template{};
  }

  const Json& json_;
  std::size_t& items_left_;
  Imported& imported_;
  CleanNames names_;
  SampledTable sampled_;
};

}  // namespace

Result<Imported> ImportWorkbench(const std::string& json) {
  json::Parser parser;
  const auto body = TRY(ParseDocument(parser, json, "NoSQL Workbench model"));
  const auto tables = Member(body.root(), "DataModel");
  if (!tables) return FailInvalid("It has no DataModel, so it is no NoSQL Workbench model.");
  Imported imported;
  std::vector<std::string> patterns;
  imported.model.name = CleanName(TextAt(body.root(), "ModelName"));
  if (const auto metadata = Member(body.root(), "ModelMetadata")) {
    imported.model.text = TextAt(*metadata, "Description");
    patterns = TakePatterns(imported.model.text);
    const auto service = TextAt(*metadata, "AWSService");
    if (!service.empty() && service != "Amazon DynamoDB") {
      return FailInvalid(fmt::format("It is a model for {}.", service));
    }
  }
  imported.remarks.push_back(
      fmt::format("Imported from a NoSQL Workbench model. Counts and sizes come from its sample "
                  "data: correct them{}.",
                  patterns.empty() ? ", and add the patterns" : ""));
  const auto all = Elements(*tables);
  if (all.empty() || all.size() > kImportedTablesMax) {
    return FailInvalid(fmt::format("A model has from 1 to {} tables.", kImportedTablesMax));
  }
  std::size_t items_left = kItemsMax;
  for (const auto& table : all) TRY(TableImport(table, items_left, imported).Run());
  AddPatterns(patterns, imported);
  return imported;
}

}  // namespace stator::model
