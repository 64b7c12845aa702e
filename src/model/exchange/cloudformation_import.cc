#include <string_view>
#include <utility>

#include <fmt/format.h>

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
  TableImport(std::string logical_id, const Json& properties, Imported& imported)
      : logical_id_(std::move(logical_id)), json_(properties), imported_(imported) {}

  Result<> Run() {
    auto& table = sampled_.table;
    const auto name = WordAt(json_, "TableName");
    table.name = CleanTableName(name.empty() ? logical_id_ : name);
    while (imported_.model.FindTable(table.name) != nullptr) table.name += "2";
    TRY(ReadTableShape(json_, imported_, sampled_));
    AddEntity();
    return {};
  }

 private:
  void AddEntity() {
    SampledEntity entity{.name = EntityNameOf(sampled_.table.name)};
    for (const auto& [name, type] : sampled_.types) entity.attributes.push_back(name);
    for (const auto& index : sampled_.indexes) {
      entity.attributes.insert(entity.attributes.end(), index.include.begin(), index.include.end());
    }
    std::string expiry;
    if (const auto ttl = Member(json_, "TimeToLiveSpecification")) {
      expiry = WordAt(*ttl, "AttributeName");
      if (!expiry.empty()) entity.attributes.push_back(CleanName(expiry));
    }
    sampled_.scale = 1'000;
    InferTable(sampled_, {entity}, imported_.model, imported_.remarks);
    for (auto& attribute : imported_.model.entities.back().attributes) {
      if (!expiry.empty() && attribute.name == CleanName(expiry)) attribute.kind = Kind::kExpiry;
    }
  }

  std::string logical_id_;
  const Json& json_;
  Imported& imported_;
  SampledTable sampled_;
};

}  // namespace

Result<Imported> ImportCloudFormation(const std::string& text, std::string_view name) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  const bool json = begin != std::string::npos && text[begin] == '{';
  wire::Parser parser;
  const std::string converted = json ? text : TRY(YamlToJson(text));
  const auto body = TRY(ParseDocument(parser, converted, "CloudFormation template"));
  Imported imported{.model = {.name = CleanName(name)}};
  imported.remarks.push_back(
      "From a CloudFormation template, which names no entities: replace each table's by what is "
      "stored in it, and add the patterns.");
  const auto resources = Member(body.root(), "Resources");
  for (const auto& [id, resource] :
       resources ? Members(*resources) : decltype(Members(*resources)){}) {
    const auto type = TextAt(resource, "Type");
    if (type != "AWS::DynamoDB::Table" && type != "AWS::DynamoDB::GlobalTable") continue;
    const auto properties = Member(resource, "Properties");
    if (!properties) return FailInvalid(fmt::format("{} has no Properties.", id));
    if (imported.model.tables.size() >= kTablesMax) {
      return FailInvalid(fmt::format("A model has at most {} tables.", kTablesMax));
    }
    TRY(TableImport(id, *properties, imported).Run());
  }
  if (imported.model.tables.empty()) {
    return FailInvalid("It has no resource of type AWS::DynamoDB::Table.");
  }
  return imported;
}

}  // namespace stator::model
