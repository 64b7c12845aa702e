#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/generate/infrastructure.h"
#include "model/generate/names.h"
#include "model/generate/tables.h"
#include "model/layout/table_requests.h"

namespace stator::model::generate {
namespace {

// Escapes a text so that Terraform expands nothing in it.
std::string TerraformText(std::string_view text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    escaped += text[i];
    const bool opens = i + 1 < text.size() && text[i + 1] == '{';
    if (opens && (text[i] == '$' || text[i] == '%')) escaped += text[i];
  }
  return Quoted(escaped);
}

// Writes blocks of `name = value` lines. Aligns the equals signs of a group, as `terraform fmt`
// does.
class Writer {
 public:
  void Open(const std::string& head) {
    Flush();
    if (!text_.empty() && !text_.ends_with("{\n")) text_ += '\n';
    text_ += fmt::format("{}{} {{\n", Margin(), head);
    ++level_;
  }
  void Close() {
    Flush();
    --level_;
    text_ += Margin() + "}\n";
  }
  // Writes a comment above the next line.
  void Say(std::string_view text) {
    Flush();
    text_ += fmt::format("{}# {}\n", Margin(), text);
  }
  void Set(std::string name, std::string value) {
    pending_.emplace_back(std::move(name), std::move(value));
  }
  void SetText(std::string name, std::string_view value) {
    Set(std::move(name), TerraformText(value));
  }
  void SetNumber(std::string name, std::int64_t value) {
    Set(std::move(name), std::to_string(value));
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string Margin() const { return std::string(static_cast<std::size_t>(level_) * 2, ' '); }

  void Flush() {
    std::size_t width = 0;
    for (const auto& [name, value] : pending_) width = std::max(width, name.size());
    if (!pending_.empty() && text_.ends_with("}\n")) text_ += '\n';
    for (const auto& [name, value] : pending_) {
      text_ += fmt::format("{}{:<{}} = {}\n", Margin(), name, width, value);
    }
    pending_.clear();
  }

  std::string text_;
  int level_ = 0;
  std::vector<std::pair<std::string, std::string>> pending_;
};

void WriteProjection(Writer& writer, const Table& table, const Index& index) {
  writer.SetText("projection_type", ProjectionTypeOf(table, index));
  const auto included = IncludedOf(table, index);
  if (included.empty()) return;
  std::string names;
  for (const auto& name : included) {
    names += (names.empty() ? "" : ", ") + TerraformText(name);
  }
  writer.Set("non_key_attributes", "[" + names + "]");
}

void WriteKeySchema(Writer& writer, const std::vector<std::string>& names, const char* type) {
  for (const auto& name : names) {
    writer.Open("key_schema");
    writer.SetText("attribute_name", name);
    writer.SetText("key_type", type);
    writer.Close();
  }
}

void WriteGlobalIndex(Writer& writer, const Table& table, const Index& index) {
  writer.Open("global_secondary_index");
  writer.SetText("name", index.name);
  const bool several = index.hash.size() > 1 || index.range.size() > 1;
  if (!several) {
    writer.SetText("hash_key", index.hash.front());
    if (!index.range.empty()) writer.SetText("range_key", index.range.front());
  }
  WriteProjection(writer, table, index);
  if (!table.on_demand) {
    writer.SetNumber("read_capacity", table.read_units);
    writer.SetNumber("write_capacity", table.write_units);
  }
  if (several) {
    WriteKeySchema(writer, index.hash, "HASH");
    WriteKeySchema(writer, index.range, "RANGE");
  }
  writer.Close();
}

void WriteLocalIndex(Writer& writer, const Table& table, const Index& index) {
  writer.Open("local_secondary_index");
  writer.SetText("name", index.name);
  writer.SetText("range_key", index.range.front());
  WriteProjection(writer, table, index);
  writer.Close();
}

void WriteTableSettings(Writer& writer, const Model& model, const Table& table) {
  writer.SetText("name", table.name);
  writer.SetText("billing_mode", table.on_demand ? "PAY_PER_REQUEST" : "PROVISIONED");
  if (!table.on_demand) {
    writer.SetNumber("read_capacity", table.read_units);
    writer.SetNumber("write_capacity", table.write_units);
  }
  writer.SetText("hash_key", table.partition_key);
  if (!table.sort_key.empty()) writer.SetText("range_key", table.sort_key);
  if (const auto view = StreamViewOf(model, table); !view.empty()) {
    writer.Set("stream_enabled", "true");
    writer.SetText("stream_view_type", view);
  }
  if (table.table_class == TableClass::kInfrequentAccess) {
    writer.SetText("table_class", "STANDARD_INFREQUENT_ACCESS");
  }
  if (!table.region.empty()) writer.SetText("region", table.region);
}

// Makes Terraform ignore the capacities that scaling changes. Index blocks form a set without
// addresses. So the capacity of one index can only be ignored together with everything else in the
// set.
void WriteIgnored(Writer& writer, const Model& model, const Table& table) {
  const bool indexed = !IndexesOf(model, table, false).empty();
  writer.Open("lifecycle");
  if (indexed) {
    writer.Say("Scaling sets the capacities, and those of indexes cannot be named one by one:");
    writer.Say("take global_secondary_index out while an index is added, changed or dropped.");
  }
  writer.Set("ignore_changes", indexed ? "[read_capacity, write_capacity, global_secondary_index]"
                                       : "[read_capacity, write_capacity]");
  writer.Close();
}

void WriteTable(Writer& writer, const Model& model, const Table& table, const std::string& name) {
  writer.Open(fmt::format("resource \"aws_dynamodb_table\" \"{}\"", name));
  WriteTableSettings(writer, model, table);
  for (const auto& attribute : KeyAttributesOf(model, table)) {
    writer.Open("attribute");
    writer.SetText("name", attribute);
    writer.SetText("type", KeyTypeOf(model, table, attribute));
    writer.Close();
  }
  for (const auto* index : IndexesOf(model, table, true)) WriteLocalIndex(writer, table, *index);
  for (const auto* index : IndexesOf(model, table, false)) WriteGlobalIndex(writer, table, *index);
  if (const auto attribute = ExpiryAttribute(model, table); !attribute.empty()) {
    writer.Open("ttl");
    writer.SetText("attribute_name", attribute);
    writer.Set("enabled", "true");
    writer.Close();
  }
  if (RecoveryNeeded(model, table)) {
    writer.Open("point_in_time_recovery");
    writer.Set("enabled", "true");
    writer.Close();
  }
  if (table.scaling && !table.on_demand) WriteIgnored(writer, model, table);
  writer.Close();
}

// `name` is the name of the resources, `of` that of the table.
void WriteScaling(Writer& writer, const Table& table, const ScaledUnits& units,
                  const std::string& name, const std::string& of) {
  writer.Open(fmt::format("resource \"aws_appautoscaling_target\" \"{}\"", name));
  writer.SetNumber("min_capacity", table.scaling->min);
  writer.SetNumber("max_capacity", table.scaling->max);
  writer.SetText("resource_id", units.resource_id);
  writer.SetText("scalable_dimension", units.dimension);
  writer.SetText("service_namespace", "dynamodb");
  writer.Set("depends_on", fmt::format("[aws_dynamodb_table.{}]", of));
  writer.Close();
  const auto target = "aws_appautoscaling_target." + name;
  writer.Open(fmt::format("resource \"aws_appautoscaling_policy\" \"{}\"", name));
  writer.SetText("name", name);
  writer.SetText("policy_type", "TargetTrackingScaling");
  for (const auto* same : {"resource_id", "scalable_dimension", "service_namespace"}) {
    writer.Set(same, fmt::format("{}.{}", target, same));
  }
  writer.Open("target_tracking_scaling_policy_configuration");
  writer.Set("target_value", fmt::format("{}", table.scaling->target_percent));
  writer.Open("predefined_metric_specification");
  writer.SetText("predefined_metric_type", units.metric);
  writer.Close();
  writer.Close();
  writer.Close();
}

}  // namespace

std::string Terraform(const Model& model) {
  Writer writer;
  std::set<std::string> tables;
  std::set<std::string> scalings;
  for (const auto& table : model.tables) {
    const auto name = SnakeCase(OwnName(table.name, tables));
    WriteTable(writer, model, table, name);
    for (const auto& units : ScaledUnitsOf(model, table)) {
      WriteScaling(writer, table, units, SnakeCase(OwnName(units.name, scalings)), name);
    }
  }
  return fmt::format("# {}\n\n{}", OriginOf(model, "terraform"), writer.Take());
}

}  // namespace stator::model::generate
