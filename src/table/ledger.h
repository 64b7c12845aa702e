#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/table.h"
#include "storage/engine.h"
#include "table/units.h"
#include "table/write.h"

// What transactions leave in the store (docs/formats/transactions.md).
namespace stator::table {

// The name a client gave its transaction, and what the transaction was, so that sending it again is
// told from sending another under the same name.
struct Token {
  std::string text;
  Bytes fingerprint;
};

// A transaction that is over, for as long as its token is remembered.
struct TokenRecord {
  TimeMicros completed = 0;
  Bytes fingerprint;
  std::vector<HalfUnits> read_units;  // of its actions in order: what a replay costs
};

// How a transaction in two phases ended. Its first writer decides: while there is none, whoever
// meets one of its marks may end it.
struct CommitRecord {
  enum class State : std::uint8_t { kCommitted = 1, kAborted = 2 };
  struct Part {
    std::string table;
    catalog::TableNumber number = 0;  // a later table of the same name is another
    Bytes row_key;
    Decision::Kind kind = Decision::Kind::kKeep;
    Bytes image;  // kReplace: the whole new item
    HalfUnits read_units = 0;
  };
  State state = State::kCommitted;
  TimeMicros time = 0;
  std::optional<Token> token;
  std::vector<Part> parts;  // of a committed one
};

Bytes EncodeTokenRecord(const TokenRecord& record);
Result<TokenRecord> DecodeTokenRecord(BytesView bytes);
Bytes EncodeCommitRecord(const CommitRecord& record);
Result<CommitRecord> DecodeCommitRecord(BytesView bytes);

// Where they stand.
Bytes TokenKey(std::string_view token);
Bytes CommitKey(BytesView transaction);
// All commit records, and the transaction in such a key.
storage::KeyRange CommitKeys();
BytesView TransactionIn(BytesView commit_key);

// The tokens in the order of their completion, so that the oldest are forgotten without a search.
Bytes ExpiryKey(TimeMicros completed, std::string_view token);
// Those completed before `until`; nullopt: all.
storage::KeyRange ExpiryKeys(std::optional<TimeMicros> until);
struct Expiry {
  TimeMicros completed;
  std::string_view token;
};
Result<Expiry> DecodeExpiryKey(BytesView key);

// What writes down a token.
std::vector<storage::Mutation> RememberToken(const Token& token, std::vector<HalfUnits> read_units,
                                             TimeMicros now);

}  // namespace stator::table
