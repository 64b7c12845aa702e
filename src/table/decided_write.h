#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "storage/engine.h"
#include "table/effect.h"
#include "table/write.h"

namespace stator::table {

// The size of an item's collection as a write found it.
struct CollectionRead {
  storage::Address address;
  storage::Version seen;
  std::int64_t bytes;
};

// One item's write, as far as it has been decided.
struct DecidedWrite {
  Command command;
  Effect effect = {};
  storage::Version seen = storage::kAbsent;       // of the row the effect was decided on
  std::optional<CollectionRead> collection = {};  // of tables that keep sizes
  storage::CommitNumber read_after = 0;  // every commit up to this one was visible to the reads
  TimeMicros decided_at = 0;             // service time, which its row and record carry
  Result<> outcome = {};                 // of the decision
  int rounds = 0;                        // so many decisions were overtaken by other writes
  bool overtaken = false;                // a worker has to decide once more
};

// The bytes that the write adds to a commit.
std::size_t BytesOf(const DecidedWrite& write);
std::size_t BytesOf(std::span<const DecidedWrite> writes);

// Whether the decision may be left to a worker. The later phases of a transaction were decided
// before and go on where they are.
bool MayMoveToWorker(const Command& command);

// Called, on any thread, when a write met the mark of a transaction in a stored row.
using MarkMet = std::function<void(const Command&)>;

// Decides the command on the stored row (nullopt: there is none). An exception of the decision
// becomes an InternalServerError. `made`: see Work.
Result<Effect> DecideOn(const Command& command, const std::optional<BytesView>& row, TimeMicros now,
                        const MarkMet& mark_met, const Decision* made = nullptr);

// Rows that are written along with the writes of a group, given what each of them did. Runs on the
// commit thread.
using ExtraMutations =
    std::move_only_function<std::vector<storage::Mutation>(const std::vector<const Written*>&)>;

}  // namespace stator::table
