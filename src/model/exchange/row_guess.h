#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// What a row of an access-pattern list means, as far as its words tell.
namespace stator::model {

struct RowGuess {
  Verb verb = Verb::kList;
  std::string entity;
  std::vector<Binding> known;         // what stands between the brackets
  std::string range;                  // attribute
  bool range_unnamed = false;         // over what the key has behind `key.sort`: {from} to {to}
  std::vector<std::string> children;  // entities fetched with it
  bool ordered = false;               // by `order`, or by the sort key if that is empty
  std::string order;
  bool descending = false;
  std::int64_t limit = 0;
  // The key it is asked by, if the row tells.
  std::string index;  // empty: the table
  std::string hash;   // names of its key attributes
  std::string sort;
  KeyPair key;
  bool open = false;   // there may be more in the sort key than it tells
  bool plain = false;  // the table is asked by attributes of their own names: "userId = :userId"
  // Of a write.
  std::vector<std::string> conditions;
  bool if_new = false;
  std::int64_t times = 1;
  std::vector<RowGuess> parts;  // of a transaction
  // What it says and this does not, a sentence each.
  std::vector<std::string> unread;
};

// The words of a row; what it lacks is empty.
struct RowWords {
  std::string name;       // "List all orders of a customer"
  std::string type;       // "GetItem", "Query GSI1", "Write"
  std::string condition;  // "PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 20"
  std::string filter;     // "status = :status"
};

// Never fails: what cannot be told is guessed, and what is not understood is in `unread`.
RowGuess GuessRow(const RowWords& words);

// "500/s" of "500 rps", "1,000 per second", "High"; "0.14286/day" of "once a week"; "low" if it
// says nothing.
struct RateGuess {
  std::string rate;
  bool understood = true;
};
RateGuess GuessRate(std::string_view text);

}  // namespace stator::model
