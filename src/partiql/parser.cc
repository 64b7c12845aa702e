#include "partiql/parser.h"

#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/partiql_texts.h"
#include "partiql/clause_parser.h"
#include "partiql/token_reader.h"

namespace stator::partiql {
namespace {

class StatementParser {
 public:
  explicit StatementParser(TokenReader reader) : reader_(std::move(reader)) {}

  Result<Statement> Parse() {
    TRY(ParseOne());
    reader_.TakeSymbol(";");
    if (!reader_.AtEnd()) return TokenReader::Malformed(texts::kTokenAfterStatement);
    TRY(reader_.ReportFaults());
    statement_.parameters = reader_.parameters();
    auto shape = reader_.ShapeOfText();
    statement_.pattern = std::move(shape.pattern);
    statement_.literals_hash = shape.literals_hash;
    return std::move(statement_);
  }

 private:
  Result<> ParseOne() {
    if (reader_.TakeWord(Word::kSelect)) return Select();
    if (reader_.TakeWord(Word::kInsert)) return Insert();
    if (reader_.TakeWord(Word::kUpdate)) return Update();
    if (reader_.TakeWord(Word::kDelete)) return Delete();
    if (reader_.TakeWord(Word::kFrom)) return ReversedUpdate();
    if (reader_.Peek().word == Word::kExists) return Exists();
    return NoStatement();
  }

  // An expression as a whole statement. AWS names the operation of a type test.
  Result<> NoStatement() {
    if (reader_.AtName()) {
      TRY(reader_.Path());
      if (reader_.TakeWord(Word::kIs)) return FailInvalid(texts::kIsTypeUnsupported);
    }
    return TokenReader::Malformed(texts::kDataManipulationExpected);
  }

  Result<> Exists() {
    reader_.Take();
    TRY(reader_.Expect("("));
    TRY(reader_.Expect(Word::kSelect, "SELECT"));
    TRY(Select());
    TRY(reader_.Expect(")"));
    statement_.exists = true;
    return {};
  }

  Result<> Select() {
    statement_.kind = Statement::Kind::kSelect;
    TRY(Projection());
    TRY(reader_.Expect(Word::kFrom, "FROM"));
    TRY(Table());
    TRY(Where());
    return Order();
  }

  Result<> Projection() {
    if (reader_.TakeSymbol("*")) {
      statement_.all = true;
      return {};
    }
    do {
      TRY(ProjectedPath());
    } while (reader_.TakeSymbol(","));
    return {};
  }

  Result<> ProjectedPath() {
    if (reader_.AtCall()) return ProjectedCall();
    if (reader_.AtLiteral()) {
      reader_.NoteFault(
          fmt::format(texts::kPathComponentUnexpected, reader_.Position(reader_.Peek())));
      TRY(reader_.ReadLiteral());
      return {};
    }
    statement_.projection.push_back(TRY(reader_.Path()));
    if (!reader_.TakeWord(Word::kAs) && !reader_.AtName()) return {};
    reader_.NoteFault(texts::kAliasUnsupported);
    TRY(reader_.Name(texts::kIdentifierExpected));
    return {};
  }

  // A function, such as COUNT(*), cannot be projected. Moves behind it.
  Result<> ProjectedCall() {
    const Token function = reader_.Take();
    reader_.NoteFault(fmt::format(texts::kPathComponentUnexpected, reader_.Position(function)));
    std::size_t open = 0;
    do {
      if (reader_.AtEnd()) return reader_.UnexpectedTerm();
      if (reader_.AtSymbol("(")) ++open;
      if (reader_.AtSymbol(")")) --open;
      reader_.Take();
    } while (open > 0);
    return {};
  }

  // Parses "table" or "table"."index". An alias is a fault.
  Result<> Table() {
    if (!reader_.AtName()) return reader_.UnexpectedTerm();
    return NamedTable();
  }

  Result<> NamedTable() {
    statement_.table = TRY(reader_.Name(texts::kIdentifierExpected));
    if (reader_.TakeSymbol(".")) {
      statement_.index = TRY(reader_.Name(texts::kPathComponentInvalid));
    }
    if (!reader_.TakeWord(Word::kAs) && !reader_.AtName()) return {};
    reader_.NoteFault(texts::kAliasUnsupported);
    TRY(reader_.Name(texts::kIdentifierExpected));
    return {};
  }

  Result<> Where() {
    if (reader_.TakeWord(Word::kWhere)) statement_.where = TRY(ParseWhere(reader_));
    return {};
  }

  Result<> Order() {
    if (!reader_.TakeWord(Word::kOrder)) return {};
    TRY(reader_.Expect(Word::kBy, "BY"));
    do {
      if (!reader_.AtName()) return reader_.UnexpectedTerm();
      OrderTerm term{TRY(reader_.Name(texts::kIdentifierExpected))};
      term.descending = reader_.TakeWord(Word::kDesc);
      if (!term.descending) reader_.TakeWord(Word::kAsc);
      statement_.order.push_back(std::move(term));
    } while (reader_.TakeSymbol(","));
    return {};
  }

  Result<> Insert() {
    statement_.kind = Statement::Kind::kInsert;
    TRY(reader_.Expect(Word::kInto, "INTO"));
    if (!reader_.AtName()) return TokenReader::Malformed(texts::kIdentifierExpected);
    statement_.table = TRY(reader_.Name(texts::kIdentifierExpected));
    if (reader_.TakeSymbol(".")) {
      statement_.index = TRY(reader_.Name(texts::kPathComponentInvalid));
    }
    if (!reader_.TakeWord(Word::kValue)) {
      return TokenReader::Malformed(texts::kTokenAfterStatement);
    }
    Result<Slot> item = Slot::Make(TRY(reader_.ReadLiteral()));
    if (!item) {
      reader_.NoteLiteralFault(item.error());
    } else {
      statement_.item = *std::move(item);
    }
    return {};
  }

  Result<> Update() {
    statement_.kind = Statement::Kind::kUpdate;
    if (!reader_.AtName()) return TokenReader::Malformed(texts::kIdentifierExpected);
    TRY(NamedTable());
    TRY(Changes());
    TRY(Where());
    return ReturningClause();
  }

  // FROM "t" WHERE … SET …: an UPDATE with the clauses turned round.
  Result<> ReversedUpdate() {
    statement_.kind = Statement::Kind::kUpdate;
    TRY(Table());
    TRY(Where());
    TRY(Changes());
    return ReturningClause();
  }

  Result<> Changes() {
    if (reader_.Peek().word != Word::kSet && reader_.Peek().word != Word::kRemove) {
      return TokenReader::Malformed(texts::kDataManipulationExpected);
    }
    statement_.changes = TRY(ParseChanges(reader_));
    return {};
  }

  Result<> Delete() {
    statement_.kind = Statement::Kind::kDelete;
    TRY(reader_.Expect(Word::kFrom, "FROM"));
    if (!reader_.AtName()) return TokenReader::Malformed(texts::kIdentifierExpected);
    TRY(NamedTable());
    TRY(Where());
    return ReturningClause();
  }

  Result<> ReturningClause() {
    if (!reader_.TakeWord(Word::kReturning)) return {};
    const bool all = reader_.TakeWord(Word::kAll);
    if (!all) TRY(reader_.Expect(Word::kModified, "ALL or MODIFIED"));
    const bool old = reader_.TakeWord(Word::kOld);
    if (!old) TRY(reader_.Expect(Word::kNew, "OLD or NEW"));
    TRY(reader_.Expect("*"));
    statement_.returning = all ? (old ? Returning::kAllOld : Returning::kAllNew)
                               : (old ? Returning::kModifiedOld : Returning::kModifiedNew);
    if (statement_.kind == Statement::Kind::kDelete && !(all && old)) {
      reader_.NoteFault(
          fmt::format(texts::kReturningOfDelete,
                      fmt::format("{} {}", all ? "ALL" : "MODIFIED", old ? "OLD" : "NEW")));
    }
    return {};
  }

  TokenReader reader_;
  Statement statement_;
};

}  // namespace

Result<Statement> Parse(std::string_view statement) {
  return StatementParser(TRY(TokenReader::Open(statement))).Parse();
}

}  // namespace stator::partiql
