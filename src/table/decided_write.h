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

// The size of an item's collection as a write read it.
struct CollectionRead {
  storage::Address address;
  storage::Version seen;
  std::int64_t bytes;
};

// One item's write and the state of its decision.
struct DecidedWrite {
  Command command;
  Effect effect = {};
  storage::Version seen = storage::kAbsent;       // version of the decided-on row
  std::optional<CollectionRead> collection = {};  // only of tables that store sizes
  storage::CommitNumber read_after = 0;           // the reads saw every commit up to this one
  TimeMicros decided_at = 0;                      // service time; the row and the record carry it
  Result<> outcome = {};                          // of the decision
  int rounds = 0;                                 // decisions that other writes have overtaken
  bool overtaken = false;                         // a worker must decide again
};

// The bytes that the write adds to a commit.
std::size_t BytesOf(const DecidedWrite& write);
std::size_t BytesOf(std::span<const DecidedWrite> writes);

// Whether a worker may make the decision. The later phases of a transaction were decided before, so
// they stay where they are.
bool MayMoveToWorker(const Command& command);

// Called when a write meets a transaction's mark in a stored row. Threads: any.
using MarkMet = std::function<void(const Command&)>;

// Decides the command on the stored row (nullopt: none). An exception of the decision becomes an
// InternalServerError. See Work for `made`.
Result<Effect> DecideOn(const Command& command, const std::optional<BytesView>& row, TimeMicros now,
                        const MarkMet& mark_met, const Decision* made = nullptr);

// Makes the extra mutations of a group's commit from what each write did. Threads: the commit
// thread.
using ExtraMutations =
    std::move_only_function<std::vector<storage::Mutation>(const std::vector<const Written*>&)>;

}  // namespace stator::table
