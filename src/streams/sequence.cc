#include "streams/sequence.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/endian.h"
#include "base/text.h"

namespace stator::streams {
namespace {

constexpr std::size_t kCommitBytes = 8;
constexpr std::size_t kSuffixBytes = 2;
constexpr std::uint32_t kPlaceMax = 65'536;  // one more than two bytes of suffix can count
constexpr std::size_t kCommitDigits = 20;
constexpr std::size_t kDigits = 1 + kCommitDigits + 5;

}  // namespace

Position Next(Position position) {
  if (position.place == kPlaceMax) {
    // No commit has the highest number, so no record can follow.
    const auto highest = std::numeric_limits<std::uint64_t>::max();
    return position.commit == highest ? position : Position{position.commit + 1, 0};
  }
  return {position.commit, position.place + 1};
}

Bytes LogKey(Position position) {
  Bytes key;
  AppendBigEndian64(position.commit, key);
  if (position.place == 0) return key;
  const std::uint32_t suffix = position.place - 1;
  key.push_back(static_cast<char>(suffix >> 8U));
  key.push_back(static_cast<char>(suffix & 0xFFU));
  return key;
}

std::optional<Position> PositionOfKey(BytesView key) {
  if (key.size() == kCommitBytes) return Position{ReadBigEndian64(key), 0};
  if (key.size() != kCommitBytes + kSuffixBytes) return std::nullopt;
  const auto high = static_cast<unsigned char>(key[kCommitBytes]);
  const auto low = static_cast<unsigned char>(key[kCommitBytes + 1]);
  return Position{ReadBigEndian64(key), ((std::uint32_t{high} << 8U) | low) + 1};
}

std::string SequenceNumber(Position position) {
  return fmt::format("1{:020}{:05}", position.commit, position.place);
}

std::optional<Position> ParseSequenceNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.size() != kDigits || text.front() != '1') return std::nullopt;
  if (!std::ranges::all_of(text, IsDigit)) return std::nullopt;
  const auto commit = ParseNumber<std::uint64_t>(text.substr(1, kCommitDigits));
  const auto place = ParseNumber<std::uint32_t>(text.substr(1 + kCommitDigits));
  if (!commit || !place || *place > kPlaceMax) return std::nullopt;
  return Position{*commit, *place};
}

}  // namespace stator::streams
