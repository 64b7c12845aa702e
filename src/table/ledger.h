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

// The records that transactions leave in the store (docs/formats/transactions.md).
namespace stator::table {

// A client's token for its transaction, and a fingerprint of the transaction's actions. The
// fingerprint distinguishes a repetition from another transaction with the same token.
struct Token {
  std::string text;
  Bytes fingerprint;
};

// A finished transaction. The record stays for as long as its token is remembered.
struct TokenRecord {
  TimeMicros completed = 0;
  Bytes fingerprint;
  std::vector<HalfUnits> read_units;  // of its actions in order; a replay costs them
};

// The outcome of a transaction in two phases. The first writer of a record decides the outcome.
// While there is no record, recovery may abort a transaction whose mark a request has met.
struct CommitRecord {
  enum class State : std::uint8_t { kCommitted = 1, kAborted = 2 };
  struct Part {
    std::string table;
    catalog::TableNumber number = 0;  // distinguishes a later table of the same name
    Bytes row_key;
    Decision::Kind kind = Decision::Kind::kKeep;
    Bytes image;  // kReplace: the whole new item
    HalfUnits read_units = 0;
  };
  State state = State::kCommitted;
  TimeMicros time = 0;
  std::optional<Token> token;
  std::vector<Part> parts;  // of a committed transaction
};

// The stored form of the records. Errors: kCorruption.
Bytes EncodeTokenRecord(const TokenRecord& record);
Result<TokenRecord> DecodeTokenRecord(BytesView bytes);
Bytes EncodeCommitRecord(const CommitRecord& record);
Result<CommitRecord> DecodeCommitRecord(BytesView bytes);

// The keys of the records.
Bytes TokenKey(std::string_view token);
Bytes CommitKey(BytesView transaction);
// The range of all commit records, and the transaction in such a key. Lifetime: TransactionIn
// returns a view into `commit_key`.
storage::KeyRange CommitKeys();
BytesView TransactionIn(BytesView commit_key);

// The key of a token in the order of completion, which finds the oldest tokens without a search.
Bytes ExpiryKey(TimeMicros completed, std::string_view token);
// The range of the tokens completed before `until`; nullopt: all tokens.
storage::KeyRange ExpiryKeys(std::optional<TimeMicros> until);
// A decoded expiry key. Lifetime: `token` is a view into the key.
struct Expiry {
  TimeMicros completed;
  std::string_view token;
};
Result<Expiry> DecodeExpiryKey(BytesView key);

// Returns the mutations that remember a token.
std::vector<storage::Mutation> RememberToken(const Token& token, std::vector<HalfUnits> read_units,
                                             TimeMicros now);

}  // namespace stator::table
