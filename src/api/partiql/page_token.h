#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"

namespace stator::api {

// Where a SELECT goes on: in a branch of its plan, after an entry of it.
struct StatementPlace {
  std::size_t branch = 0;
  std::optional<item::Item> after;  // as LastEvaluatedKey; nullopt: at the branch's beginning
};

// Encodes a NextToken (docs/formats/statement-tokens.md). `digest` is the StatementDigest of the
// request.
std::string EncodeNextToken(const catalog::Table& table, BytesView digest,
                            const StatementPlace& place);

// Decodes a NextToken. Errors: ValidationException for garbage, and for the token of another
// statement, table or server. The caller checks that the place lies in its plan.
Result<StatementPlace> DecodeNextToken(std::string_view token, const catalog::Table& table,
                                       BytesView digest);

}  // namespace stator::api
