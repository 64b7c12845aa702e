#pragma once

#include <cstddef>
#include <cstdint>

namespace stator::api {

// Workers of one lane never run work of another, so a lane that is busy holds up no other.
enum class Lane : std::uint8_t {
  kTables,        // changes of tables, which wait for the commit queue and for background work
  kTransactions,  // transactions and reads of one moment
  kReads,         // pages and other long reads
  kDecisions,     // decisions that are too heavy for an event loop
};
inline constexpr std::size_t kLanes = 4;

}  // namespace stator::api
