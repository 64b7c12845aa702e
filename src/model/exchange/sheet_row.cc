#include "model/exchange/sheet_row.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "model/exchange/key_text.h"
#include "model/exchange/sheet_condition.h"
#include "model/language/print.h"
#include "model/language/template_parser.h"
#include "model/language/templates.h"

namespace stator::model {
namespace {

constexpr std::array<std::pair<std::string_view, Verb>, 9> kQueryTypes{
    {{"getitem", Verb::kGet},
     {"query", Verb::kList},
     {"scan", Verb::kScan},
     {"export", Verb::kExport},
     {"putitem", Verb::kPut},
     {"updateitem", Verb::kUpdate},
     {"deleteitem", Verb::kDelete},
     {"conditioncheck", Verb::kCheck},
     {"transactwriteitems", Verb::kTransaction}}};

std::string_view FirstWord(std::string_view text) { return text.substr(0, text.find(' ')); }

Result<Verb> VerbOf(std::string_view type) {
  const auto* const found =
      std::ranges::find(kQueryTypes, LowerText(type), &std::pair<std::string_view, Verb>::first);
  if (found != kQueryTypes.end()) return found->second;
  return FailInvalid(
      fmt::format("\"{}\" is no query type; write GetItem, Query, \"Query\" and an index, Scan, "
                  "Export, PutItem, UpdateItem, DeleteItem, ConditionCheck or "
                  "TransactWriteItems.",
                  type));
}

// "GetItem", "Query GSI1"
Result<> TakeType(std::string_view type, SheetRow& row) {
  const auto word = FirstWord(type);
  row.verb = TRY(VerbOf(word));
  if (word.size() == type.size()) return {};
  const auto index = type.substr(type.find_first_not_of(' ', word.size()));
  if (row.verb != Verb::kList || !IsWord(index)) {
    return FailInvalid(
        fmt::format("\"{}\" is no query type; only a Query names an index, as in "
                    "\"Query GSI1\".",
                    type));
  }
  row.index = CleanTableName(index);
  return {};
}

Result<SheetCondition> ConditionOf(std::string_view text, std::string_view column) {
  auto read = ReadSheetCondition(text);
  if (read) return read;
  return FailInvalid(fmt::format(
      "{} of the {}; write comparisons such as PK = CUST#{{custId}} AND begins_with(SK, ORDER#), "
      "separated by commas or AND.",
      read.error().message, column));
}

// Returns true if the caller supplies the value: ":status", "{status}", "?".
bool IsPlaceholder(std::string_view value) {
  const bool braced = value.size() > 2 && value.front() == '{' && value.back() == '}';
  return value == "?" || value.front() == ':' || braced;
}

// Returns true for PK, SK, GSI1PK: key attributes that templates fill.
bool IsKeyName(std::string_view attribute) {
  const auto lower = LowerText(attribute);
  if (lower == "pk" || lower == "sk") return true;
  if (!lower.ends_with("pk") && !lower.ends_with("sk")) return false;
  // Accepts GSI1PK and gsi1pk, but not "task".
  const auto before = static_cast<unsigned char>(attribute[attribute.size() - 3]);
  return attribute.back() == 'K' || std::islower(before) == 0;
}

bool IsSortName(std::string_view attribute) { return LowerText(attribute).ends_with("sk"); }

Result<Template> TemplateOf(const SheetClause& clause) {
  const std::string_view value = clause.value;
  const auto segments = SplitKey(value);
  const auto unmarked = [&](const std::string& part) {
    return !part.empty() && &part != &segments.parts.front() &&
           std::ranges::all_of(part,
                               [](unsigned char letter) { return std::islower(letter) != 0; });
  };
  const bool other = value.front() == ':' || value == "?" ||
                     value.find_first_of("<>$") != std::string_view::npos ||
                     std::ranges::any_of(segments.parts, unmarked);
  auto text = ParseTemplate(value, {.line = 1, .column = 1});
  if (text && !other) return *std::move(text);
  return FailInvalid(
      fmt::format("\"{}\" does not say what {} is made of; an attribute stands in braces, as in "
                  "CUST#{{custId}}.",
                  value, clause.attribute));
}

// Returns the last word of the template that names a kind: ORDER in CUST#{custId}#ORDER#{orderId}.
std::string KindWordOf(const Template& text) {
  std::string kind;
  for (const auto& part : text.parts) {
    if (part.type != Part::Type::kLiteral) continue;
    for (const auto& word : SplitKey(part.text).parts) {
      if (IsWord(word)) kind = word;
    }
  }
  return kind;
}

// Takes the attribute of a range from the sort key's last field: {orderDate.from} means orderDate.
Result<> TakeRange(const SheetClause& clause, const std::string& told, SheetRow& row) {
  auto& parts = row.key.sort.parts;
  if (parts.empty() || parts.back().type != Part::Type::kField) {
    return FailInvalid(fmt::format(
        "\"{}\" does not say what the range is over; name it, as in {{orderDate.from}}.",
        clause.value));
  }
  auto& name = parts.back().text;
  if (name.ends_with(".from")) {
    name.resize(name.size() - std::string_view(".from").size());
  } else if (name == "from") {
    if (told.empty()) {
      return FailInvalid(
          "{from} does not say what the range is over; name it, as in "
          "{orderDate.from}.");
    }
    name = told;
  }
  row.range = name;
  return {};
}

Result<> TakeKey(const SheetClause& partition, const SheetClause* sort, const std::string& range,
                 SheetRow& row) {
  row.key.partition = TRY(TemplateOf(partition));
  row.hash = CleanName(partition.attribute);
  const bool of_index = LowerText(row.hash) != "pk" && LowerText(row.hash).ends_with("pk");
  if (row.index.empty() && of_index) {
    row.index = CleanTableName(row.hash.substr(0, row.hash.size() - 2));
  }
  row.open = sort == nullptr || sort->type != SheetClause::Type::kEquals;
  if (sort != nullptr) {
    row.sort = CleanName(sort->attribute);
    row.key.sort = TRY(TemplateOf(*sort));
    if (row.open && sort->type != SheetClause::Type::kPrefix) {
      TRY(TakeRange(*sort, range, row));
    }
  }
  const bool by_sort = sort != nullptr && (row.open || !FieldsOf(row.key.sort).empty());
  if (by_sort || row.index.empty()) {
    auto kind = by_sort ? KindWordOf(row.key.sort) : "";
    if (kind.empty() && row.index.empty()) kind = KindWordOf(row.key.partition);
    if (!kind.empty()) row.entity = EntityNameOf(kind);
  }
  for (auto& field : FieldsOf(row.key)) {
    if (field != row.range) row.known.push_back({.attribute = std::move(field)});
  }
  return {};
}

void TakeName(const std::string& attribute, SheetRow& row) {
  const auto name = CleanName(attribute);
  const bool there = std::ranges::find(row.known, name, &Binding::attribute) != row.known.end();
  if (!there) row.known.push_back({.attribute = name});
}

// Takes a comparison of a plain attribute: a known value or a range.
Result<> TakePlain(const SheetClause& clause, SheetRow& row) {
  const auto name = CleanName(clause.attribute);
  if (clause.type == SheetClause::Type::kEquals) {
    const bool given = IsPlaceholder(clause.value);
    if (!given && !IsWord(clause.value)) {
      return FailInvalid(
          fmt::format("\"{}\" is no value of {}; write a word, or :{} for one that "
                      "the caller gives.",
                      clause.value, name, name));
    }
    TakeName(clause.attribute, row);
    auto& binding = *std::ranges::find(row.known, name, &Binding::attribute);
    if (!given) binding.value = clause.value;
    return {};
  }
  const bool range = clause.type != SheetClause::Type::kPrefix;
  if (range && (row.range.empty() || row.range == name)) {
    row.range = name;
    std::erase_if(row.known, [&](const Binding& each) { return each.attribute == name; });
    return {};
  }
  return FailInvalid(
      fmt::format("A pattern has one range and no prefix of an attribute; {} ({}) "
                  "has no place in it.",
                  name, clause.value));
}

Result<> TakeKeyCondition(const SheetCells& cells, SheetRow& row) {
  const auto said = TRY(ConditionOf(cells.condition, "key condition"));
  const SheetClause* partition = nullptr;
  const SheetClause* sort = nullptr;
  std::vector<const SheetClause*> plain;
  for (const auto& clause : said.clauses) {
    if (!IsKeyName(clause.attribute)) {
      plain.push_back(&clause);
    } else if (!IsSortName(clause.attribute) && clause.type == SheetClause::Type::kEquals &&
               partition == nullptr) {
      partition = &clause;
    } else if (IsSortName(clause.attribute) && sort == nullptr) {
      sort = &clause;
    } else {
      return FailInvalid(
          fmt::format("A key condition has one = for the partition key and one "
                      "comparison for the sort key; {} is there, too.",
                      clause.attribute));
    }
  }
  if (partition == nullptr && sort != nullptr) {
    return FailInvalid(
        fmt::format("{} is asked for without a partition key; begin with PK = …", sort->attribute));
  }
  if (!said.names.empty() || said.if_new) {
    return FailInvalid(fmt::format("\"{}\" is no key condition; write {} = …",
                                   said.if_new ? "new" : said.names.front(),
                                   said.if_new ? "PK" : said.names.front()));
  }
  if (partition != nullptr) TRY(TakeKey(*partition, sort, cells.range, row));
  row.plain = partition == nullptr && !plain.empty() && row.index.empty();
  for (const auto* clause : plain) TRY(TakePlain(*clause, row));
  row.ordered = said.descending.has_value();
  row.descending = said.descending.value_or(false);
  row.limit = said.limit;
  row.times = said.times;
  return {};
}

// Takes a filter. The caller of a read knows its values. A write compares them with the stored
// item.
Result<> TakeFilter(const SheetCells& cells, SheetRow& row) {
  const auto said = TRY(ConditionOf(cells.filter, "filter"));
  if (said.descending || said.limit > 0 || said.times > 1) {
    return FailInvalid(
        "An order, a limit or a number of times is not a filter; write it in the key condition.");
  }
  if (row.verb <= Verb::kExport) {
    if (said.if_new) return FailInvalid("A read has no filter \"new\".");
    for (const auto& name : said.names) TakeName(name, row);
    for (const auto& clause : said.clauses) TRY(TakePlain(clause, row));
    return {};
  }
  for (const auto& name : said.names) row.conditions.push_back(CleanName(name));
  for (const auto& clause : said.clauses) {
    if (clause.type != SheetClause::Type::kEquals || !IsPlaceholder(clause.value)) {
      return FailInvalid(
          fmt::format("A write compares an attribute with what was read, as in "
                      "\"{} unchanged\", or is \"new\".",
                      clause.attribute));
    }
    row.conditions.push_back(CleanName(clause.attribute));
  }
  row.if_new = said.if_new;
  return {};
}

// Takes "PutItem PK = ORDER#{orderId}, SK = ITEM#{lineNo} x4; UpdateItem …". A part without a
// request has the row's own.
Result<> TakeParts(const SheetCells& cells, SheetRow& row) {
  const std::string_view text = cells.condition;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(';', at), text.size());
    const auto begin = std::min(text.find_first_not_of(" \t\n", at), end);
    auto part = text.substr(begin, end - begin);
    SheetRow read{.verb = row.verb};
    if (row.verb == Verb::kTransaction) {
      const auto word = FirstWord(part);
      read.verb = TRY(VerbOf(word));
      part.remove_prefix(word.size());
    }
    TRY(TakeKeyCondition({.condition = std::string(part)}, read));
    row.parts.push_back(std::move(read));
    at = end + 1;
  }
  return {};
}

}  // namespace

Result<SheetRow> ReadSheetRow(const SheetCells& cells) {
  SheetRow row;
  TRY(TakeType(cells.type, row));
  const bool several = cells.condition.find(';') != std::string::npos;
  if (row.verb == Verb::kTransaction || (row.verb > Verb::kExport && several)) {
    TRY(TakeParts(cells, row));
  } else {
    TRY(TakeKeyCondition(cells, row));
  }
  TRY(TakeFilter(cells, row));
  return row;
}

}  // namespace stator::model
