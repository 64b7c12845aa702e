#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "storage/engine.h"

// Where a record stands, in a log and in the eyes of a client.
namespace stator::streams {

// A record's place among all: its commit, and which of that commit's records it is.
struct Position {
  storage::CommitNumber commit = 0;
  std::uint32_t place = 0;  // 0: the only one; else its suffix in the log, and 1

  auto operator<=>(const Position&) const = default;
};

// The first position that is later.
Position Next(Position position);

// The record's key in its log (docs/formats/change-records.md), and back. Keys order as positions.
Bytes LogKey(Position position);
// nullopt: no key of a log.
std::optional<Position> PositionOfKey(BytesView key);

// 26 digits: a one, the commit's number, the place. The one keeps them without leading zeros, so
// they order as text as well as they do as numbers.
std::string SequenceNumber(Position position);
// A sign before the digits may be a plus. nullopt: none that SequenceNumber makes.
std::optional<Position> ParseSequenceNumber(std::string_view text);

}  // namespace stator::streams
