#include "storage/rising_numbers.h"

#include <algorithm>

#include "base/check.h"

namespace stator::storage {
namespace {

void CheckSpaces(const Commit& commit) {
  const auto is_callers = [](Space space) { return space != kEngineSpace; };
  CHECK(std::ranges::all_of(
      commit.changes, [&](const Mutation& change) { return is_callers(change.address.space); }));
  CHECK(std::ranges::all_of(commit.appends,
                            [&](const LogRecord& record) { return is_callers(record.log); }));
  CHECK(std::ranges::all_of(commit.drops,
                            [&](const SpaceDrop& drop) { return is_callers(drop.space); }));
}

}  // namespace

void RisingNumbers::Check(std::span<const Commit> commits) const {
  CommitNumber last = last_;
  for (const Commit& commit : commits) {
    CHECK(commit.number > last);
    last = commit.number;
    CheckSpaces(commit);
  }
}

void RisingNumbers::Settle(std::span<const Commit> commits) {
  if (!commits.empty()) last_ = commits.back().number;
}

void PutBigEndian64(std::uint64_t value, char* to) {
  for (int i = 7; i >= 0; --i) {
    to[i] = static_cast<char>(value & 0xFFU);
    value >>= 8U;
  }
}

Bytes LogKey(CommitNumber number, BytesView suffix) {
  Bytes key(sizeof(number), '\0');
  PutBigEndian64(number, key.data());
  key.append(suffix);
  return key;
}

}  // namespace stator::storage
