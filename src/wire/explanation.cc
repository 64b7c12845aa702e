#include "wire/explanation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "wire/classic_request.h"

namespace stator::wire {
namespace {

// Names and values may be too long for a header, and each byte may take six when escaped.
constexpr std::size_t kTextBytesMax = 140;
constexpr std::size_t kBecauseBytesMax = 400;   // left out if escapes make it too long
constexpr std::size_t kIndexesBytesMax = 1000;  // names of indexes need no escapes
static_assert(3 * kTextBytesMax * 6 + kIndexesBytesMax + 500 <= limits::kExplanationBytesMax);

double WholeUnits(table::HalfUnits half) { return static_cast<double>(half) / 2; }

// Members that are absent would say false, 0 or nothing.
struct ExplanationAnswer {
  std::string_view operation;
  std::string_view table;
  std::optional<std::string_view> index;
  std::optional<std::string_view> key_range;
  std::optional<bool> backward;
  bool consistent = false;
  std::size_t items_examined = 0;
  std::size_t items_returned = 0;
  std::size_t items_filtered = 0;
  std::optional<std::size_t> items_fetched;
  std::optional<std::size_t> items_written;
  std::size_t bytes_read = 0;
  double units = 0;
  std::optional<std::map<std::string, double>> index_units;
  std::optional<std::size_t> indexes_left_out;
  std::optional<std::size_t> pages_to_go;
  std::optional<bool> pages_at_least;
  std::optional<bool> pages_estimated;
};
BOOST_DESCRIBE_STRUCT(ExplanationAnswer, (),
                      (operation, table, index, key_range, backward, consistent, items_examined,
                       items_returned, items_filtered, items_fetched, items_written, bytes_read,
                       units, index_units, indexes_left_out, pages_to_go, pages_at_least,
                       pages_estimated))

// Adds the indexes that fit, and the number of those that do not.
void AddIndexUnits(const std::map<std::string, table::HalfUnits>& all, ExplanationAnswer& answer) {
  if (all.empty()) return;
  auto& shown = answer.index_units.emplace();
  std::size_t left_out = 0;
  for (const auto& [name, units] : all) {
    constexpr std::size_t kUnitsBytesMax = 32;
    const std::size_t bytes = json::ToJson(shown).size() - 1;
    if (bytes + name.size() + kUnitsBytesMax > kIndexesBytesMax) {
      ++left_out;
    } else {
      shown.emplace(name, WholeUnits(units));
    }
  }
  if (left_out > 0) answer.indexes_left_out = left_out;
}

std::optional<std::string_view> IfGiven(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return CutUtf8(text, kTextBytesMax);
}

std::optional<bool> IfSo(bool flag) { return flag ? std::optional(true) : std::nullopt; }

std::optional<std::size_t> IfAny(std::size_t count) {
  return count > 0 ? std::optional(count) : std::nullopt;
}

void AppendEscapedUnit(std::uint32_t unit, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", unit);
}

// Escapes every character of JSON that is not printable ASCII. REQUIRES: valid UTF-8.
std::string Ascii(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const auto lead = static_cast<unsigned char>(json[at]);
    if (lead == 0x7FU) {  // valid in JSON, but not in a header
      AppendEscapedUnit(lead, out);
      ++at;
      continue;
    }
    if (lead < 0x80U) {
      out += json[at++];
      continue;
    }
    const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
    std::uint32_t point = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      point = (point << 6U) | (static_cast<unsigned char>(json[at + i]) & 0x3FU);
    }
    at += length;
    if (point < 0x10000U) {
      AppendEscapedUnit(point, out);
    } else {
      AppendEscapedUnit(0xD800U + ((point - 0x10000U) >> 10U), out);
      AppendEscapedUnit(0xDC00U + ((point - 0x10000U) & 0x3FFU), out);
    }
  }
  return out;
}

void AppendMember(std::string_view name, std::string_view text, std::string& out) {
  if (!text.empty()) out += fmt::format(",\"{}\":{}", name, json::ToJson(std::string(text)));
}

std::string AccessJson(const api::AccessExplanation& access) {
  std::string entry = fmt::format("{{\"access\":\"{}\"", NameOf(access.access));
  AppendMember("range", CutUtf8(access.key_range, kTextBytesMax), entry);
  entry += fmt::format(",\"items\":{},\"units\":{}}}", access.items, WholeUnits(access.units));
  return Ascii(entry);
}

// Adds the accesses of a statement that fit into `bytes_max` bytes, and the number of the others.
void AppendAccesses(const api::StatementExplanation& statement, std::size_t bytes_max,
                    std::string& json) {
  if (statement.accesses.empty()) return;
  constexpr std::size_t kEndBytes = 40;  // the end of the list, with the number left out
  json += ",\"access\":[";
  std::size_t shown = 0;
  for (const auto& access : statement.accesses) {
    const std::string entry = AccessJson(access);
    if (json.size() + entry.size() + kEndBytes > bytes_max) break;
    json += (shown == 0 ? "" : ",") + entry;
    ++shown;
  }
  json += ']';
  const std::size_t left_out = statement.accesses.size() - shown;
  if (left_out > 0) json += fmt::format(",\"readsLeftOut\":{}", left_out);
}

void AppendRequest(const api::StatementExplanation& statement, std::size_t bytes_max,
                   std::string& json) {
  if (!statement.request) return;
  const std::string request =
      fmt::format(",\"request\":{}", Ascii(ClassicRequestJson(*statement.request)));
  if (json.size() + request.size() <= bytes_max) json += request;
}

// Adds what one statement did, as far as it fits. The list of accesses ends at a whole one.
void AppendStatement(const api::StatementExplanation& statement, std::string& json) {
  constexpr std::size_t kEndBytes = 8;
  AppendAccesses(statement, limits::kExplanationBytesMax - kEndBytes, json);
  AppendRequest(statement, limits::kExplanationBytesMax - kEndBytes, json);
}

// Returns the entry of one statement of several. A long request is left out.
std::string StatementJson(const api::StatementExplanation& statement) {
  constexpr std::size_t kEntryBytesMax = 1200;
  std::string members;
  AppendMember("statement", statement.kind, members);
  AppendMember("table", CutUtf8(statement.table, kTextBytesMax), members);
  AppendMember("error", statement.error, members);
  members = Ascii(members);
  AppendAccesses(statement, kEntryBytesMax, members);
  AppendRequest(statement, kEntryBytesMax, members);
  return fmt::format("{{{}}}", members.empty() ? members : members.substr(1));
}

// Adds the statements of a batch or transaction. The list ends at a whole one.
void AppendStatements(const std::vector<api::StatementExplanation>& statements, std::string& json) {
  constexpr std::size_t kEndBytes = 40;
  json += ",\"statements\":[";
  std::size_t shown = 0;
  for (const auto& statement : statements) {
    const std::string entry = StatementJson(statement);
    if (json.size() + entry.size() + kEndBytes > limits::kExplanationBytesMax) break;
    json += (shown == 0 ? "" : ",") + entry;
    ++shown;
  }
  json += ']';
  const std::size_t left_out = statements.size() - shown;
  if (left_out > 0) json += fmt::format(",\"statementsLeftOut\":{}", left_out);
}

}  // namespace

std::string ExplanationJson(std::string_view operation, const api::Explanation& explanation) {
  using Pages = api::Explanation::Pages;
  const bool knows_pages = explanation.pages_to_go.has_value();
  ExplanationAnswer answer{
      .operation = operation,
      .table = CutUtf8(explanation.table, kTextBytesMax),
      .index = IfGiven(explanation.index),
      .key_range = IfGiven(explanation.key_range),
      .backward = IfSo(explanation.backward),
      .consistent = explanation.consistent,
      .items_examined = explanation.items_examined,
      .items_returned = explanation.items_returned,
      .items_filtered = explanation.items_examined - explanation.items_returned,
      .items_fetched = IfAny(explanation.items_fetched),
      .items_written = IfAny(explanation.items_written),
      .bytes_read = explanation.bytes_read,
      .units = WholeUnits(explanation.units),
      .pages_to_go = explanation.pages_to_go,
      .pages_at_least = IfSo(knows_pages && explanation.pages == Pages::kAtLeast),
      .pages_estimated = IfSo(knows_pages && explanation.pages == Pages::kEstimated)};
  AddIndexUnits(explanation.index_units, answer);
  std::string json = Ascii(json::ToJson(answer));
  json.pop_back();  // the closing brace
  if (explanation.statement) {
    json += fmt::format(",\"statement\":\"{}\"", explanation.statement->kind);
  }
  std::string because;
  AppendMember("because", CutUtf8(explanation.because, kBecauseBytesMax), because);
  because = Ascii(because);
  constexpr std::size_t kRestBytes = 64;  // empty lists, with the numbers left out
  if (json.size() + because.size() + kRestBytes <= limits::kExplanationBytesMax) json += because;
  if (explanation.statement) AppendStatement(*explanation.statement, json);
  if (!explanation.statements.empty()) AppendStatements(explanation.statements, json);
  json += '}';
  return json;
}

}  // namespace stator::wire
