#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exchange/global_table.h"
#include "model/exchange/imported.h"
#include "model/exchange/infer.h"
#include "model/exchange/json_access.h"
#include "model/exchange/key_text.h"
#include "model/exchange/scaling_text.h"
#include "model/exchange/table_shape.h"
#include "model/exchange/yaml.h"
#include "model/language/byte_order_mark.h"
#include "model/language/print.h"

// Imports the tables of a CloudFormation template. A template does not describe entities. So each
// table gets one entity, with the attributes that its keys consist of.
namespace stator::model {
namespace {

class TableImport {
 public:
  TableImport(std::string logical_id, const Json& properties, bool global,
              const Parameters& parameters, Imported& imported)
      : logical_id_(std::move(logical_id)),
        json_(properties),
        global_(global),
        reader_(parameters, imported),
        names_(imported.remarks),
        imported_(imported) {}

  // Adds the table to the model and returns its name there.
  Result<std::string> Run() {
    auto& table = sampled_.table;
    table.name = Name();
    while (imported_.model.FindTable(table.name) != nullptr) table.name += "2";
    TRY(ReadTableShape(json_, reader_, names_, sampled_,
                       global_ ? CapacityIn::kReplicas : CapacityIn::kTable));
    if (global_) ReadGlobalTable(json_, reader_, sampled_);
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
  bool global_;  // AWS::DynamoDB::GlobalTable
  PropertyReader reader_;
  CleanNames names_;
  Imported& imported_;
  SampledTable sampled_;
};

// Reads the scaling of the tables' capacity. A template has separate resources for it.
class ScalingImport {
 public:
  ScalingImport(const std::vector<std::pair<std::string, Json>>& resources,
                const Parameters& parameters, Imported& imported)
      : resources_(resources), reader_(parameters, imported), imported_(imported) {}

  // Reads the targets of indexes last, to compare them with those of their tables.
  void Run() {
    std::vector<Target> targets;
    for (const auto& [id, resource] : resources_) {
      const auto properties = Member(resource, "Properties");
      const bool target = TextAt(resource, "Type") == "AWS::ApplicationAutoScaling::ScalableTarget";
      if (!target || !properties) continue;
      const auto dimension = reader_.WordAt(*properties, "ScalableDimension");
      if (dimension.unknown.empty() && !dimension.text.starts_with("dynamodb:")) continue;
      if (auto read = Read(id, *properties)) targets.push_back(*std::move(read));
    }
    for (const auto& target : targets) {
      if (target.index.empty()) ScaleTable(target);
    }
    for (const auto& target : targets) {
      if (!target.index.empty()) CompareIndex(target);
    }
  }

 private:
  struct Target {
    Table* table = nullptr;
    std::string index;      // empty: the table itself
    std::string_view what;  // "reads" or "writes"
    Scaling scaling;
  };

  std::optional<std::int64_t> UnitsAt(const Json& json, std::string_view name) const {
    const auto word = reader_.WordAt(json, name);
    const auto number = word.unknown.empty() ? NumberOf(word.text) : std::nullopt;
    if (!number || *number < 1 || *number > kImportedUnitsMax) return std::nullopt;
    return std::llround(*number);
  }

  // Returns nullopt and adds a remark if the table is unknown or the bounds are no numbers.
  std::optional<Target> Read(const std::string& id, const Json& target) {
    const auto resource = reader_.WordAt(target, "ResourceId");
    const auto dimension = reader_.WordAt(target, "ScalableDimension").text;
    const auto least = UnitsAt(target, "MinCapacity");
    const auto most = UnitsAt(target, "MaxCapacity");
    Target read{.what = dimension.ends_with("WriteCapacityUnits") ? "writes" : "reads"};
    FindTable(resource.text, read);
    const auto tell = [&](std::string_view why) {
      reader_.Tell(fmt::format("{} scales {} from {} to {}, {}.", id,
                               resource.unknown.empty() ? resource.text : resource.said,
                               reader_.WordAt(target, "MinCapacity").said,
                               reader_.WordAt(target, "MaxCapacity").said, why));
    };
    if (read.table == nullptr) {
      tell("which is no table of the template");
    } else if (!least || !most || *least > *most) {
      tell("which are not numbers to scale between");
    } else if (read.table->on_demand) {
      tell("which is on demand");
    } else {
      read.scaling = {.min = *least, .max = *most, .target_percent = PercentOf(id)};
      return read;
    }
    return std::nullopt;
  }

  // Finds the table of "table/app-main" or "table/app-main/index/GSI1".
  void FindTable(std::string_view resource, Target& target) {
    constexpr std::string_view kIndex = "/index/";
    for (auto& table : imported_.model.tables) {
      const auto whole = "table/" + table.name;
      if (!resource.starts_with(whole)) continue;
      const auto rest = resource.substr(whole.size());
      if (!rest.empty() && !rest.starts_with(kIndex)) continue;
      target.table = &table;
      if (!rest.empty()) target.index = rest.substr(kIndex.size());
    }
  }

  // A model has one range for both reads and writes.
  void ScaleTable(const Target& target) {
    auto& scaling = target.table->scaling;
    if (!scaling) {
      scaling = target.scaling;
    } else if (!IsSame(*scaling, target.scaling)) {
      reader_.Tell(fmt::format("The {} of {} scale {}; in a model they scale {}.", target.what,
                               target.table->name, ScalingText(target.scaling),
                               ScalingText(*scaling)));
    }
  }

  // A model gives a global index its table's capacity, so any difference becomes a remark.
  void CompareIndex(const Target& target) {
    const auto& table = *target.table;
    if (table.scaling && IsSame(*table.scaling, target.scaling)) return;
    reader_.Tell(fmt::format(
        "The {} of the index {} of {} scale {}; in a model they {}.", target.what, target.index,
        table.name, ScalingText(target.scaling),
        table.scaling ? "scale " + ScalingText(*table.scaling) : "do not, as the table does not"));
  }

  // Returns the target percentage of the policy that belongs to the scalable target.
  double PercentOf(const std::string& id) {
    for (const auto& [name, resource] : resources_) {
      const auto properties = Member(resource, "Properties");
      const bool policy = TextAt(resource, "Type") == "AWS::ApplicationAutoScaling::ScalingPolicy";
      if (!policy || !properties || !IsAbout(*properties, id)) continue;
      const auto tracking =
          reader_.ObjectAt(*properties, "TargetTrackingScalingPolicyConfiguration", name);
      if (!tracking) continue;
      const auto text = reader_.TextAt(*tracking, "TargetValue", name, "it is taken for 70");
      if (!text.empty()) return TargetPercentOf({.text = text, .said = text});
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
  json::Parser parser;
  const std::string converted = json ? std::string(plain) : TRY(YamlToJson(plain));
  const auto body = TRY(ParseDocument(parser, converted, "CloudFormation template"));
  Imported imported{.model = {.name = CleanName(name)}};
  imported.remarks.push_back(
      "Imported from a CloudFormation template, which names no entities. Replace the entity of "
      "each table by the stored entities, and add the patterns.");
  auto parameters = ReadParameters(body.root());
  const auto section = Member(body.root(), "Resources");
  const auto resources = section ? Members(*section) : std::vector<std::pair<std::string, Json>>{};
  for (const auto& [id, resource] : resources) {
    const auto type = TextAt(resource, "Type");
    if (type != "AWS::DynamoDB::Table" && type != "AWS::DynamoDB::GlobalTable") continue;
    const auto properties = Member(resource, "Properties");
    if (!properties) return FailInvalid(fmt::format("{} has no Properties.", id));
    if (imported.model.tables.size() >= kImportedTablesMax) {
      return FailInvalid(fmt::format("A model has at most {} tables.", kImportedTablesMax));
    }
    // Makes a reference to the table resolve to its name.
    const bool global = type == "AWS::DynamoDB::GlobalTable";
    parameters[id] = TRY(TableImport(id, *properties, global, parameters, imported).Run());
  }
  ScalingImport(resources, parameters, imported).Run();
  if (imported.model.tables.empty()) {
    return FailInvalid(
        "It has no resource of type AWS::DynamoDB::Table or AWS::DynamoDB::GlobalTable.");
  }
  return imported;
}

}  // namespace stator::model
