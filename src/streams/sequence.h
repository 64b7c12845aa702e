#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "storage/engine.h"

// The position of a record, in its log and in its sequence number.
namespace stator::streams {

// A record's position among all records: its commit, and its place within that commit.
struct Position {
  storage::CommitNumber commit = 0;
  std::uint32_t place = 0;  // 0: the commit's only record; otherwise its suffix in the log plus 1

  auto operator<=>(const Position&) const = default;
};

// The first later position.
Position Next(Position position);

// The record's key in its log (docs/formats/change-records.md). Keys order as positions do.
Bytes LogKey(Position position);
// The inverse of LogKey. nullopt if `key` is no key of a log.
std::optional<Position> PositionOfKey(BytesView key);

// Returns 26 digits: a one, the commit's number, the place. The one replaces leading zeros, so
// sequence numbers order alike as text and as numbers.
std::string SequenceNumber(Position position);
// The inverse of SequenceNumber; a plus sign may precede the digits. nullopt if the text is no
// sequence number.
std::optional<Position> ParseSequenceNumber(std::string_view text);

}  // namespace stator::streams
