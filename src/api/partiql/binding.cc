#include "api/partiql/binding.h"

#include <utility>

#include <fmt/format.h>

#include "api/lookup.h"
#include "base/digest.h"
#include "base/partiql_texts.h"
#include "base/texts.h"
#include "base/varint.h"

namespace stator::api {
namespace {

bool HasSeveralAttributes(const query::Source& source) {
  return source.hash_keys().size() > 1 || source.range_keys().size() > 1;
}

}  // namespace

Result<partiql::BoundStatement> BindStatement(const ItemServices& services,
                                              const std::string& statement,
                                              const StatementParameters& parameters) {
  std::vector<item::ValueView> values;
  if (parameters) {
    values.reserve(parameters->size());
    for (const AttributeValue& parameter : *parameters) {
      if (parameter.bad) return Fail(parameter.bad->error);
      values.emplace_back(parameter.encoded);
    }
  }
  return partiql::Bind(TRY(services.statements.Get(statement)), values);
}

Result<query::Source> FindStatementSource(const ItemServices& services,
                                          const partiql::Statement& statement, bool consistent) {
  query::Source source{TRY(FindReadyTable(services.catalog, services.clock, statement.table)),
                       nullptr};
  if (statement.index.empty()) return source;
  source.index = source.table->FindIndex(statement.index);
  // Readers do not see an index that is being deleted.
  if (source.index == nullptr || source.index->state == catalog::IndexState::kDeleting) {
    return FailInvalid(texts::kStatementIndexMissing);
  }
  if (HasSeveralAttributes(source)) return FailInvalid(texts::kStatementMultiAttributeKey);
  if (!source.index->readable()) {
    return FailInvalid(fmt::format(texts::kIndexBackfilling, statement.index));
  }
  if (source.global() && consistent) return FailInvalid(texts::kStatementConsistentIndex);
  return source;
}

void NoteLiterals(const ItemServices& services, std::string_view operation,
                  const partiql::Statement& statement, table::HalfUnits units) {
  if (statement.literals_hash == 0) return;
  services.advice.Note({.operation = operation,
                        .table = statement.table,
                        .index = statement.index,
                        .filter = statement.pattern,
                        .literals_hash = statement.literals_hash,
                        .first_page = true,
                        .units = units},
                       services.clock.Now());
}

Bytes StatementDigest(const std::string& statement, const StatementParameters& parameters) {
  Bytes text;
  AppendSized(statement, text);
  if (parameters) {
    for (const AttributeValue& parameter : *parameters) AppendSized(parameter.encoded, text);
  }
  return Sha256(text);
}

}  // namespace stator::api
