#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// The data of all benchmarks: items with numbered keys, of 1 KB as DynamoDB counts unless stated
// otherwise.
namespace stator::bench {

inline constexpr std::size_t kItemBytes = 1024;
inline constexpr std::size_t kKeyDigits = 10;
inline constexpr std::size_t kSerialDigits = 10;
inline constexpr char kTable[] = "Bench";

// Returns an item's bytes for its payload, after attribute names and all other values. These are
// `keys` attributes such as "pk" with 10 characters each, "serial" with a number of 10 digits,
// billed as 6 bytes, and the name "payload".
constexpr std::size_t PayloadBytes(std::size_t item_bytes, std::size_t keys) {
  return item_bytes - keys * (2 + kKeyDigits) - (6 + 6) - 7;
}

inline constexpr std::size_t kPayloadBytes = PayloadBytes(kItemBytes, 1);

// The smallest item with two keys; a payload is never empty.
inline constexpr std::size_t kItemBytesMin = kItemBytes - PayloadBytes(kItemBytes, 2) + 1;

// Returns the same numbers on every run.
class Sequence {
 public:
  explicit Sequence(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}

  std::uint64_t Next() {  // xorshift64
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_;
  }

 private:
  std::uint64_t state_;
};

// Returns text that compresses as badly as base64, so that no part of the store has an easy case.
// Another seed gives another text.
inline std::string Payload(std::size_t size, std::uint64_t seed = 1) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  Sequence sequence(seed);
  std::string text(size, '\0');
  for (char& each : text) each = kAlphabet[sequence.Next() >> 58U];
  return text;
}

// Writes `number` in `width` digits with leading zeros.
inline void WriteDigits(std::uint64_t number, char* to, std::size_t width) {
  for (std::size_t i = width; i > 0; --i) {
    to[i - 1] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
}

}  // namespace stator::bench
