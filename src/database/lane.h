#pragma once

#include <cstddef>
#include <cstdint>

#include "api/operation.h"

namespace stator::database {

// Workers of one lane never run another lane's work, so a busy lane delays no other.
enum class Lane : std::uint8_t {
  kTables,        // table changes, which wait for the commit queue and background work
  kTransactions,  // transactions and reads of one moment
  kReads,         // pages and other long reads
  kDecisions,     // decisions that take too long for an event loop
};
inline constexpr std::size_t kLanes = 4;

// Returns the lane of an operation that one call of its handler answers. REQUIRES: `kind` is not
// kPoint.
constexpr Lane LaneOf(api::Kind kind) {
  if (kind == api::Kind::kTransaction) return Lane::kTransactions;
  return kind == api::Kind::kLong ? Lane::kReads : Lane::kTables;
}

}  // namespace stator::database
