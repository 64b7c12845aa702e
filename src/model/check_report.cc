#include "model/check_report.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "wire/json_writer.h"

namespace stator::model {
namespace {

std::string WritesText(const WritePlan& plan) {
  std::vector<std::string> rows;
  for (const auto& row : plan.rows) {
    std::string text = fmt::format("{} {}", NameOf(VerbOf(row)), TextOf(row.access.key.partition));
    if (!row.access.key.sort.empty()) text += " / " + TextOf(row.access.key.sort);
    if (row.times > 1) text += fmt::format(" x{}", row.times);
    std::set<std::string> indexes;  // an index may have several entries, which exclude each other
    for (const auto& access : row.rewritten) {
      if (!indexes.insert(access.index->name).second) continue;
      text += fmt::format(" (rewrites {})", access.index->name);
    }
    rows.push_back(std::move(text));
  }
  return fmt::format("{}{}", plan.transaction ? "TransactWriteItems " : "", fmt::join(rows, " + "));
}

std::string RequestText(const PlannedPattern& planned) {
  return planned.pattern->reads() ? Describe(planned.read) : WritesText(planned.write);
}

std::string CostText(const PatternCost& cost) {
  std::string text;
  if (cost.read_units > 0) text += fmt::format("{:g} RCU", cost.read_units);
  if (cost.write_units > 0) text += fmt::format("{:.3g} WCU", cost.write_units);
  if (cost.requests > 1) text += fmt::format(", {:.0f} requests", cost.requests);
  return text;
}

std::string PlaceText(std::string_view file, const Finding& finding) {
  return fmt::format("{}:{}:{}", file, finding.place.line, finding.place.column);
}

void WriteFinding(const Finding& finding, std::string& out) {
  wire::ObjectWriter object(out);
  const auto text = [&](std::string_view name, std::string_view value) {
    object.Key(name);
    wire::WriteString(value, out);
  };
  text("code", finding.code);
  text("severity", NameOf(finding.severity));
  object.Key("line");
  wire::WriteInteger(static_cast<std::int64_t>(finding.place.line), out);
  object.Key("column");
  wire::WriteInteger(static_cast<std::int64_t>(finding.place.column), out);
  text("subject", finding.subject);
  text("message", finding.message);
  text("cure", finding.cure);
}

void WritePattern(const PlannedPattern& planned, std::string& out) {
  wire::ObjectWriter object(out);
  object.Key("id");
  wire::WriteString(planned.pattern->id, out);
  object.Key("request");
  wire::WriteString(RequestText(planned), out);
  object.Key("requests");
  wire::WriteDouble(planned.cost.requests, out);
  object.Key("readUnits");
  wire::WriteDouble(planned.cost.read_units, out);
  object.Key("writeUnits");
  wire::WriteDouble(planned.cost.write_units, out);
}

void WriteRule(const Rule& rule, std::string& out) {
  wire::ObjectWriter object(out);
  object.Key("id");
  wire::WriteString(rule.code, out);
  object.Key("shortDescription");
  wire::ObjectWriter text(out);
  text.Key("text");
  wire::WriteString(rule.title, out);
}

struct Located {
  const std::string* file;
  const Finding* finding;
};

void WriteResult(const Located& located, std::string& out) {
  const auto& finding = *located.finding;
  wire::ObjectWriter object(out);
  object.Key("ruleId");
  wire::WriteString(finding.code, out);
  object.Key("level");
  wire::WriteString(NameOf(finding.severity), out);
  object.Key("message");
  {
    wire::ObjectWriter message(out);
    message.Key("text");
    wire::WriteString(fmt::format("{}: {} {}", finding.subject, finding.message, finding.cure),
                      out);
  }
  object.Key("locations");
  std::string file;
  wire::WriteString(*located.file, file);
  out += fmt::format(
      R"([{{"physicalLocation":{{"artifactLocation":{{"uri":{}}},"region":{{"startLine":{},"startColumn":{}}}}}}}])",
      file, std::max<std::size_t>(1, finding.place.line),
      std::max<std::size_t>(1, finding.place.column));
}

}  // namespace

std::string CheckText(std::string_view file, const Model& model, const Checked& checked) {
  std::string text =
      fmt::format("{}: {} entities, {} indexes, {} patterns\n", model.name, model.entities.size(),
                  model.indexes.size(), model.patterns.size());
  std::size_t width = 0;
  for (const auto& pattern : model.patterns) width = std::max(width, pattern.id.size());
  for (const auto& planned : checked.patterns) {
    const auto cost = CostText(planned.cost);
    text += fmt::format("  {:<{}}  {}{}\n", planned.pattern->id, width, RequestText(planned),
                        cost.empty() ? "" : "  [" + cost + "]");
  }
  for (const auto& finding : checked.findings) {
    text += fmt::format("{}: {} {} ({})\n    {}\n    {}\n", PlaceText(file, finding),
                        NameOf(finding.severity), finding.code, finding.subject, finding.message,
                        finding.cure);
  }
  if (checked.findings.empty()) text += "no findings\n";
  return text;
}

std::string CheckJson(std::string_view file, const Model& model, const Checked& checked) {
  std::string out;
  {
    wire::ObjectWriter object(out);
    object.Key("file");
    wire::WriteString(file, out);
    object.Key("model");
    wire::WriteString(model.name, out);
    object.Key("patterns");
    wire::WriteList(checked.patterns, out, WritePattern);
    object.Key("findings");
    wire::WriteList(checked.findings, out, WriteFinding);
  }
  return out + "\n";
}

std::string CheckSarif(const std::vector<CheckedFile>& files) {
  std::vector<Located> all;
  for (const auto& each : files) {
    for (const auto& finding : each.checked->findings) all.push_back({&each.file, &finding});
  }
  std::string out =
      R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"stator model check","rules":)";
  wire::WriteList(Rules(), out, WriteRule);
  out += R"(}},"results":)";
  wire::WriteList(all, out, WriteResult);
  return out + "}]}\n";
}

}  // namespace stator::model
