#pragma once

#include <cstddef>
#include <cstdint>

#include "api/operation.h"

namespace stator::database {

// Workers of one lane never run work of another, so a lane that is busy holds up no other.
enum class Lane : std::uint8_t {
  kTables,        // changes of tables, which wait for the commit queue and for background work
  kTransactions,  // transactions and reads of one moment
  kReads,         // pages and other long reads
  kDecisions,     // decisions that are too heavy for an event loop
};
inline constexpr std::size_t kLanes = 4;

// The lane of an operation that is answered by one call of its handler. REQUIRES: not kPoint.
constexpr Lane LaneOf(api::Kind kind) {
  if (kind == api::Kind::kTransaction) return Lane::kTransactions;
  return kind == api::Kind::kLong ? Lane::kReads : Lane::kTables;
}

}  // namespace stator::database
