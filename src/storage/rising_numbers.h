#pragma once

#include <span>

#include "storage/engine.h"

namespace stator::storage {

// Holds the callers of Engine::Apply to their side of the contract: commit numbers rise, and nobody
// touches the space an engine keeps for itself. Not safe for concurrent use.
class RisingNumbers {
 public:
  // Aborts unless the numbers rise from the last settled call on.
  void Check(std::span<const Commit> commits) const;

  // The numbers of these commits are used up.
  void Settle(std::span<const Commit> commits);

 private:
  CommitNumber last_ = 0;
};

// Kept for the engine itself; no caller may use it.
inline constexpr Space kEngineSpace = 0xFFFF'FFFF;

// The key of a log record: the commit's number, 8 bytes big-endian, and then the suffix.
Bytes LogKey(CommitNumber number, BytesView suffix);

// Fills `to` with the bytes of `value`, most significant first.
void PutBigEndian64(std::uint64_t value, char* to);

}  // namespace stator::storage
