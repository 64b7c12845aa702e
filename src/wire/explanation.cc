#include "wire/explanation.h"

#include <cstdint>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "json/writer.h"

namespace stator::wire {
namespace {

// Names and values may be too long for a header, and each byte may take six when escaped.
constexpr std::size_t kTextBytesMax = 140;
constexpr std::size_t kIndexesBytesMax = 1000;  // names of indexes need no escapes
static_assert(3 * kTextBytesMax * 6 + kIndexesBytesMax + 500 <= limits::kExplanationBytesMax);

double WholeUnits(table::HalfUnits half) { return static_cast<double>(half) / 2; }

class ExplanationFields {
 public:
  explicit ExplanationFields(std::string& out) : out_(out), object_(out) {}

  void Text(std::string_view name, std::string_view text) {
    object_.Key(name);
    json::WriteString(text, out_);
  }
  void Count(std::string_view name, std::uint64_t count) {
    object_.Key(name);
    json::WriteInteger(static_cast<std::int64_t>(count), out_);
  }
  void Flag(std::string_view name, bool value) {
    object_.Key(name);
    json::WriteBool(value, out_);
  }
  void Units(std::string_view name, double units) {
    object_.Key(name);
    json::WriteDouble(units, out_);
  }

  // Writes the indexes that fit, and the number of those that do not.
  void IndexUnits(const std::map<std::string, table::HalfUnits>& all) {
    if (all.empty()) return;
    std::size_t left_out = 0;
    object_.Key("indexUnits");
    {
      const auto begin = out_.size();
      json::ObjectWriter indexes(out_);
      for (const auto& [name, units] : all) {
        constexpr std::size_t kUnitsBytesMax = 32;
        if (out_.size() - begin + name.size() + kUnitsBytesMax > kIndexesBytesMax) {
          ++left_out;
          continue;
        }
        indexes.Key(name);
        json::WriteDouble(WholeUnits(units), out_);
      }
    }
    if (left_out > 0) Count("indexesLeftOut", left_out);
  }

 private:
  std::string& out_;
  json::ObjectWriter object_;
};

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

}  // namespace

std::string ExplanationJson(std::string_view operation, const api::Explanation& explanation) {
  std::string json;
  {
    ExplanationFields fields(json);
    fields.Text("operation", operation);
    fields.Text("table", CutUtf8(explanation.table, kTextBytesMax));
    if (!explanation.index.empty()) {
      fields.Text("index", CutUtf8(explanation.index, kTextBytesMax));
    }
    if (!explanation.key_range.empty()) {
      fields.Text("keyRange", CutUtf8(explanation.key_range, kTextBytesMax));
    }
    if (explanation.backward) fields.Flag("backward", true);
    fields.Flag("consistent", explanation.consistent);
    fields.Count("itemsExamined", explanation.items_examined);
    fields.Count("itemsReturned", explanation.items_returned);
    fields.Count("itemsFiltered", explanation.items_examined - explanation.items_returned);
    if (explanation.items_fetched > 0) fields.Count("itemsFetched", explanation.items_fetched);
    if (explanation.items_written > 0) fields.Count("itemsWritten", explanation.items_written);
    fields.Count("bytesRead", explanation.bytes_read);
    fields.Units("units", WholeUnits(explanation.units));
    fields.IndexUnits(explanation.index_units);
    if (explanation.pages_to_go) {
      fields.Count("pagesToGo", *explanation.pages_to_go);
      using Pages = api::Explanation::Pages;
      if (explanation.pages == Pages::kAtLeast) fields.Flag("pagesAtLeast", true);
      if (explanation.pages == Pages::kEstimated) fields.Flag("pagesEstimated", true);
    }
  }
  return Ascii(json);
}

}  // namespace stator::wire
