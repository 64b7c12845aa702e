#include "model/generate/infrastructure.h"

#include <set>

#include <fmt/format.h>

#include "model/generate/names.h"
#include "model/generate/tables.h"

namespace stator::model::generate {
namespace {

// Quotes a text for a shell, in single quotes.
std::string ShellQuoted(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      quoted += R"('\'')";
    } else {
      quoted += letter;
    }
  }
  return quoted + '\'';
}

std::string RegionOption(const Table& table) {
  return table.region.empty() ? "" : " --region " + table.region;
}

std::string CliTable(const Model& model, const Table& table) {
  const auto region = RegionOption(table);
  std::string all = fmt::format(
      "\naws dynamodb create-table{} --cli-input-json {}\n"
      "aws dynamodb wait table-exists{} --table-name {}\n",
      region, ShellQuoted(JsonOf(CreateTableOf(model, table))), region, table.name);
  if (const auto ttl = UpdateTimeToLiveOf(model, table); !ttl.IsEmpty()) {
    all += fmt::format("aws dynamodb update-time-to-live{} --cli-input-json {}\n", region,
                       ShellQuoted(JsonOf(ttl)));
  }
  return all;
}

// The caller prints this last. A development server may not know the request, and must have its
// tables by then.
std::string CliRecovery(const Model& model, const Table& table) {
  const auto recovery = UpdateContinuousBackupsOf(model, table);
  if (recovery.IsEmpty()) return "";
  return fmt::format("\naws dynamodb update-continuous-backups{} --cli-input-json {}\n",
                     RegionOption(table), ShellQuoted(JsonOf(recovery)));
}

Tree TargetTracking(const Table& table, const ScaledUnits& units) {
  return Tree::Object(
      "", {{"TargetValue", Tree::Number(static_cast<std::int64_t>(table.scaling->target_percent))},
           {"PredefinedMetricSpecification",
            Tree::Object("", {{"PredefinedMetricType", Tree::Text(units.metric)}})}});
}

std::string CliScaling(const Table& table, const ScaledUnits& units) {
  const auto where =
      fmt::format("{} --service-namespace dynamodb \\\n  --resource-id {} --scalable-dimension {}",
                  RegionOption(table), units.resource_id, units.dimension);
  return fmt::format(
      "\naws application-autoscaling register-scalable-target{} \\\n"
      "  --min-capacity {} --max-capacity {}\n"
      "aws application-autoscaling put-scaling-policy{} \\\n"
      "  --policy-name {} --policy-type TargetTrackingScaling \\\n"
      "  --target-tracking-scaling-policy-configuration {}\n",
      where, table.scaling->min, table.scaling->max, where, SnakeCase(units.name),
      ShellQuoted(JsonOf(TargetTracking(table, units))));
}

Tree Tag(const char* tag, const std::string& text) {
  return Tree::Object(std::string(kYamlTag), {{tag, Tree::Text(text)}});
}

Tree Resource(const char* type, Tree properties) {
  return Tree::Object("", {{"Type", Tree::Text(type)}, {"Properties", std::move(properties)}});
}

// Returns the properties of a table resource. CloudFormation states time to live and recovery in
// the table, and needs no StreamEnabled.
Tree TableProperties(const Model& model, const Table& table) {
  Tree properties = CreateTableOf(model, table);
  for (auto& [name, value] : properties.members) {
    if (name == "StreamSpecification")
      std::erase_if(value.members,
                    [](const Tree::Member& member) { return member.first == "StreamEnabled"; });
  }
  for (const auto& request :
       {UpdateTimeToLiveOf(model, table), UpdateContinuousBackupsOf(model, table)}) {
    for (const auto& [name, value] : request.members) {
      if (name != "TableName") properties.Add(name, value);
    }
  }
  return properties;
}

// `of` is the name of the table's resource.
void AddScaling(const Model& model, const Table& table, const std::string& of,
                std::set<std::string>& taken, Tree& resources) {
  for (const auto& units : ScaledUnitsOf(model, table)) {
    const auto name = PascalCase(OwnName(units.name, taken));
    Tree target = Tree::Object("", {{"MinCapacity", Tree::Number(table.scaling->min)},
                                    {"MaxCapacity", Tree::Number(table.scaling->max)},
                                    {"ResourceId", Tree::Text(units.resource_id)},
                                    {"ScalableDimension", Tree::Text(units.dimension)},
                                    {"ServiceNamespace", Tree::Text("dynamodb")}});
    Tree resource = Resource("AWS::ApplicationAutoScaling::ScalableTarget", std::move(target));
    resource.Add("DependsOn", Tree::Text(of));
    resources.Add(name + "Target", std::move(resource));
    Tree policy = Tree::Object(
        "", {{"PolicyName", Tree::Text(SnakeCase(units.name))},
             {"PolicyType", Tree::Text("TargetTrackingScaling")},
             {"ScalingTargetId", Tag("Ref", name + "Target")},
             {"TargetTrackingScalingPolicyConfiguration", TargetTracking(table, units)}});
    resources.Add(name + "Policy",
                  Resource("AWS::ApplicationAutoScaling::ScalingPolicy", std::move(policy)));
  }
}

}  // namespace

std::string OriginOf(const Model& model, std::string_view target) {
  return fmt::format("Made by `stator model generate --to {}` from the model {}{}{}", target,
                     model.name, model.text.empty() ? "" : ": ", model.text);
}

std::string CreateTableJson(const Model& model) {
  Tree all = Tree::List("");
  for (const auto& table : model.tables) {
    Tree requests = Tree::Object("", {{"CreateTable", CreateTableOf(model, table)}});
    requests.AddUnlessEmpty("UpdateTimeToLive", UpdateTimeToLiveOf(model, table));
    requests.AddUnlessEmpty("UpdateContinuousBackups", UpdateContinuousBackupsOf(model, table));
    all.elements.push_back(std::move(requests));
  }
  return JsonOf(all) + "\n";
}

std::string AwsCliScript(const Model& model) {
  std::string all = fmt::format("#!/bin/sh\n# {}\nset -eu\n", OriginOf(model, "cli"));
  for (const auto& table : model.tables) {
    all += CliTable(model, table);
    for (const auto& units : ScaledUnitsOf(model, table)) all += CliScaling(table, units);
  }
  for (const auto& table : model.tables) all += CliRecovery(model, table);
  return all;
}

std::string CloudFormation(const Model& model) {
  Tree resources = Tree::Object("");
  Tree outputs = Tree::Object("");
  std::set<std::string> taken;
  for (const auto& table : model.tables) {
    const auto name = PascalCase(OwnName(table.name, taken));
    Tree resource = Resource("AWS::DynamoDB::Table", TableProperties(model, table));
    // Deleting the stack, or replacing the table, must not delete the data.
    resource.Add("DeletionPolicy", Tree::Text("Retain"));
    resource.Add("UpdateReplacePolicy", Tree::Text("Retain"));
    resources.Add(name, std::move(resource));
    AddScaling(model, table, name, taken, resources);
    outputs.Add(name + "Arn", Tree::Object("", {{"Value", Tag("GetAtt", name + ".Arn")}}));
    if (!StreamViewOf(model, table).empty()) {
      outputs.Add(name + "StreamArn",
                  Tree::Object("", {{"Value", Tag("GetAtt", name + ".StreamArn")}}));
    }
  }
  Tree all = Tree::Object("", {{"AWSTemplateFormatVersion", Tree::Text("2010-09-09")}});
  all.AddUnlessEmpty("Description", Tree::Text(model.text));
  all.Add("Resources", std::move(resources));
  all.Add("Outputs", std::move(outputs));
  return fmt::format("# {}\n{}", OriginOf(model, "cloudformation"), YamlOf(all));
}

}  // namespace stator::model::generate
