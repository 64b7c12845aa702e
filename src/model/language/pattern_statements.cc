#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "base/text.h"
#include "model/language/statements.h"
#include "model/language/template_parser.h"

namespace stator::model {
namespace {

constexpr std::array<std::pair<std::string_view, Verb>, 12> kVerbs{
    {{"get", Verb::kGet},
     {"list", Verb::kList},
     {"fetch", Verb::kFetch},
     {"scan", Verb::kScan},
     {"sql", Verb::kSql},
     {"export", Verb::kExport},
     {"put", Verb::kPut},
     {"update", Verb::kUpdate},
     {"delete", Verb::kDelete},
     {"check", Verb::kCheck},
     {"txn", Verb::kTransaction},
     {"transaction", Verb::kTransaction}}};

ParseResult<Verb> ReadVerb(Cursor& cursor) {
  std::array<std::string_view, kVerbs.size()> names;
  const auto word = cursor.PeekWord();
  for (std::size_t i = 0; i < kVerbs.size(); ++i) {
    names[i] = kVerbs[i].first;
    if (cursor.TakeWord(names[i])) return kVerbs[i].second;
  }
  const auto hint = Suggest(word, names);
  return cursor.Complain(fmt::format(
      "A pattern does get, list, fetch, scan, sql, export, put, update, delete, check or txn{}",
      hint.empty() ? "." : hint));
}

// Reads [a, b=V].
ParseResult<std::vector<Binding>> ReadBindings(Cursor& cursor) {
  std::vector<Binding> bindings;
  TRY(cursor.Expect('[', "after the entity, before the attributes that are known"));
  if (cursor.Take(']')) return bindings;
  do {
    Binding binding{.place = cursor.place()};
    binding.attribute = TRY(cursor.Name("An attribute"));
    if (cursor.Take('=')) binding.value = TRY(cursor.Token("The value"));
    bindings.push_back(std::move(binding));
  } while (cursor.Take(','));
  TRY(cursor.Expect(']', "after the attributes that are known"));
  return bindings;
}

ParseResult<> ReadRange(Cursor& cursor, Pattern& pattern) {
  pattern.range = TRY(cursor.Name("The attribute the range is over"));
  const char next = cursor.Peek();
  if (IsDigit(next)) pattern.range_seconds = TRY(ReadSeconds(cursor));
  return {};
}

ParseResult<> ReadOrder(Cursor& cursor, Wanted& wanted, bool descending) {
  wanted.order = TRY(cursor.Name("The attribute to sort by"));
  wanted.descending = descending;
  return {};
}

constexpr std::string_view kGetsOne = "A get expects one item. Use a list for several.";

// Complains if the read has a clause of the next clause's kind already. An order and a limit belong
// to the entity before them, so each fetched entity may have its own.
ParseResult<> ExpectNewClause(Cursor& cursor, std::set<std::string>& said) {
  const char next = cursor.Peek();
  if (next == '+') {
    said.erase("order");
    said.erase("limit");
    return {};
  }
  std::string word(next == '"' || next == '-' ? std::string_view(&next, 1) : cursor.PeekWord());
  if (word == "asc" || word == "desc") word = "order";
  if (said.insert(std::move(word)).second) return {};
  return cursor.Complain("The pattern has this clause already.");
}

// Reads a clause that any read may have. Returns false if the next clause is no such clause.
ParseResult<bool> ReadCommonClause(Cursor& cursor, Pattern& pattern) {
  if (cursor.TakeArrow()) {
    const Place place = cursor.place();
    pattern.expected = TRY(ReadCount(cursor, "The number of items"));
    if (pattern.verb == Verb::kGet && *pattern.expected != 1) {
      return Cursor::Complain(place, std::string(kGetsOne));
    }
  } else if (cursor.Peek() == '"') {
    pattern.text = TRY(cursor.Quoted());
  } else if (cursor.TakeWord("show")) {
    pattern.shows = TRY(ReadNames(cursor, "An attribute"));
  } else {
    return false;
  }
  return true;
}

// Reads one clause of a read. An order or a limit belongs to the target, or to a fetch's last
// child.
ParseResult<> ReadClause(Cursor& cursor, Pattern& pattern) {
  Wanted& last = pattern.children.empty() ? pattern.target : pattern.children.back();
  if (cursor.TakeWord("asc")) return ReadOrder(cursor, last, false);
  if (cursor.TakeWord("desc")) return ReadOrder(cursor, last, true);
  if (cursor.TakeWord("range")) return ReadRange(cursor, pattern);
  if (cursor.TakeWord("limit")) {
    const Place place = cursor.place();
    last.limit = TRY(ReadCount(cursor, "The limit"));
    if (last.limit < 1) return cursor.Complain("A limit is at least 1.");
    if (pattern.verb != Verb::kGet || last.limit == 1) return {};
    return Cursor::Complain(place, std::string(kGetsOne));
  }
  if (cursor.TakeWord("strong")) {
    pattern.strong = true;
    return {};
  }
  if (cursor.TakeWord("via")) {
    pattern.via = TRY(cursor.Name("An index, or table"));
    return {};
  }
  if (pattern.verb == Verb::kFetch && cursor.Take('+')) {
    const Place place = cursor.place();
    pattern.children.push_back({.entity = TRY(cursor.Name("An entity")), .place = place});
    return {};
  }
  return cursor.Complain(
      "A read goes on with asc a, desc a, range a, limit N, show a, strong, via INDEX, -> N or a "
      "text in quotes; a fetch also with + Entity.");
}

ParseResult<> ReadRead(Cursor& cursor, Pattern& pattern) {
  pattern.target.place = cursor.place();
  pattern.target.entity = TRY(cursor.Name("An entity"));
  const bool whole = pattern.verb == Verb::kScan || pattern.verb == Verb::kExport;
  if (cursor.Peek() == '[') {
    pattern.bindings = TRY(ReadBindings(cursor));
  } else if (!whole) {
    return cursor.Complain("The attributes that are known stand in brackets, as in Order[custId].");
  }
  std::set<std::string> said;
  while (!cursor.AtEnd()) {
    TRY(ExpectNewClause(cursor, said));
    if (TRY(ReadCommonClause(cursor, pattern))) continue;
    if (whole) {
      return cursor.Complain(
          "A scan or an export reads everything, in no order; it goes on with show a, -> N or a "
          "text in quotes.");
    }
    TRY(ReadClause(cursor, pattern));
  }
  return {};
}

ParseResult<> Append(std::vector<std::string> names, std::vector<std::string>& all) {
  std::ranges::move(names, std::back_inserter(all));
  return {};
}

ParseResult<> ReadIf(Cursor& cursor, Action& action) {
  const Place place = cursor.place();
  if (cursor.TakeWord("new")) {
    if (action.verb != Verb::kPut) {
      return Cursor::Complain(place,
                              "Only a put takes `if new`. Compare an attribute instead: `if a`.");
    }
    action.if_new = true;
    return {};
  }
  return Append(TRY(ReadNames(cursor, "new, or an attribute to compare")), action.conditions);
}

// Reads x4: how often a part is written, up to the items of one transaction.
ParseResult<std::int64_t> ReadTimes(Cursor& cursor) {
  constexpr std::uint64_t kTimesMax = 100;
  cursor.Take('x');
  const Place place = cursor.place();
  const auto times = ParseCount(TRY(cursor.Name("How often")));
  if (times && *times >= 1 && *times <= kTimesMax) return static_cast<std::int64_t>(*times);
  return Cursor::Complain(place, fmt::format("A part is written from 1 to {} times.", kTimesMax));
}

// Reads one clause behind the entity of a write. Returns false if there is none.
ParseResult<bool> ReadActionClause(Cursor& cursor, Action& action) {
  if (cursor.TakeWord("if")) {
    TRY(ReadIf(cursor, action));
    return true;
  }
  const Place place = cursor.place();
  if (cursor.TakeWord("rewrite")) {
    if (action.verb != Verb::kUpdate) {
      return Cursor::Complain(place,
                              "Only an update takes `rewrite`. A put writes all keys, and a delete "
                              "removes all keys.");
    }
    if (action.rewrites) return Cursor::Complain(place, "The part has a `rewrite` already.");
    action.rewrites = cursor.TakeWord("keys")
                          ? std::vector<std::string>{"*"}
                          : TRY(ReadNames(cursor, "keys, or the indexes that are rewritten"));
    return true;
  }
  const bool updates = action.verb == Verb::kUpdate;
  for (const auto& [word, list] :
       {std::pair("set", &action.sets), std::pair("add", &action.adds),
        std::pair("modify", &action.modifies), std::pair("append", &action.appends)}) {
    if (!updates || !cursor.TakeWord(word)) continue;
    TRY(Append(TRY(ReadNames(cursor, "An attribute")), *list));
    return true;
  }
  const auto word = cursor.PeekWord();
  if (word.size() > 1 && word[0] == 'x' && IsDigit(word[1])) {
    if (action.times != 1) {
      return Cursor::Complain(place, "The part has a number of times already.");
    }
    action.times = TRY(ReadTimes(cursor));
    return true;
  }
  return false;
}

ParseResult<Action> ReadAction(Cursor& cursor, Verb verb) {
  Action action{.verb = verb, .place = cursor.place()};
  action.entity = TRY(cursor.Name("An entity"));
  if (verb == Verb::kPut) {
    if (cursor.Peek() == '[')
      return cursor.Complain("A put writes a whole item, so it has no brackets.");
  } else {
    action.bindings = TRY(ReadBindings(cursor));
  }
  while (TRY(ReadActionClause(cursor, action))) {
  }
  if (verb == Verb::kUpdate && action.sets.empty() && action.adds.empty() &&
      action.modifies.empty() && action.appends.empty()) {
    return cursor.Complain("An update says what it changes: set a, add a, modify a or append a.");
  }
  return action;
}

ParseResult<> ReadParts(Cursor& cursor, Pattern& pattern) {
  do {
    const Place place = cursor.place();
    const Verb verb = TRY(ReadVerb(cursor));
    if (verb < Verb::kPut || verb == Verb::kTransaction) {
      return Cursor::Complain(place, "A transaction is made of put, update, delete and check.");
    }
    pattern.actions.push_back(TRY(ReadAction(cursor, verb)));
  } while (cursor.Take('+'));
  return {};
}

// `verb` is the place of the pattern's verb.
ParseResult<> ReadWrite(Cursor& cursor, Place verb, Pattern& pattern) {
  if (pattern.verb == Verb::kCheck) {
    return Cursor::Complain(verb,
                            "DynamoDB checks an item only in a transaction. Write `txn check …`, "
                            "or get the item.");
  }
  if (pattern.verb == Verb::kTransaction) {
    TRY(ReadParts(cursor, pattern));
  } else {
    pattern.actions.push_back(TRY(ReadAction(cursor, pattern.verb)));
  }
  if (cursor.Peek() == '"') pattern.text = TRY(cursor.Quoted());
  if (cursor.AtEnd()) return {};
  return cursor.Complain(
      "A write goes on with if, set, add, modify, append, rewrite, xN, or a text in quotes; only "
      "txn "
      "has several parts.");
}

// Reads `as key …` or `as query …` below a pattern.
ParseResult<> ReadStated(Cursor& cursor, Pattern& pattern) {
  Stated stated{.place = cursor.place()};
  if (pattern.verb == Verb::kScan || pattern.verb == Verb::kExport) {
    return cursor.Complain("A scan or an export has no key.");
  }
  if (pattern.sql) return cursor.Complain("The statement is the request itself.");
  if (!pattern.reads() && cursor.PeekWord() == "query") {
    return cursor.Complain("A write addresses an item by its key: `as key PK / SK`.");
  }
  if (pattern.stated) return cursor.Complain("The pattern states its request twice.");
  if (cursor.TakeWord("key")) {
    stated.key = TRY(ReadKeyPair(cursor));
    if (stated.key->when) {
      return Cursor::Complain(stated.key->when->place, "A stated key has no condition.");
    }
  } else if (cursor.TakeWord("query")) {
    if (cursor.TakeWord("on")) stated.index = TRY(cursor.Name("The index"));
    stated.expression = TRY(cursor.Quoted());
  } else {
    return cursor.Complain("A request is stated `as key PK / SK` or `as query \"PK = …\"`.");
  }
  pattern.stated = std::move(stated);
  return {};
}

ParseResult<Exception> ReadBound(Cursor& cursor, char equal_or_less) {
  Exception exception{.pattern = TRY(cursor.Name("A pattern"))};
  if (equal_or_less == '<') TRY(cursor.Expect('<', "before ="));
  TRY(cursor.Expect('=', "before the bound"));
  exception.at_most = TRY(ReadDecimal(cursor, "The bound"));
  return exception;
}

ParseResult<Assertion> ReadOneRequest(Cursor& cursor, Place place) {
  Assertion assertion{.type = Assertion::Type::kOneRequest, .place = place};
  if (!cursor.TakeWord("request") || !cursor.TakeWord("per") || !cursor.TakeWord("read")) {
    return cursor.Complain("The form is `assert one request per read`.");
  }
  if (!cursor.TakeWord("except")) return assertion;
  do {
    assertion.exceptions.push_back(TRY(ReadBound(cursor, '<')));
  } while (cursor.Take(','));
  return assertion;
}

ParseResult<Assertion> ReadItems(Cursor& cursor, Place place) {
  Assertion assertion{.type = Assertion::Type::kItems, .place = place};
  const Place name = cursor.place();
  Cursor ahead = cursor;
  const auto pattern = TRY(ahead.Name("A pattern"));
  if (ahead.TakeWord("may")) {
    if (!ahead.TakeWord("be") || !ahead.TakeWord("empty")) {
      return Cursor::Complain(name, "The form is `assert items ID may be empty`.");
    }
    cursor = ahead;
    assertion.type = Assertion::Type::kMayBeEmpty;
    assertion.exceptions.push_back({.pattern = pattern});
    return assertion;
  }
  assertion.exceptions.push_back(TRY(ReadBound(cursor, '=')));
  return assertion;
}

ParseResult<Assertion> ReadAny(Cursor& cursor) {
  const Place place = cursor.place();
  if (cursor.TakeWord("no")) {
    if (!cursor.TakeWord("scan")) return cursor.Complain("The form is `assert no scan`.");
    return Assertion{.type = Assertion::Type::kNoScan, .place = place};
  }
  if (cursor.TakeWord("one")) return ReadOneRequest(cursor, place);
  if (cursor.TakeWord("items")) return ReadItems(cursor, place);
  if (cursor.TakeWord("cost")) {
    Assertion assertion{.type = Assertion::Type::kCost, .place = place};
    assertion.exceptions.push_back(TRY(ReadBound(cursor, '<')));
    assertion.writes = cursor.TakeWord("WCU");
    if (!assertion.writes && !cursor.TakeWord("RCU"))
      return cursor.Complain("RCU or WCU is missing.");
    return assertion;
  }
  return cursor.Complain(
      "The assertions are `assert no scan`, `assert one request per read`, `assert cost ID <= N "
      "RCU` and `assert items ID = N`.");
}

// `verb` is the place of the pattern's verb.
ParseResult<> ReadRequest(Cursor& cursor, Place verb, Pattern& pattern) {
  if (pattern.verb == Verb::kSql) return ReadSql(cursor, pattern);
  return pattern.reads() ? ReadRead(cursor, pattern) : ReadWrite(cursor, verb, pattern);
}

}  // namespace

ParseResult<> ReadPattern(Cursor& cursor, Model& model) {
  if (cursor.PeekWord() == "as" && !model.patterns.empty()) {
    cursor.TakeWord("as");
    return ReadStated(cursor, model.patterns.back());
  }
  Pattern pattern{.place = cursor.place()};
  pattern.id = TRY(cursor.Name("The pattern's name"));
  pattern.per_second = TRY(ReadRate(cursor));
  pattern.peak_per_second = pattern.per_second;
  if (cursor.TakeWord("peak")) {
    const Place place = cursor.place();
    pattern.peak_per_second = TRY(ReadRate(cursor));
    if (pattern.peak_per_second < pattern.per_second) {
      return Cursor::Complain(place, "The peak is below the rate itself.");
    }
  }
  const Place verb = cursor.place();
  pattern.verb = TRY(ReadVerb(cursor));
  TRY(ReadRequest(cursor, verb, pattern));
  if (model.FindPattern(pattern.id) != nullptr) {
    return Cursor::Complain(pattern.place, fmt::format("There are two patterns '{}'.", pattern.id));
  }
  model.patterns.push_back(std::move(pattern));
  return {};
}

ParseResult<> ReadAssertion(Cursor& cursor, Model& model) {
  model.assertions.push_back(TRY(ReadAny(cursor)));
  return {};
}

}  // namespace stator::model
