#pragma once

#include <span>

#include "storage/engine.h"

namespace stator::storage {

// Checks that callers of Engine::Apply keep their side of the contract: commit numbers rise, and no
// commit touches the engine's own space.
// Threads: not safe for concurrent use.
class RisingNumbers {
 public:
  // Aborts unless the numbers rise from the last settled call on.
  void Check(std::span<const Commit> commits) const;

  // Marks the numbers of these commits as used.
  void Settle(std::span<const Commit> commits);

 private:
  CommitNumber last_ = 0;
};

// The engine's own space. REQUIRES: no caller uses it.
inline constexpr Space kEngineSpace = 0xFFFF'FFFF;

// The key of a log record: the commit's number (8 bytes, big-endian), then the suffix.
Bytes LogKey(CommitNumber number, BytesView suffix);

// Writes the bytes of `value` to `to`, most significant first. REQUIRES: `to` has room for 8 bytes.
void PutBigEndian64(std::uint64_t value, char* to);

}  // namespace stator::storage
