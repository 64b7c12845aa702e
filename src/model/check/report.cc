#include "model/check/report.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "json/writer.h"
#include "price/money.h"
#include "price/report.h"

namespace stator::model {
namespace {

std::string RequestText(const PlannedPattern& planned) {
  if (!planned.pattern->reads()) return Describe(planned.write);
  const auto& shows = planned.pattern->shows;
  const bool projects = !shows.empty() && planned.read.operation != Operation::kNone;
  return fmt::format("{}{}{}", Describe(planned.read), projects ? ", projection " : "",
                     fmt::join(projects ? shows : std::vector<std::string>{}, ", "));
}

// Estimates need at most two digits behind the point.
std::string UnitsText(double units) {
  constexpr double kHundred = 100;
  return price::AmountText(std::round(units * kHundred) / kHundred);
}

std::string CostText(const PatternCost& cost) {
  std::string text;
  if (cost.read_units > 0) text += fmt::format("{} RCU", UnitsText(cost.read_units));
  if (cost.write_units > 0) text += fmt::format("{} WCU", UnitsText(cost.write_units));
  if (cost.requests > 1) text += fmt::format(", {:.0f} requests", cost.requests);
  return text;
}

std::string PlaceText(std::string_view file, const Finding& finding) {
  return fmt::format("{}:{}:{}", file, finding.place.line, finding.place.column);
}

void WriteFinding(const Finding& finding, std::string& out) {
  json::ObjectWriter object(out);
  price::WriteMember(object, "code", NameOf(finding.code), out);
  price::WriteMember(object, "severity", NameOf(finding.severity), out);
  object.Key("line");
  json::WriteInteger(static_cast<std::int64_t>(finding.place.line), out);
  object.Key("column");
  json::WriteInteger(static_cast<std::int64_t>(finding.place.column), out);
  price::WriteMember(object, "subject", finding.subject, out);
  price::WriteMember(object, "message", finding.message, out);
  price::WriteMember(object, "cure", finding.cure, out);
}

void WriteNames(const std::vector<std::string>& names, std::string& out) {
  json::WriteList(names, out,
                  [](const std::string& name, std::string& to) { json::WriteString(name, to); });
}

void WriteRequest(const ReadPlan& plan, json::ObjectWriter& object, std::string& out) {
  price::WriteMember(object, "operation", NameOf(plan.operation), out);
  price::WriteMember(object, "table", plan.table->name, out);
  if (plan.index != nullptr) price::WriteMember(object, "index", plan.index->name, out);
  if (plan.operation == Operation::kGetItem || plan.operation == Operation::kQuery) {
    price::WriteMember(object, "keyCondition", DescribeKeyCondition(plan), out);
  }
  if (!plan.filtered.empty()) {
    object.Key("filter");
    WriteNames(plan.filtered, out);
  }
}

// Writes the parts of the request. If no key serves the pattern, writes the reason instead.
void WriteRead(const PlannedPattern& planned, json::ObjectWriter& object, std::string& out) {
  const auto& plan = planned.read;
  if (plan.operation == Operation::kNone)
    return price::WriteMember(object, "reason", plan.reason, out);
  WriteRequest(plan, object, out);
  if (!plan.children.empty()) {
    object.Key("children");
    std::vector<const ReadPlan*> reads;
    for (const auto& child : plan.children) {
      for (const ReadPlan* read : child.alternatives()) reads.push_back(read);
    }
    json::WriteList(reads, out, [](const ReadPlan* read, std::string& to) {
      json::ObjectWriter inner(to);
      WriteRequest(*read, inner, to);
    });
  }
  if (!planned.pattern->shows.empty()) {
    object.Key("projection");
    WriteNames(planned.pattern->shows, out);
  }
}

void WriteRow(const RowWrite& row, std::string& out) {
  json::ObjectWriter object(out);
  price::WriteMember(object, "operation", OperationOf(VerbOf(row)), out);
  price::WriteMember(object, "table", row.access.table->name, out);
  price::WriteMember(object, "partitionKey", TextOf(row.access.key.partition), out);
  if (!row.access.key.sort.empty()) {
    price::WriteMember(object, "sortKey", TextOf(row.access.key.sort), out);
  }
  object.Key("times");
  json::WriteInteger(row.times, out);
  if (row.if_absent) {
    object.Key("ifNew");
    json::WriteBool(true, out);
  }
  if (!row.conditions.empty()) {
    object.Key("ifUnchanged");
    WriteNames(row.conditions, out);
  }
}

void WriteWrite(const WritePlan& plan, json::ObjectWriter& object, std::string& out) {
  object.Key("transaction");
  json::WriteBool(plan.transaction, out);
  object.Key("rows");
  json::WriteList(plan.rows, out, WriteRow);
}

void WritePattern(const PlannedPattern& planned, std::string& out) {
  const bool reads = planned.pattern->reads();
  json::ObjectWriter object(out);
  price::WriteMember(object, "id", planned.pattern->id, out);
  if (!reads || planned.read.operation != Operation::kNone) {
    price::WriteMember(object, "request", RequestText(planned), out);
  }
  reads ? WriteRead(planned, object, out) : WriteWrite(planned.write, object, out);
  object.Key("requests");
  json::WriteDouble(planned.cost.requests, out);
  object.Key("readUnits");
  json::WriteDouble(planned.cost.read_units, out);
  object.Key("writeUnits");
  json::WriteDouble(planned.cost.write_units, out);
}

void WriteRule(const Rule& rule, std::string& out) {
  json::ObjectWriter object(out);
  object.Key("id");
  json::WriteString(rule.name, out);
  object.Key("shortDescription");
  json::ObjectWriter text(out);
  text.Key("text");
  json::WriteString(rule.title, out);
}

std::string SentenceOf(const Finding& finding) {
  if (finding.subject.empty()) return finding.message;
  return fmt::format("{}: {} {}", finding.subject, finding.message, finding.cure);
}

// Returns the file name as a URI reference, which SARIF requires.
std::string UriOf(std::string_view file) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char letter : file) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || kPlain.find(letter) != std::string_view::npos)) {
      uri += letter;
    } else {
      uri += fmt::format("%{:02X}", byte);
    }
  }
  return uri;
}

struct Located {
  const std::string* file;
  const Finding* finding;
};

void WriteResult(const Located& located, std::string& out) {
  const auto& finding = *located.finding;
  json::ObjectWriter object(out);
  object.Key("ruleId");
  json::WriteString(NameOf(finding.code), out);
  object.Key("level");
  json::WriteString(NameOf(finding.severity), out);
  object.Key("message");
  {
    json::ObjectWriter message(out);
    message.Key("text");
    json::WriteString(SentenceOf(finding), out);
  }
  object.Key("locations");
  std::string file;
  json::WriteString(UriOf(*located.file), file);
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
                        NameOf(finding.severity), NameOf(finding.code), finding.subject,
                        finding.message, finding.cure);
  }
  if (checked.findings.empty()) text += "no findings\n";
  return text;
}

std::string CheckJson(std::string_view file, const Model& model, const Checked& checked) {
  std::string out;
  {
    json::ObjectWriter object(out);
    object.Key("file");
    json::WriteString(file, out);
    price::WriteMember(object, "model", model.name, out);
    object.Key("patterns");
    json::WriteList(checked.patterns, out, WritePattern);
    object.Key("findings");
    json::WriteList(checked.findings, out, WriteFinding);
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
  auto rules = Rules();
  rules.push_back(RuleOf(FindingCode::kSyntax));
  json::WriteList(rules, out, WriteRule);
  out += R"(}},"results":)";
  json::WriteList(all, out, WriteResult);
  return out + "}]}\n";
}

}  // namespace stator::model
