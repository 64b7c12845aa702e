#include "wire/explanation.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "wire/item_writer.h"

namespace stator::wire {
namespace {

// Names and values may be too long for a header, and each byte may take six when escaped.
constexpr std::size_t kTextBytesMax = 140;
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

std::string_view AccessText(partiql::Access access) {
  constexpr std::string_view kTexts[] = {"get", "query", "scan"};
  return kTexts[static_cast<std::size_t>(access)];
}

void AppendMember(std::string_view name, std::string_view text, std::string& out) {
  if (!text.empty()) out += fmt::format(",\"{}\":{}", name, json::ToJson(std::string(text)));
}

// Returns the classic request as a program would send it.
std::string RequestJson(const partiql::ClassicRequest& request, bool consistent) {
  std::string input = fmt::format("\"TableName\":{}", json::ToJson(request.table));
  AppendMember("IndexName", request.index, input);
  if (request.operation == "GetItem") {
    input += ",\"Key\":";
    WriteItem(request.key.view(), input);
  }
  AppendMember("KeyConditionExpression", request.key_condition, input);
  AppendMember("FilterExpression", request.filter, input);
  AppendMember("ProjectionExpression", request.projection, input);
  if (!request.names.empty()) {
    input += ",\"ExpressionAttributeNames\":" + json::ToJson(request.names);
  }
  if (request.values.view().count() > 0) {
    input += ",\"ExpressionAttributeValues\":";
    WriteItem(request.values.view(), input);
  }
  if (request.backward) input += ",\"ScanIndexForward\":false";
  if (consistent) input += ",\"ConsistentRead\":true";
  return fmt::format("{{\"operation\":\"{}\",\"input\":{{{}}}}}", request.operation, input);
}

// Adds what a statement did, as far as it fits. The list of reads ends at a whole one.
void AppendStatement(const api::Explanation& explanation, std::string& json) {
  if (explanation.statement.empty()) return;
  json.pop_back();  // the closing brace
  json += fmt::format(",\"statement\":\"{}\"", explanation.statement);
  std::string because;
  AppendMember("because", CutUtf8(explanation.because, 2 * kTextBytesMax), because);
  json += Ascii(because);
  constexpr std::size_t kRestBytes = 64;  // the ends of what follows
  if (!explanation.reads.empty()) {
    json += ",\"access\":[";
    std::size_t left_out = explanation.reads.size();
    for (const auto& read : explanation.reads) {
      std::string entry = fmt::format("{{\"access\":\"{}\"", AccessText(read.access));
      AppendMember("range", CutUtf8(read.key_range, kTextBytesMax), entry);
      entry += fmt::format(",\"items\":{},\"units\":{}}}", read.items, WholeUnits(read.units));
      entry = Ascii(entry);
      if (json.size() + entry.size() + kRestBytes > limits::kExplanationBytesMax) break;
      json += (left_out == explanation.reads.size() ? "" : ",") + entry;
      --left_out;
    }
    json += ']';
    if (left_out > 0) json += fmt::format(",\"readsLeftOut\":{}", left_out);
  }
  if (explanation.request) {
    const std::string request = Ascii(RequestJson(*explanation.request, explanation.consistent));
    if (json.size() + request.size() + kRestBytes <= limits::kExplanationBytesMax) {
      json += ",\"request\":" + request;
    }
  }
  json += '}';
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
  AppendStatement(explanation, json);
  return json;
}

}  // namespace stator::wire
