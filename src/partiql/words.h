#pragma once

#include <cstdint>
#include <string_view>

namespace stator::partiql {

// The keywords that the parser looks for. kReserved stands for every other keyword, and kNone for a
// word that may be a name.
enum class Word : std::uint8_t {
  kNone,
  kReserved,
  kAll,
  kAnd,
  kAs,
  kAsc,
  kBetween,
  kBy,
  kDelete,
  kDesc,
  kExists,
  kFalse,
  kFrom,
  kIn,
  kInsert,
  kInto,
  kIs,
  kLike,
  kMissing,
  kModified,
  kNew,
  kNot,
  kNull,
  kOld,
  kOr,
  kOrder,
  kRemove,
  kReturning,
  kSelect,
  kSet,
  kTrue,
  kUpdate,
  kValue,
  kWhere,
};

// Finds a keyword, in any case. The list is that of SQL-92 with PartiQL's own words, less the names
// of DynamoDB's functions and of types, which may be names.
Word WordOf(std::string_view text);

}  // namespace stator::partiql
