#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"
#include "base/utf8.h"
#include "model/language/statements.h"
#include "model/language/template_parser.h"
#include "model/language/templates.h"
#include "partiql/parser.h"

// Reads `sql "SELECT …" Order[status, total.from, total.to] strong -> 20`.
namespace stator::model {
namespace {

// Returns the column in the model's line of a column of the statement, from 1. The line has two
// quotes for each quote of the statement, behind an opening quote.
std::size_t ColumnOf(const Sql& sql, std::size_t column) {
  const auto before = std::string_view(sql.text).substr(0, column - 1);
  return sql.place.column + column + static_cast<std::size_t>(std::ranges::count(before, '"'));
}

// Returns the place of a fault. Some of AWS's texts end in line:column:length, and a statement of a
// model has one line.
Place PlaceOfFault(const Sql& sql, std::string_view message) {
  constexpr std::string_view kAt = " at 1:";
  const auto at = message.rfind(kAt);
  if (at == std::string_view::npos) return sql.place;
  std::size_t column = 0;
  const auto digits = message.substr(at + kAt.size());
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), column);
  if (read.ec != std::errc() || column == 0 || column > sql.text.size()) return sql.place;
  return {sql.place.line, ColumnOf(sql, column)};
}

// Checks what depends on the statement's text alone, and takes the names from it.
ParseResult<std::size_t> TakeStatement(Sql& sql) {
  if (!ValidUtf8(sql.text)) return Cursor::Complain(sql.place, "The statement is not UTF-8.");
  const auto statement = partiql::Parse(sql.text);
  if (!statement) {
    const auto& message = statement.error().message;
    return Cursor::Complain(PlaceOfFault(sql, message),
                            fmt::format("DynamoDB refuses the statement: {}", message));
  }
  if (statement->kind != partiql::Statement::Kind::kSelect || statement->exists) {
    return Cursor::Complain(sql.place,
                            "The statement of a pattern is a SELECT. State writes as put, update, "
                            "delete or txn.");
  }
  sql.table = statement->table;
  sql.index = statement->index;
  return statement->parameters;
}

// Adds the likely cause if a word touches the quote that ended the statement: that quote was meant
// as a part of it. The cursor is behind the statement.
std::unexpected<Complaint> ExplainQuote(Cursor& cursor, const Sql& sql, Complaint complaint) {
  const std::size_t quote = ColumnOf(sql, sql.text.size() + 1);
  if (cursor.place().column != quote + 1 || cursor.PeekWord().empty()) {
    return std::unexpected(std::move(complaint));
  }
  if (complaint.message.ends_with('.')) complaint.message.pop_back();
  complaint.message += "; a double quote within a statement is written twice.";
  return std::unexpected(std::move(complaint));
}

// Returns the end of a range that the name stands for, and removes it from the name.
Parameter::End TakeEnd(std::string& name) {
  for (const auto& [word, end] :
       {std::pair(".from", Parameter::End::kFrom), std::pair(".to", Parameter::End::kTo)}) {
    const std::string_view suffix = word;
    if (name.size() <= suffix.size() || !name.ends_with(suffix)) continue;
    name.resize(name.size() - suffix.size());
    return end;
  }
  return Parameter::End::kNone;
}

ParseResult<Parameter> ReadParameter(Cursor& cursor) {
  const Place place = cursor.place();
  auto text = TRY(cursor.TemplateText(",]"));
  Parameter parameter;
  if (text.contains('{')) {
    parameter.text = TRY(ParseTemplate(text, place));
    const auto random = std::ranges::find(parameter.text.parts, Part::Type::kRandom, &Part::type);
    if (random == parameter.text.parts.end()) return parameter;
    return Cursor::Complain(place, "A parameter has no random part: a reader does not know it.");
  }
  if (!std::ranges::all_of(text, [](char letter) {
        return IsLetterOrDigit(letter) || letter == '_' || letter == '-' || letter == '.';
      })) {
    return Cursor::Complain(
        place,
        fmt::format("'{}' is no attribute and no template such as CUST#{{custId}}. Write other "
                    "values into the statement.",
                    text));
  }
  parameter.end = TakeEnd(text);
  parameter.text = {.parts = {{.type = Part::Type::kField, .text = std::move(text)}},
                    .natural = true,
                    .place = place};
  return parameter;
}

// Reads the entity, and the `wanted` values of the parameters. Without any, the brackets may lack.
ParseResult<> ReadParameters(Cursor& cursor, std::size_t wanted, Pattern& pattern) {
  pattern.target.entity = TRY(cursor.Name("An entity"));
  pattern.sql->of_entity = true;
  if (!cursor.Take('[')) {
    if (wanted == 0) return {};
    return cursor.Complain(
        fmt::format("The statement has {}: write the values in brackets, as in {}[attribute].",
                    Counted(wanted, "parameter"), pattern.target.entity));
  }
  if (cursor.Take(']')) return {};
  do {
    pattern.sql->parameters.push_back(TRY(ReadParameter(cursor)));
  } while (cursor.Take(','));
  TRY(cursor.Expect(']', "after the values of the statement's parameters"));
  return {};
}

void Bind(const std::string& attribute, Place place, Pattern& pattern) {
  const auto known = std::ranges::find(pattern.bindings, attribute, &Binding::attribute);
  if (known != pattern.bindings.end()) return;
  pattern.bindings.push_back({.attribute = attribute, .place = place});
}

// Takes from the parameters what the caller knows: attributes, and the ends of one range.
ParseResult<> BindParameters(Pattern& pattern) {
  bool from = false;
  bool to = false;
  for (const auto& parameter : pattern.sql->parameters) {
    if (parameter.end == Parameter::End::kNone) {
      for (const auto& name : FieldsOf(parameter.text)) Bind(name, parameter.text.place, pattern);
      continue;
    }
    const auto& name = parameter.text.parts.front().text;
    if (!pattern.range.empty() && pattern.range != name) {
      return Cursor::Complain(
          parameter.text.place,
          fmt::format("A pattern has one range, and it is over {} already.", pattern.range));
    }
    pattern.range = name;
    (parameter.end == Parameter::End::kFrom ? from : to) = true;
  }
  if (from == to) return {};
  return Cursor::Complain(
      pattern.sql->place,
      fmt::format("A range has two ends: give {0}.from and {0}.to, or {0} alone.", pattern.range));
}

// Reads one clause behind the statement. Returns false if there is none.
ParseResult<bool> ReadSqlClause(Cursor& cursor, Pattern& pattern) {
  if (cursor.TakeArrow()) {
    if (pattern.expected) return cursor.Complain("The pattern has this clause already.");
    pattern.expected = TRY(ReadCount(cursor, "The number of items"));
  } else if (cursor.Peek() == '"') {
    if (!pattern.text.empty()) return cursor.Complain("The pattern has this clause already.");
    pattern.text = TRY(cursor.Quoted());
  } else if (cursor.PeekWord() == "strong") {
    if (pattern.strong) return cursor.Complain("The pattern has this clause already.");
    pattern.strong = cursor.TakeWord("strong");
  } else {
    return false;
  }
  return true;
}

}  // namespace

ParseResult<> ReadSql(Cursor& cursor, Pattern& pattern) {
  pattern.sql = Sql{.place = cursor.place()};
  pattern.target.place = pattern.sql->place;
  pattern.sql->text = TRY(cursor.Quoted());
  auto taken = TakeStatement(*pattern.sql);
  if (!taken) return ExplainQuote(cursor, *pattern.sql, std::move(taken).error());
  const std::size_t wanted = *taken;
  if (!cursor.PeekWord().empty() && cursor.PeekWord() != "strong") {
    pattern.target.place = cursor.place();
    TRY(ReadParameters(cursor, wanted, pattern));
  }
  const auto given = pattern.sql->parameters.size();
  if (given != wanted) {
    const auto& entity = pattern.target.entity;
    const std::string advice =
        given > wanted ? ""
                       : fmt::format(": write the values in brackets, as in {}[attribute]",
                                     entity.empty() ? "Entity" : entity);
    return Cursor::Complain(pattern.target.place,
                            fmt::format("The statement has {}, and the pattern gives {}{}.",
                                        Counted(wanted, "parameter"),
                                        given == 0 ? "none" : std::to_string(given), advice));
  }
  TRY(BindParameters(pattern));
  while (TRY(ReadSqlClause(cursor, pattern))) {
  }
  if (cursor.AtEnd()) return {};
  return cursor.Complain(
      "A statement goes on with the entity of its parameters, as in Entity[attribute], strong, "
      "-> N or a text in quotes.");
}

}  // namespace stator::model
