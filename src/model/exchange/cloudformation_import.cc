#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/byte_order_mark.h"
#include "model/exchange/imported.h"
#include "model/exchange/infer.h"
#include "model/exchange/json_access.h"
#include "model/exchange/key_text.h"
#include "model/exchange/table_shape.h"
#include "model/exchange/yaml.h"
#include "model/print.h"

// Tables of a CloudFormation template. It says nothing of entities, so each table gets one, with
// the attributes that keys are made of.
namespace stator::model {
namespace {

constexpr std::size_t kTablesMax = 100;

class TableImport {
 public:
  TableImport(std::string logical_id, const Json& properties, const Parameters& parameters,
              Imported& imported)
      : logical_id_(std::move(logical_id)),
        json_(properties),
        reader_(parameters, imported),
        names_(imported.remarks),
        imported_(imported) {}

  // What the table is called in the model.
  Result<std::string> Run() {
    auto& table = sampled_.table;
    table.name = Name();
    while (imported_.model.FindTable(table.name) != nullptr) table.name += "2";
    TRY(ReadTableShape(json_, reader_, names_, sampled_));
    AddEntity();
    return table.name;
  }

 private:
  std::string Name() {
    const auto word = reader_.WordAt(json_, "TableName");
    auto name = WithoutEnds(word.text);
    name = CleanTableName(name.empty() ? logical_id_ : name);
    if (!word.unknown.empty()) {
      reader_.Tell(fmt::format("The name of the table {} is {}, of which {}; it is called {} here.",
                               logical_id_, word.said, fmt::join(word.unknown, ", "), name));
    }
    return name;
  }

  void AddEntity() {
    SampledEntity entity{.name = EntityNameOf(sampled_.table.name)};
    for (const auto& [name, type] : sampled_.types) entity.attributes.push_back(name);
    for (const auto& index : sampled_.indexes) {
      entity.attributes.insert(entity.attributes.end(), index.include.begin(), index.include.end());
    }
    std::string expiry;
    const auto& table = sampled_.table.name;
    if (const auto ttl = reader_.ObjectAt(json_, "TimeToLiveSpecification", table)) {
      expiry = reader_.TextAt(*ttl, "AttributeName", "what expires in " + table, "it is left out");
      if (!expiry.empty()) expiry = names_.Of(expiry);
      if (!expiry.empty()) entity.attributes.push_back(expiry);
    }
    sampled_.scale = 1'000;
    InferTable(sampled_, {entity}, imported_.model, imported_.remarks);
    for (auto& attribute : imported_.model.entities.back().attributes) {
      if (!expiry.empty() && attribute.name == expiry) attribute.kind = Kind::kExpiry;
    }
  }

  std::string logical_id_;
  const Json& json_;
  PropertyReader reader_;
  CleanNames names_;
  Imported& imported_;
  SampledTable sampled_;
};

// What scales the tables' capacity, which a template has in resources of its own.
class ScalingImport {
 public:
  ScalingImport(const std::vector<std::pair<std::string, Json>>& resources,
                const Parameters& parameters, Imported& imported)
      : resources_(resources), reader_(parameters, imported), imported_(imported) {}

  void Run() {
    for (const auto& [id, resource] : resources_) {
      const auto properties = Member(resource, "Properties");
      const bool target = TextAt(resource, "Type") == "AWS::ApplicationAutoScaling::ScalableTarget";
      if (!target || !properties) continue;
      const auto said = [&](std::string_view name) {
        return reader_.WordAt(*properties, name).said;
      };
      const auto dimension = reader_.WordAt(*properties, "ScalableDimension");
      if (dimension.unknown.empty() && !dimension.text.starts_with("dynamodb:")) continue;
      if (!Take(id, *properties)) {
        reader_.Tell(fmt::format("{} scales {} from {} to {}, which was not understood.", id,
                                 said("ResourceId"), said("MinCapacity"), said("MaxCapacity")));
      }
    }
  }

 private:
  std::optional<std::int64_t> UnitsAt(const Json& json, std::string_view name) const {
    constexpr double kUnitsMax = 1e9;
    const auto word = reader_.WordAt(json, name);
    const auto number = word.unknown.empty() ? NumberOf(word.text) : std::nullopt;
    if (!number || *number < 1 || *number > kUnitsMax) return std::nullopt;
    return std::llround(*number);
  }

  // "table/app-main" or "table/app-main/index/GSI1".
  Table* TableOf(const Json& target) {
    const auto resource = reader_.WordAt(target, "ResourceId").text;
    for (auto& table : imported_.model.tables) {
      const auto whole = "table/" + table.name;
      if (resource == whole || resource.starts_with(whole + "/index/")) return &table;
    }
    return nullptr;
  }

  bool Take(const std::string& id, const Json& target) {
    Table* table = TableOf(target);
    const auto least = UnitsAt(target, "MinCapacity");
    const auto most = UnitsAt(target, "MaxCapacity");
    if (table == nullptr || table->on_demand || !least || !most || *least > *most) return false;
    const Scaling scaling{.min = *least, .max = *most, .target_percent = PercentOf(id)};
    if (!table->scaling) {
      table->scaling = scaling;
      return true;
    }
    // A model has one for reads and writes, tables and indexes.
    return table->scaling->min == scaling.min && table->scaling->max == scaling.max &&
           std::abs(table->scaling->target_percent - scaling.target_percent) < 1;
  }

  // The target of the policy that belongs to the scalable target.
  double PercentOf(const std::string& id) {
    constexpr double kLeast = 20;
    constexpr double kMost = 90;
    for (const auto& [name, resource] : resources_) {
      const auto properties = Member(resource, "Properties");
      const bool policy = TextAt(resource, "Type") == "AWS::ApplicationAutoScaling::ScalingPolicy";
      if (!policy || !properties || !IsAbout(*properties, id)) continue;
      const auto tracking =
          reader_.ObjectAt(*properties, "TargetTrackingScalingPolicyConfiguration", name);
      if (!tracking) continue;
      const auto percent =
          NumberOf(reader_.TextAt(*tracking, "TargetValue", name, "it is taken for 70"));
      if (percent && *percent >= kLeast && *percent <= kMost) return std::round(*percent);
    }
    return Scaling().target_percent;
  }

  static bool IsAbout(const Json& policy, const std::string& id) {
    const auto target = Member(policy, "ScalingTargetId");
    return target && (TextOf(*target) == id || TextAt(*target, "Ref") == id);
  }

  const std::vector<std::pair<std::string, Json>>& resources_;
  PropertyReader reader_;
  Imported& imported_;
};

Parameters ReadParameters(const Json& root) {
  Parameters parameters;
  const auto declared = Member(root, "Parameters");
  if (!declared) return parameters;
  for (const auto& [name, parameter] : Members(*declared)) {
    parameters[name] = TextAt(parameter, "Default");
  }
  return parameters;
}

}  // namespace

Result<Imported> ImportCloudFormation(const std::string& text, std::string_view name) {
  const auto plain = WithoutByteOrderMark(text);
  const auto begin = plain.find_first_not_of(" \t\r\n");
  const bool json = begin != std::string_view::npos && plain[begin] == '{';
  wire::Parser parser;
  const std::string converted = json ? std::string(plain) : TRY(YamlToJson(plain));
  const auto body = TRY(ParseDocument(parser, converted, "CloudFormation template"));
  Imported imported{.model = {.name = CleanName(name)}};
  imported.remarks.push_back(
      "From a CloudFormation template, which names no entities: replace each table's by what is "
      "stored in it, and add the patterns.");
  auto parameters = ReadParameters(body.root());
  const auto section = Member(body.root(), "Resources");
  const auto resources = section ? Members(*section) : std::vector<std::pair<std::string, Json>>{};
  for (const auto& [id, resource] : resources) {
    const auto type = TextAt(resource, "Type");
    if (type != "AWS::DynamoDB::Table" && type != "AWS::DynamoDB::GlobalTable") continue;
    const auto properties = Member(resource, "Properties");
    if (!properties) return FailInvalid(fmt::format("{} has no Properties.", id));
    if (imported.model.tables.size() >= kTablesMax) {
      return FailInvalid(fmt::format("A model has at most {} tables.", kTablesMax));
    }
    // A reference to the table is its name.
    parameters[id] = TRY(TableImport(id, *properties, parameters, imported).Run());
  }
  ScalingImport(resources, parameters, imported).Run();
  if (imported.model.tables.empty()) {
    return FailInvalid("It has no resource of type AWS::DynamoDB::Table.");
  }
  return imported;
}

}  // namespace stator::model
