#include "model/check/report.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/money.h"

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

struct ReportedFinding {
  FindingCode code{};
  Severity severity{};
  std::size_t line = 0;
  std::size_t column = 0;
  std::string_view subject;
  std::string_view message;
  std::string_view cure;
};
BOOST_DESCRIBE_STRUCT(ReportedFinding, (), (code, severity, line, column, subject, message, cure))

struct ReportedRequest {
  std::optional<std::string_view> operation;
  std::optional<std::string_view> table;
  std::optional<std::string_view> index;
  std::optional<std::string> key_condition;
  std::optional<std::vector<std::string>> filter;
};
BOOST_DESCRIBE_STRUCT(ReportedRequest, (), (operation, table, index, key_condition, filter))

struct ReportedRow {
  std::string_view operation;
  std::string_view table;
  std::string partition_key;
  std::optional<std::string> sort_key;
  std::int64_t times = 1;
  std::optional<bool> if_new;
  std::optional<std::vector<std::string>> if_unchanged;
};
BOOST_DESCRIBE_STRUCT(ReportedRow, (),
                      (operation, table, partition_key, sort_key, times, if_new, if_unchanged))

// One read of a statement.
struct ReportedAccess {
  std::string_view operation;
  std::optional<std::string_view> key_condition;
};
BOOST_DESCRIBE_STRUCT(ReportedAccess, (), (operation, key_condition))

// A pattern with a statement, as DynamoDB executes it.
struct ReportedStatement {
  std::string_view text;
  std::vector<ReportedAccess> access;
  bool filter = false;
  std::optional<std::string_view> because;  // why it scans
};
BOOST_DESCRIBE_STRUCT(ReportedStatement, (), (text, access, filter, because))

// A read has the members up to `projection`, or `reason` alone if no key serves it. A write has
// `transaction` and `rows`.
struct ReportedPattern {
  std::string_view id;
  std::optional<std::string> request;
  std::optional<std::string> reason;
  std::optional<std::string_view> operation;
  std::optional<std::string_view> table;
  std::optional<std::string_view> index;
  std::optional<std::string> key_condition;
  std::optional<std::vector<std::string>> filter;
  std::optional<std::vector<ReportedRequest>> children;
  std::optional<std::vector<std::string>> projection;
  std::optional<ReportedStatement> statement;
  std::optional<bool> transaction;
  std::optional<std::vector<ReportedRow>> rows;
  double requests = 0;
  double read_units = 0;
  double write_units = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedPattern, (),
                      (id, request, reason, operation, table, index, key_condition, filter,
                       children, projection, statement, transaction, rows, requests, read_units,
                       write_units))

struct CheckReport {
  std::string_view file;
  std::string_view model;
  std::vector<ReportedPattern> patterns;
  std::vector<ReportedFinding> findings;
};
BOOST_DESCRIBE_STRUCT(CheckReport, (), (file, model, patterns, findings))

std::optional<std::vector<std::string>> IfAny(const std::vector<std::string>& names) {
  return names.empty() ? std::nullopt : std::optional(names);
}

ReportedFinding ReportedOf(const Finding& finding) {
  return {.code = finding.code,
          .severity = finding.severity,
          .line = finding.place.line,
          .column = finding.place.column,
          .subject = finding.subject,
          .message = finding.message,
          .cure = finding.cure};
}

ReportedRequest RequestOf(const ReadPlan& plan) {
  ReportedRequest request{.operation = NameOf(plan.operation),
                          .table = plan.table->name,
                          .filter = IfAny(plan.filtered)};
  if (plan.index != nullptr) request.index = plan.index->name;
  if (plan.operation == Operation::kGetItem || plan.operation == Operation::kQuery) {
    request.key_condition = DescribeKeyCondition(plan);
  }
  return request;
}

std::vector<ReportedRequest> ChildrenOf(const ReadPlan& plan) {
  std::vector<ReportedRequest> requests;
  for (const auto& child : plan.children) {
    for (const ReadPlan* read : child.alternatives()) requests.push_back(RequestOf(*read));
  }
  return requests;
}

ReportedStatement StatementOf(const PlannedPattern& planned) {
  const auto& plan = *planned.read.statement;
  ReportedStatement statement{.text = planned.pattern->sql->text, .filter = plan.filtered};
  for (const auto& read : plan.reads) {
    auto& access = statement.access.emplace_back(ReportedAccess{NameOf(read.operation), {}});
    if (!read.condition.empty()) access.key_condition = read.condition;
  }
  if (plan.scans()) statement.because = plan.because;
  return statement;
}

void AddRead(const PlannedPattern& planned, ReportedPattern& pattern) {
  const auto& plan = planned.read;
  if (plan.statement) pattern.statement = StatementOf(planned);
  if (plan.operation == Operation::kNone) {
    pattern.reason = plan.reason;
    return;
  }
  auto request = RequestOf(plan);
  pattern.request = RequestText(planned);
  pattern.operation = request.operation;
  pattern.table = request.table;
  pattern.index = request.index;
  pattern.key_condition = std::move(request.key_condition);
  pattern.filter = std::move(request.filter);
  if (!plan.children.empty()) pattern.children = ChildrenOf(plan);
  pattern.projection = IfAny(planned.pattern->shows);
}

ReportedRow ReportedOf(const RowWrite& row) {
  ReportedRow reported{.operation = OperationOf(VerbOf(row)),
                       .table = row.access.table->name,
                       .partition_key = TextOf(row.access.key.partition),
                       .times = row.times,
                       .if_unchanged = IfAny(row.conditions)};
  if (!row.access.key.sort.empty()) reported.sort_key = TextOf(row.access.key.sort);
  if (row.if_absent) reported.if_new = true;
  return reported;
}

void AddWrite(const PlannedPattern& planned, ReportedPattern& pattern) {
  pattern.request = RequestText(planned);
  pattern.transaction = planned.write.transaction;
  auto& rows = pattern.rows.emplace();
  for (const auto& row : planned.write.rows) rows.push_back(ReportedOf(row));
}

ReportedPattern ReportedOf(const PlannedPattern& planned) {
  ReportedPattern pattern{.id = planned.pattern->id,
                          .requests = planned.cost.requests,
                          .read_units = planned.cost.read_units,
                          .write_units = planned.cost.write_units};
  planned.pattern->reads() ? AddRead(planned, pattern) : AddWrite(planned, pattern);
  return pattern;
}

// --- SARIF: its objects, by its names ---

struct SarifText {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(SarifText, (), (text))

struct SarifRule {
  std::string_view id;
  SarifText short_description;
};
BOOST_DESCRIBE_STRUCT(SarifRule, (), (id, short_description))

struct SarifDriver {
  std::string_view name;
  std::vector<SarifRule> rules;
};
BOOST_DESCRIBE_STRUCT(SarifDriver, (), (name, rules))

struct SarifTool {
  SarifDriver driver;
};
BOOST_DESCRIBE_STRUCT(SarifTool, (), (driver))

struct SarifArtifactLocation {
  std::string uri;
};
BOOST_DESCRIBE_STRUCT(SarifArtifactLocation, (), (uri))

struct SarifRegion {
  std::size_t start_line = 1;
  std::size_t start_column = 1;
};
BOOST_DESCRIBE_STRUCT(SarifRegion, (), (start_line, start_column))

struct SarifPhysicalLocation {
  SarifArtifactLocation artifact_location;
  SarifRegion region;
};
BOOST_DESCRIBE_STRUCT(SarifPhysicalLocation, (), (artifact_location, region))

struct SarifLocation {
  SarifPhysicalLocation physical_location;
};
BOOST_DESCRIBE_STRUCT(SarifLocation, (), (physical_location))

struct SarifResult {
  FindingCode rule_id{};
  Severity level{};
  SarifText message;
  std::vector<SarifLocation> locations;
};
BOOST_DESCRIBE_STRUCT(SarifResult, (), (rule_id, level, message, locations))

struct SarifRun {
  SarifTool tool;
  std::vector<SarifResult> results;
};
BOOST_DESCRIBE_STRUCT(SarifRun, (), (tool, results))

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

SarifResult SarifOf(std::string_view file, const Finding& finding) {
  const SarifRegion region{.start_line = std::max<std::size_t>(1, finding.place.line),
                           .start_column = std::max<std::size_t>(1, finding.place.column)};
  return {.rule_id = finding.code,
          .level = finding.severity,
          .message = {SentenceOf(finding)},
          .locations = {{{.artifact_location = {UriOf(file)}, .region = region}}}};
}

}  // namespace

std::string CheckText(std::string_view file, const Model& model, const Checked& checked) {
  std::string text = fmt::format(
      "{}: {}, {}, {}\n", model.name, Counted(model.entities.size(), "entity", "entities"),
      Counted(model.indexes.size(), "index", "indexes"), Counted(model.patterns.size(), "pattern"));
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
  CheckReport report{.file = file, .model = model.name};
  for (const auto& planned : checked.patterns) report.patterns.push_back(ReportedOf(planned));
  for (const auto& finding : checked.findings) report.findings.push_back(ReportedOf(finding));
  return json::ToJson(report) + "\n";
}

std::string CheckSarif(const std::vector<CheckedFile>& files) {
  SarifRun run{.tool = {.driver = {.name = "stator model check"}}};
  auto rules = Rules();
  rules.push_back(RuleOf(FindingCode::kSyntax));
  for (const auto& rule : rules) {
    run.tool.driver.rules.push_back(
        {.id = rule.name, .short_description = {std::string(rule.title)}});
  }
  for (const auto& each : files) {
    for (const auto& finding : each.checked->findings) {
      run.results.push_back(SarifOf(each.file, finding));
    }
  }
  // No member of a struct is called $schema.
  constexpr std::string_view kHead =
      R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[)";
  return fmt::format("{}{}]}}\n", kHead, json::ToJson(run));
}

}  // namespace stator::model
