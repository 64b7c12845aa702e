#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/attribute_value.h"
#include "api/services.h"
#include "base/bytes.h"
#include "base/result.h"
#include "partiql/bind.h"
#include "query/source.h"
#include "table/units.h"

// Steps that the three operations of PartiQL share: binding a statement, finding its table.
namespace stator::api {

using StatementParameters = std::optional<std::vector<AttributeValue>>;

// Parses a statement of a request and fills in its parameters. Errors: bad parameters come first,
// even surplus ones; then the statement's own faults (facts 10.7).
Result<partiql::BoundStatement> BindStatement(const ItemServices& services,
                                              const std::string& statement,
                                              const StatementParameters& parameters);

// Finds the table or index of a statement. Errors: it does not exist, is not ready, or has a key of
// several attributes.
Result<query::Source> FindStatementSource(const ItemServices& services,
                                          const partiql::Statement& statement, bool consistent);

// Tells the advice about a statement that carries literals in its text. Statements with parameters
// alone need no advice, unless they read pages.
void NoteLiterals(const ItemServices& services, std::string_view operation,
                  const partiql::Statement& statement, table::HalfUnits units);

// A fingerprint of a statement with its parameters.
Bytes StatementDigest(const std::string& statement, const StatementParameters& parameters);

}  // namespace stator::api
