#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

// What a row of an access-pattern list means, as far as its words tell.
namespace stator::model {

// One comparison of a key condition as people write it: "PK=CUSTOMER#id", "begins_with(SK,
// ORDER#)", "SK BETWEEN a AND b".
struct LooseClause {
  enum class Type : std::uint8_t { kEquals, kPrefix, kBetween, kCompare };
  Type type = Type::kEquals;
  std::string attribute;
  std::string value;
};
std::vector<LooseClause> ReadLooseCondition(std::string_view text);

struct RowGuess {
  Verb verb = Verb::kList;
  std::string entity;
  std::vector<std::string> known;     // attributes between the brackets
  std::string range;                  // attribute
  std::vector<std::string> children;  // entities fetched with it
  // The key it is asked by, if the row tells.
  std::string index;  // empty: the table
  KeyPair key;
};

// From the name ("List all orders of a customer"), the query type ("GetItem", "Query GSI1",
// "Write") and the key condition. Never fails: what cannot be told is guessed.
RowGuess GuessRow(std::string_view name, std::string_view type, std::string_view condition);

// "500/s" of "500 rps", "1,000 per second", "High"; "low" if it says nothing.
std::string GuessRate(std::string_view text);

}  // namespace stator::model
