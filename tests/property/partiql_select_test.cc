// A SELECT returns the items that a naive reading of the whole table or index finds, and the pages
// of any Limit add up to the pages without one.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "client/stator.h"

namespace stator::client {
namespace {

constexpr std::int64_t kLimitMax = 7;
constexpr std::size_t kItemsMax = 40;
constexpr int kStatements = 6;  // for each table

// The attributes of a small world. Both keys are overloaded: they hold customers, orders and
// products. All others may be missing, which makes the indexes on them sparse.
struct Attribute {
  std::string name;
  bool number;
};
const std::vector<Attribute> kAttributes = {{"pk", false},   {"sk", false},  {"status", false},
                                            {"total", true}, {"rank", true}, {"note", false}};
const std::vector<std::string> kTexts = {"CUST#1", "CUST#2", "ORDER#1", "ORDER#2", "PROD#1"};
constexpr int kNumbers = 5;

// The table or an index, with its key. An empty `range` is none.
struct Readable {
  std::string index;
  std::string hash;
  std::string range;
};
const std::vector<Readable> kReadables = {
    {"", "pk", "sk"},       {"inverted", "sk", "pk"}, {"byStatus", "status", "total"},
    {"byRank", "rank", ""}, {"local", "pk", "total"}, {"byTotal", "total", "status"},
};

// A value of the small world: a number in `kNumbers`, or the place of a text in `kTexts`.
using Row = std::map<std::string, int>;

const Attribute& AttributeNamed(const std::string& name) {
  return *std::ranges::find(kAttributes, name, &Attribute::name);
}

Value ValueOf(const Attribute& attribute, int place) {
  return attribute.number ? Value::Number(place)
                          : Value::String(kTexts[static_cast<std::size_t>(place)]);
}

std::string LiteralOf(const Attribute& attribute, int place) {
  return attribute.number ? std::to_string(place)
                          : "'" + kTexts[static_cast<std::size_t>(place)] + "'";
}

int CountOf(const Attribute& attribute) {
  return attribute.number ? kNumbers : static_cast<int>(kTexts.size());
}

// A condition that is evaluated without the code under test. Texts stand in kTexts in their order,
// so that their places compare as they do.
struct Formula {
  enum class Kind { kCompare, kBetween, kIn, kBeginsWith, kMissing, kNot, kAnd, kOr };
  Kind kind = Kind::kMissing;
  std::string attribute = {};
  std::string op = {};
  int low = 0;
  int high = 0;
  std::vector<int> places = {};
  std::vector<Formula> parts = {};

  bool Holds(const Row& row) const {
    const auto held = row.find(attribute);
    const bool present = held != row.end();
    const int place = present ? held->second : 0;
    switch (kind) {
      case Kind::kCompare:
        return present && ((op == "=" && place == low) || (op == "<" && place < low) ||
                           (op == "<=" && place <= low) || (op == ">" && place > low) ||
                           (op == ">=" && place >= low));
      case Kind::kBetween:
        return present && low <= place && place <= high;
      case Kind::kIn:
        return present && std::ranges::find(places, place) != places.end();
      case Kind::kBeginsWith:
        return present && kTexts[static_cast<std::size_t>(place)].starts_with(op);
      case Kind::kMissing:
        return !present;
      case Kind::kNot:
        return !parts[0].Holds(row);
      case Kind::kAnd:
        return parts[0].Holds(row) && parts[1].Holds(row);
      case Kind::kOr:
        return parts[0].Holds(row) || parts[1].Holds(row);
    }
    std::abort();
  }

  std::string Text() const {
    const auto value = [&](int place) { return LiteralOf(AttributeNamed(attribute), place); };
    switch (kind) {
      case Kind::kCompare:
        return fmt::format("\"{}\" {} {}", attribute, op, value(low));
      case Kind::kBetween:
        return fmt::format("\"{}\" BETWEEN {} AND {}", attribute, value(low), value(high));
      case Kind::kIn: {
        std::vector<std::string> texts;
        for (const int place : places) texts.push_back(value(place));
        return fmt::format("\"{}\" IN [{}]", attribute, fmt::join(texts, ", "));
      }
      case Kind::kBeginsWith:
        return fmt::format("begins_with(\"{}\", '{}')", attribute, op);
      case Kind::kMissing:
        return fmt::format("\"{}\" IS MISSING", attribute);
      case Kind::kNot:
        return fmt::format("NOT ({})", parts[0].Text());
      case Kind::kAnd:
        return fmt::format("({} AND {})", parts[0].Text(), parts[1].Text());
      case Kind::kOr:
        return fmt::format("({} OR {})", parts[0].Text(), parts[1].Text());
    }
    std::abort();
  }

  // Whether each part of an OR fixes the partition key: the rule of facts 10.4.
  bool Fixes(const std::string& hash) const {
    const auto fixes = [&](const Formula& part) { return part.Fixes(hash); };
    if (kind == Kind::kAnd) return std::ranges::any_of(parts, fixes);
    if (kind == Kind::kOr) return std::ranges::all_of(parts, fixes);
    return attribute == hash && (kind == Kind::kIn || (kind == Kind::kCompare && op == "="));
  }
};

template <class T>
T OneOf(const std::vector<T>& all) {
  return all[*rc::gen::inRange<std::size_t>(0, all.size())];
}

// Names the keys of the source more often than other attributes.
Formula AnyTerm(const Readable& source) {
  std::vector<std::string> names = {source.hash, source.hash, source.hash};
  if (!source.range.empty()) names.insert(names.end(), 2, source.range);
  for (const Attribute& attribute : kAttributes) names.push_back(attribute.name);
  Formula term{static_cast<Formula::Kind>(*rc::gen::inRange(0, 5))};
  term.attribute = OneOf(names);
  const Attribute& attribute = AttributeNamed(term.attribute);
  if (attribute.number && term.kind == Formula::Kind::kBeginsWith) {
    term.kind = Formula::Kind::kCompare;
  }
  const int count = CountOf(attribute);
  term.low = *rc::gen::inRange(0, count);
  term.high = *rc::gen::inRange(term.low, count);
  if (term.kind == Formula::Kind::kCompare) {
    term.op = OneOf<std::string>({"=", "=", "=", "<", "<=", ">", ">="});
  }
  if (term.kind == Formula::Kind::kBeginsWith) {
    term.op = OneOf<std::string>({"C", "ORDER#", "CUST#1", "P"});
  }
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    term.places.push_back(*rc::gen::inRange(0, count));
  }
  return term;
}

Formula AnyFormula(const Readable& source, int depth) {
  if (depth == 0 || *rc::gen::inRange(0, 4) == 0) return AnyTerm(source);
  Formula formula{OneOf<Formula::Kind>(
      {Formula::Kind::kNot, Formula::Kind::kAnd, Formula::Kind::kAnd, Formula::Kind::kOr})};
  formula.parts.push_back(AnyFormula(source, depth - 1));
  if (formula.kind != Formula::Kind::kNot) {
    formula.parts.push_back(AnyFormula(source, depth - 1));
  }
  return formula;
}

Row AnyRow() {
  Row row;
  for (const Attribute& attribute : kAttributes) {
    const bool key = attribute.name == "pk" || attribute.name == "sk";
    if (key || *rc::gen::inRange(0, 3) > 0) {
      row[attribute.name] = *rc::gen::inRange(0, CountOf(attribute));
    }
  }
  return row;
}

Item ItemOf(const Row& row) {
  Item item;
  for (const auto& [name, place] : row) item.emplace(name, ValueOf(AttributeNamed(name), place));
  return item;
}

// A fresh table with random items, and the same items for the naive reading.
class World {
 public:
  World() : database_(*Connection::OpenMemory()) {
    const CreateTableRequest table{
        .table = "World",
        .partition_key = {"pk"},
        .sort_key = KeyAttribute{"sk"},
        .global_indexes = {{.name = "inverted", .partition_key = {{"sk"}}, .sort_key = {{"pk"}}},
                           {.name = "byStatus",
                            .partition_key = {{"status"}},
                            .sort_key = {{"total", Value::Type::kNumber}}},
                           {.name = "byRank", .partition_key = {{"rank", Value::Type::kNumber}}},
                           {.name = "byTotal",
                            .partition_key = {{"total", Value::Type::kNumber}},
                            .sort_key = {{"status"}}}},
        .local_indexes = {{.name = "local", .sort_key = {"total", Value::Type::kNumber}}}};
    RC_ASSERT(database_.CreateTable(table).has_value());
    for (std::size_t i = *rc::gen::inRange<std::size_t>(0, kItemsMax); i > 0; --i) {
      const Row row = AnyRow();
      rows_[{row.at("pk"), row.at("sk")}] = row;
      RC_ASSERT(database_.PutItem({.table = "World", .item = ItemOf(row)}).has_value());
    }
  }

  // Returns the items that a statement must answer, sorted by the table's key.
  std::vector<Item> Wanted(const Readable& source, const Formula& formula) const {
    std::vector<Item> items;
    for (const auto& [key, row] : rows_) {
      const bool held =
          row.contains(source.hash) && (source.range.empty() || row.contains(source.range));
      if (held && formula.Holds(row)) items.push_back(ItemOf(row));
    }
    return items;
  }

  // Returns all pages, one after the other.
  Expected<std::vector<Item>> Select(const std::string& statement,
                                     std::optional<std::int64_t> limit) {
    std::vector<Item> items;
    ExecuteStatementRequest request{.statement = statement, .limit = limit};
    do {
      const auto page = database_.ExecuteStatement(request);
      if (!page) return std::unexpected(page.error());
      if (limit) RC_ASSERT(page->items.size() <= static_cast<std::size_t>(*limit));
      items.insert(items.end(), page->items.begin(), page->items.end());
      request.next_token = page->next_token;
    } while (!request.next_token.empty());
    return items;
  }

 private:
  Connection database_;
  std::map<std::pair<int, int>, Row> rows_;
};

std::vector<Item> SortedByKey(std::vector<Item> items) {
  std::ranges::sort(items, {}, [](const Item& item) {
    return std::pair(item.at("pk").string(), item.at("sk").string());
  });
  return items;
}

bool IsRefusal(const Error& error) {
  return error.message.starts_with("Overlapping conditions") ||
         error.message.starts_with("Too many decomposed");
}

RC_GTEST_PROP(PartiqlSelect, AnswersWhatANaiveReadingFinds, ()) {
  World world;
  for (int i = 0; i < kStatements; ++i) {
    const Readable source = OneOf(kReadables);
    const Formula formula = AnyFormula(source, *rc::gen::inRange(0, 5));
    const std::string statement =
        fmt::format("SELECT * FROM \"World\"{} WHERE {}",
                    source.index.empty() ? "" : ".\"" + source.index + "\"", formula.Text());
    RC_LOG() << statement << '\n';
    const auto answer = world.Select(statement, std::nullopt);
    if (!answer) {
      RC_LOG() << answer.error().message << '\n';
      RC_ASSERT(IsRefusal(answer.error()));
      RC_ASSERT(formula.Fixes(source.hash));  // a scan has no branches
      continue;
    }
    RC_ASSERT(SortedByKey(*answer) == world.Wanted(source, formula));
    const auto limit = *rc::gen::inRange<std::int64_t>(1, kLimitMax);
    const auto paged = world.Select(statement, limit);
    RC_ASSERT(paged.has_value());
    RC_ASSERT(*paged == *answer);
  }
}

}  // namespace
}  // namespace stator::client
