#include "model/exchange/table_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "model/print.h"

namespace stator::model {
namespace {

constexpr std::int64_t kUnitsDefault = 5;

// A text, or what a function is about: {"Ref": "Name"}, {"Fn::Sub": "${Stage}-orders"}.
std::string WordOf(const Json& value) {
  auto text = model::TextOf(value);
  if (!text.empty()) return text;
  for (const auto& [name, inner] : Members(value)) {
    text = model::TextOf(inner);
    if (!text.empty()) return text;
    for (const auto& element : Elements(inner)) {
      text = model::TextOf(element);
      if (text.size() > 1) return text;
    }
  }
  return "";
}

class Shape {
 public:
  Shape(const Json& json, const Parameters& parameters, Imported& imported, SampledTable& sampled)
      : json_(json), parameters_(parameters), imported_(imported), sampled_(sampled) {}

  Result<> Run() {
    auto& table = sampled_.table;
    std::vector<std::string> hash;
    std::vector<std::string> range;
    ReadKeySchema(json_, hash, range);
    if (hash.empty()) return FailInvalid(fmt::format("{} has no KeySchema.", table.name));
    table.partition_key = hash.front();
    if (!range.empty()) table.sort_key = range.front();
    for (const auto& attribute : ElementsAt(json_, "AttributeDefinitions")) {
      sampled_.types[CleanName(WordAt(attribute, "AttributeName"))] =
          WordAt(attribute, "AttributeType");
    }
    ReadCapacity();
    ReadOptions();
    for (const auto& index : ElementsAt(json_, "GlobalSecondaryIndexes")) ReadIndex(index, false);
    for (const auto& index : ElementsAt(json_, "LocalSecondaryIndexes")) ReadIndex(index, true);
    return {};
  }

 private:
  static void ReadKeySchema(const Json& json, std::vector<std::string>& hash,
                            std::vector<std::string>& range) {
    for (const auto& key : ElementsAt(json, "KeySchema")) {
      const auto name = CleanName(WordAt(key, "AttributeName"));
      (WordAt(key, "KeyType") == "RANGE" ? range : hash).push_back(name);
    }
  }

  std::int64_t Units(const Json& json, std::string_view name) {
    constexpr double kUnitsMax = 1e9;
    auto number = NumberAt(json, name);
    const auto word = WordAt(json, name);
    std::vector<std::string> unknown;
    if (!number) number = NumberOf(Resolved(word, parameters_, unknown));
    if (number && *number >= 1 && *number <= kUnitsMax) return std::llround(*number);
    imported_.unread.push_back(
        {"", fmt::format("The {} of {} ({}) are not a number; {} is a guess.", name,
                         sampled_.table.name, word.empty() ? "nothing" : word, kUnitsDefault)});
    return kUnitsDefault;
  }

  void ReadCapacity() {
    // On demand must be asked for; without a word a table is provisioned.
    const auto summary = Member(json_, "BillingModeSummary");
    const auto mode = WordAt(summary ? *summary : json_, "BillingMode");
    if (mode == "PAY_PER_REQUEST") return;
    auto& table = sampled_.table;
    table.on_demand = false;
    table.read_units = table.write_units = kUnitsDefault;
    if (const auto throughput = Member(json_, "ProvisionedThroughput")) {
      table.read_units = Units(*throughput, "ReadCapacityUnits");
      table.write_units = Units(*throughput, "WriteCapacityUnits");
    } else {
      imported_.unread.push_back(
          {"", fmt::format("{} is provisioned, but no ProvisionedThroughput says with how much; {} "
                           "is a guess.",
                           table.name, kUnitsDefault)});
    }
  }

  void ReadOptions() {
    auto& table = sampled_.table;
    if (const auto stream = Member(json_, "StreamSpecification")) {
      const auto view = WordAt(*stream, "StreamViewType");
      table.stream = view == "KEYS_ONLY"   ? StreamView::kKeys
                     : view == "NEW_IMAGE" ? StreamView::kNew
                     : view == "OLD_IMAGE" ? StreamView::kOld
                                           : StreamView::kNewAndOld;
    }
    const auto summary = Member(json_, "TableClassSummary");
    if (WordAt(summary ? *summary : json_, "TableClass") == "STANDARD_INFREQUENT_ACCESS") {
      table.table_class = TableClass::kInfrequentAccess;
    }
  }

  // A model gives a global index what its table has.
  void CompareCapacity(const Json& json, const std::string& index) {
    const auto& table = sampled_.table;
    const auto throughput = Member(json, "ProvisionedThroughput");
    if (table.on_demand || !throughput) return;
    const auto reads = Units(*throughput, "ReadCapacityUnits");
    const auto writes = Units(*throughput, "WriteCapacityUnits");
    if (reads == table.read_units && writes == table.write_units) return;
    imported_.unread.push_back(
        {"", fmt::format("The index {} of {} has a capacity of its own, {}/{}; in a model it has "
                         "the table's, {}/{}.",
                         index, table.name, reads, writes, table.read_units, table.write_units)});
  }

  void ReadIndex(const Json& json, bool local) {
    constexpr std::size_t kKeyAttributesMax = 4;
    Index index{.name = CleanTableName(WordAt(json, "IndexName")),
                .table = sampled_.table.name,
                .local = local};
    ReadKeySchema(json, index.hash, index.range);
    const bool fits = !index.hash.empty() && index.hash.size() <= kKeyAttributesMax &&
                      index.range.size() <= kKeyAttributesMax;
    if (!fits || (local && (index.range.size() != 1 || sampled_.table.sort_key.empty()))) {
      imported_.remarks.push_back(
          fmt::format("The index {} was left out: its key cannot be read.", index.name));
      return;
    }
    while (sampled_.HasIndex(index.name)) index.name += "2";
    if (const auto projection = Member(json, "Projection")) {
      const auto type = WordAt(*projection, "ProjectionType");
      if (type == "KEYS_ONLY") index.projection = Projection::kKeysOnly;
      for (const auto& name : ElementsAt(*projection, "NonKeyAttributes")) {
        index.include.push_back(CleanName(WordOf(name)));
      }
      if (type == "INCLUDE" && !index.include.empty()) index.projection = Projection::kInclude;
    }
    if (index.projection != Projection::kInclude) index.include.clear();
    if (!local) CompareCapacity(json, index.name);
    sampled_.indexes.push_back(std::move(index));
  }

  const Json& json_;
  const Parameters& parameters_;
  Imported& imported_;
  SampledTable& sampled_;
};

}  // namespace

std::string WordAt(const Json& object, std::string_view name) {
  const auto found = Member(object, name);
  return found ? WordOf(*found) : "";
}

std::vector<Json> ElementsAt(const Json& object, std::string_view name) {
  const auto found = Member(object, name);
  return found ? Elements(*found) : std::vector<Json>{};
}

std::string Resolved(const std::string& text, const Parameters& parameters,
                     std::vector<std::string>& unknown) {
  const auto value_of = [&](const std::string& name) -> std::string {
    const auto found = parameters.find(name);
    if (found != parameters.end() && !found->second.empty()) return found->second;
    unknown.push_back(name);
    return "";
  };
  if (parameters.contains(text)) return value_of(text);
  std::string resolved;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = std::min(text.find("${", at), text.size());
    const auto end = std::min(text.find('}', begin), text.size());
    resolved += text.substr(at, begin - at);
    if (end == text.size()) return resolved + text.substr(begin);
    resolved += value_of(text.substr(begin + 2, end - begin - 2));
    at = end + 1;
  }
  return resolved;
}

Result<> ReadTableShape(const Json& json, const Parameters& parameters, Imported& imported,
                        SampledTable& sampled) {
  return Shape(json, parameters, imported, sampled).Run();
}

}  // namespace stator::model
