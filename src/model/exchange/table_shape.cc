#include "model/exchange/table_shape.h"

#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "model/exchange/imported.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

constexpr std::string_view kLeftOut = "it is left out";

class Shape {
 public:
  Shape(const Json& json, PropertyReader& reader, CleanNames& names, SampledTable& sampled,
        CapacityIn capacity)
      : json_(json), reader_(reader), names_(names), sampled_(sampled), capacity_(capacity) {}

  Result<> Run() {
    auto& table = sampled_.table;
    std::vector<std::string> hash;
    std::vector<std::string> range;
    TRY(ReadKeySchema(json_, table.name, hash, range));
    if (hash.empty()) return FailInvalid(fmt::format("{} has no KeySchema.", table.name));
    table.partition_key = hash.front();
    if (!range.empty()) table.sort_key = range.front();
    for (const auto& attribute : reader_.ObjectsAt(json_, "AttributeDefinitions", table.name)) {
      const auto name = reader_.TextAt(attribute, "AttributeName", table.name, kLeftOut);
      if (name.empty()) continue;
      sampled_.types[names_.Of(name)] =
          reader_.TextAt(attribute, "AttributeType", name, "it is taken for a text");
    }
    ReadCapacity();
    ReadOptions();
    for (const bool local : {false, true}) {
      const std::string_view list = local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes";
      for (const auto& index : reader_.ObjectsAt(json_, list, table.name)) ReadIndex(index, local);
    }
    return {};
  }

 private:
  // Refuses a table or index whose key is unknown: nothing else about it can be imported.
  Result<> ReadKeySchema(const Json& json, const std::string& owner, std::vector<std::string>& hash,
                         std::vector<std::string>& range) {
    const auto schema = Member(json, "KeySchema");
    if (!schema) return {};
    if (IsFunction(*schema)) {
      return Refuse("KeySchema", owner, WordOf(*schema, reader_.parameters()));
    }
    for (const auto& key : Elements(*schema)) {
      const auto name = reader_.WordAt(key, "AttributeName");
      const auto type = reader_.WordAt(key, "KeyType");
      if (IsFunction(key)) return Refuse("KeySchema", owner, WordOf(key, reader_.parameters()));
      if (!name.unknown.empty()) return Refuse("AttributeName in the KeySchema", owner, name);
      if (!type.unknown.empty()) return Refuse("KeyType in the KeySchema", owner, type);
      if (name.text.empty()) {
        return FailInvalid(fmt::format("The KeySchema of {} lacks an AttributeName.", owner));
      }
      (type.text == "RANGE" ? range : hash).push_back(names_.Of(name.text));
    }
    return {};
  }

  static std::unexpected<Error> Refuse(std::string_view what, const std::string& owner,
                                       const Word& word) {
    return FailInvalid(PropertyReader::Sentence(what, owner, word) + ".");
  }

  std::int64_t Units(const Json& json, std::string_view name) {
    const auto word = reader_.WordAt(json, name);
    const auto number = word.unknown.empty() ? NumberOf(word.text) : std::nullopt;
    if (number && *number >= 1 && *number <= kImportedUnitsMax) return std::llround(*number);
    reader_.Tell(fmt::format("The {} of {} ({}) are not a number; {} is a guess.", name,
                             sampled_.table.name, word.said.empty() ? "nothing" : word.said,
                             kImportedUnitsDefault));
    return kImportedUnitsDefault;
  }

  // A table is on demand only if it asks for it. The default is provisioned.
  bool IsOnDemand() {
    const auto& name = sampled_.table.name;
    const auto summary = reader_.ObjectAt(json_, "BillingModeSummary", name);
    const auto& object = summary ? *summary : json_;
    if (reader_.WordAt(object, "BillingMode").unknown.empty()) {
      return reader_.WordAt(object, "BillingMode").text == "PAY_PER_REQUEST";
    }
    const bool on_demand = !Member(json_, "ProvisionedThroughput");
    std::ignore =
        reader_.TextAt(object, "BillingMode", name,
                       on_demand ? "it is taken for on-demand" : "it is taken for provisioned");
    return on_demand;
  }

  void ReadCapacity() {
    if (IsOnDemand()) return;
    auto& table = sampled_.table;
    table.on_demand = false;
    table.read_units = table.write_units = kImportedUnitsDefault;
    if (capacity_ == CapacityIn::kReplicas) return;
    if (const auto throughput = reader_.ObjectAt(json_, "ProvisionedThroughput", table.name)) {
      table.read_units = Units(*throughput, "ReadCapacityUnits");
      table.write_units = Units(*throughput, "WriteCapacityUnits");
    } else {
      reader_.Tell(
          fmt::format("{} is provisioned, but has no ProvisionedThroughput; {} is a guess.",
                      table.name, kImportedUnitsDefault));
    }
  }

  void ReadOptions() {
    auto& table = sampled_.table;
    if (const auto stream = reader_.ObjectAt(json_, "StreamSpecification", table.name)) {
      const auto view =
          reader_.TextAt(*stream, "StreamViewType", table.name, "it is taken for both images");
      table.stream = view == "KEYS_ONLY"   ? StreamView::kKeys
                     : view == "NEW_IMAGE" ? StreamView::kNew
                     : view == "OLD_IMAGE" ? StreamView::kOld
                                           : StreamView::kNewAndOld;
    }
    const auto summary = reader_.ObjectAt(json_, "TableClassSummary", table.name);
    const auto table_class = reader_.TextAt(summary ? *summary : json_, "TableClass", table.name,
                                            "it is taken for STANDARD");
    if (table_class == "STANDARD_INFREQUENT_ACCESS") {
      table.table_class = TableClass::kInfrequentAccess;
    }
  }

  // A model gives a global index its table's capacity, so any difference becomes a remark.
  void CompareCapacity(const Json& json, const std::string& index) {
    const auto& table = sampled_.table;
    if (table.on_demand) return;
    const auto throughput = reader_.ObjectAt(json, "ProvisionedThroughput", index);
    if (!throughput) return;
    const auto reads = Units(*throughput, "ReadCapacityUnits");
    const auto writes = Units(*throughput, "WriteCapacityUnits");
    if (reads == table.read_units && writes == table.write_units) return;
    reader_.Tell(
        fmt::format("The index {} of {} has a capacity of its own, {}/{}; in a model it has "
                    "the table's, {}/{}.",
                    index, table.name, reads, writes, table.read_units, table.write_units));
  }

  std::string NameOf(const Json& index) {
    const auto word = reader_.WordAt(index, "IndexName");
    auto name = WithoutEnds(word.text);
    if (name.empty()) name = "index";
    name = CleanTableName(name);
    while (sampled_.HasIndex(name)) name += "2";
    if (!word.unknown.empty()) {
      const auto owner = "an index of " + sampled_.table.name;
      reader_.Tell(fmt::format("{}; it is called {} here.",
                               PropertyReader::Sentence("IndexName", owner, word), name));
    }
    return name;
  }

  void ReadIndex(const Json& json, bool local) {
    constexpr std::size_t kKeyAttributesMax = 4;
    Index index{.name = NameOf(json), .table = sampled_.table.name, .local = local};
    if (const auto read = ReadKeySchema(json, index.name, index.hash, index.range); !read) {
      return reader_.Tell(
          fmt::format("The index {} was left out: {}", index.name, read.error().message));
    }
    const bool fits = !index.hash.empty() && index.hash.size() <= kKeyAttributesMax &&
                      index.range.size() <= kKeyAttributesMax;
    if (!fits || (local && (index.range.size() != 1 || sampled_.table.sort_key.empty()))) {
      return reader_.Tell(
          fmt::format("The index {} was left out: its key cannot be read.", index.name));
    }
    ReadProjection(json, index);
    if (!local) CompareCapacity(json, index.name);
    sampled_.indexes.push_back(std::move(index));
  }

  void ReadProjection(const Json& json, Index& index) {
    const auto projection = reader_.ObjectAt(json, "Projection", index.name);
    if (!projection) return;
    const auto type =
        reader_.TextAt(*projection, "ProjectionType", index.name, "it is taken for ALL");
    if (type == "KEYS_ONLY") index.projection = Projection::kKeysOnly;
    if (type != "INCLUDE") return;
    for (const auto& name : reader_.TextsAt(*projection, "NonKeyAttributes", index.name)) {
      index.include.push_back(names_.Of(name));
    }
    if (!index.include.empty()) index.projection = Projection::kInclude;
  }

  const Json& json_;
  PropertyReader& reader_;
  CleanNames& names_;
  SampledTable& sampled_;
  CapacityIn capacity_;
};

}  // namespace

Result<> ReadTableShape(const Json& json, PropertyReader& reader, CleanNames& names,
                        SampledTable& sampled, CapacityIn capacity) {
  return Shape(json, reader, names, sampled, capacity).Run();
}

}  // namespace stator::model
