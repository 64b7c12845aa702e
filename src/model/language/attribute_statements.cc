#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "model/language/statements.h"

// Reads an entity's attributes: `attr id:id, status:enum(OPEN 10, DONE 90), notes:text(2KB)`.
namespace stator::model {
namespace {

ParseResult<> ReadShares(Cursor& cursor, Attribute& attribute) {
  TRY(cursor.Expect('(', "after enum, before its values"));
  double total = 0;
  bool stated = false;
  do {
    Share share{.value = TRY(cursor.Name("A value"))};
    if (cursor.Peek() != ',' && cursor.Peek() != ')') {
      share.percent = TRY(ReadDecimal(cursor, "A share in percent"));
      stated = true;
    }
    total += share.percent;
    attribute.values.push_back(std::move(share));
  } while (cursor.Take(','));
  if (stated && (total < 99 || total > 101)) {
    return cursor.Complain(fmt::format("The shares add up to {} %, not to 100 %.", total));
  }
  for (auto& share : attribute.values) {
    if (!stated) share.percent = 100.0 / static_cast<double>(attribute.values.size());
  }
  attribute.distinct = static_cast<std::int64_t>(attribute.values.size());
  return cursor.Expect(')', "after the values");
}

// Reads (600B); a list may also state its length: (50 x 100B).
ParseResult<> ReadBytes(Cursor& cursor, Attribute& attribute) {
  TRY(cursor.Expect('(', "after the type, before its size"));
  if (attribute.kind == Kind::kList) {
    const Place place = cursor.place();
    const auto token = TRY(cursor.Token("The size of the list"));
    if (cursor.TakeWord("x")) {
      const auto count = ParseCount(token);
      if (!count) return Cursor::Complain(place, count.error().message);
      attribute.elements_max = static_cast<std::int64_t>(*count);
      attribute.bytes = TRY(ReadSize(cursor, "The size of an element"));
    } else {
      const auto size = ParseSize(token);
      if (!size) return Cursor::Complain(place, size.error().message);
      attribute.bytes = static_cast<std::int64_t>(*size);
    }
  } else {
    attribute.bytes = TRY(ReadSize(cursor, "The size"));
  }
  return cursor.Expect(')', "after the size");
}

constexpr std::array<std::pair<std::string_view, Kind>, 15> kKinds{{{"string", Kind::kString},
                                                                    {"free", Kind::kFree},
                                                                    {"id", Kind::kId},
                                                                    {"number", Kind::kNumber},
                                                                    {"date", Kind::kDate},
                                                                    {"time", Kind::kTime},
                                                                    {"bool", Kind::kBool},
                                                                    {"enum", Kind::kEnum},
                                                                    {"text", Kind::kText},
                                                                    {"blob", Kind::kBlob},
                                                                    {"map", Kind::kMap},
                                                                    {"list", Kind::kList},
                                                                    {"counter", Kind::kCounter},
                                                                    {"version", Kind::kVersion},
                                                                    {"ttl", Kind::kExpiry}}};

ParseResult<> ReadNumberWidth(Cursor& cursor, Attribute& attribute) {
  constexpr std::int64_t kWidthMax = 38;
  const Place place = cursor.place();
  const auto width = TRY(ReadCount(cursor, "The number of digits"));
  if (width < 1 || width > kWidthMax) {
    return Cursor::Complain(place, "A number has from 1 to 38 digits.");
  }
  attribute.width = static_cast<int>(width);
  return cursor.Expect(')', "after the number of digits");
}

ParseResult<> ReadKindDetail(Cursor& cursor, Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kEnum:
      return ReadShares(cursor, attribute);
    case Kind::kText:
    case Kind::kBlob:
    case Kind::kMap:
    case Kind::kList:
      return ReadBytes(cursor, attribute);
    case Kind::kBool:
      attribute.values = {{"true", 50}, {"false", 50}};
      attribute.distinct = 2;
      return {};
    case Kind::kNumber:
      if (cursor.Take('(')) return ReadNumberWidth(cursor, attribute);
      return {};
    case Kind::kExpiry:
      if (!cursor.Take('(')) return {};
      attribute.lifetime_seconds = TRY(ReadSeconds(cursor));
      return cursor.Expect(')', "after the lifetime");
    default:
      return {};
  }
}

// Returns our name for a type that other languages name differently; empty for any other word.
std::string OtherName(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kNames{
      {{"int", "number"},      {"integer", "number"},   {"long", "number"},
       {"float", "number"},    {"double", "number"},    {"decimal", "number"},
       {"numeric", "number"},  {"N", "number"},         {"str", "string"},
       {"S", "string"},        {"varchar", "string"},   {"char", "string"},
       {"uuid", "id"},         {"ulid", "id"},          {"guid", "id"},
       {"datetime", "time"},   {"timestamp", "time"},   {"boolean", "bool"},
       {"json", "map(2KB)"},   {"object", "map(2KB)"},  {"binary", "blob(2KB)"},
       {"bytes", "blob(2KB)"}, {"array", "list(100B)"}, {"set", "list(100B)"}}};
  const auto* const found =
      std::ranges::find(kNames, word, &std::pair<std::string_view, std::string_view>::first);
  return found == kNames.end() ? "" : fmt::format("; did you mean '{}'?", found->second);
}

ParseResult<> ReadKind(Cursor& cursor, Attribute& attribute) {
  if (cursor.TakeWord("values")) {  // a string with that many different values
    TRY(cursor.Expect('(', "after values, before their number"));
    attribute.distinct = TRY(ReadCount(cursor, "The number of values"));
    return cursor.Expect(')', "after the number of values");
  }
  std::array<std::string_view, kKinds.size()> names;
  const auto word = cursor.PeekWord();
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    names[i] = kKinds[i].first;
    if (word != names[i]) continue;
    cursor.TakeWord(word);
    attribute.kind = kKinds[i].second;
    return ReadKindDetail(cursor, attribute);
  }
  return cursor.Complain(fmt::format("There is no type '{}'{}", word, [&] {
    auto hint = OtherName(word);
    if (hint.empty()) hint = Suggest(word, names);
    return hint.empty() ? std::string(
                              "; types are id, string, free, number, date, time, bool, enum, text, "
                              "blob, map, list, counter, version, ttl and values(N).")
                        : hint;
  }()));
}

}  // namespace

ParseResult<> ReadAttributes(Cursor& cursor, Entity& entity) {
  do {
    Attribute attribute{.place = cursor.place()};
    attribute.name = TRY(cursor.Name("An attribute"));
    if (attribute.name == kTypeAttribute) {
      return Cursor::Complain(
          attribute.place,
          fmt::format("Every item has an attribute {} for its kind. Give the attribute of the "
                      "entity another name.",
                      kTypeAttribute));
    }
    if (cursor.Take(':')) TRY(ReadKind(cursor, attribute));
    if (entity.Find(attribute.name) != nullptr) {
      return Cursor::Complain(attribute.place,
                              fmt::format("{} has '{}' twice.", entity.name, attribute.name));
    }
    entity.attributes.push_back(std::move(attribute));
  } while (cursor.Take(','));
  if (cursor.AtEnd()) return {};
  return cursor.Complain(
      "Attributes are separated by commas, and a type follows a colon: `attr a, b:number`.");
}

}  // namespace stator::model
