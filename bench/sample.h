#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// The data every part of the benchmark writes: items under numbered keys, of 1 KB by DynamoDB's
// count where nothing else is said.
namespace stator::bench {

inline constexpr std::size_t kItemBytes = 1024;
inline constexpr std::size_t kKeyDigits = 10;
inline constexpr std::size_t kSerialDigits = 10;
inline constexpr char kTable[] = "Bench";

// What is left of an item for its payload: attribute names and everything else taken away, which is
// `keys` attributes such as "pk" with 10 characters each, "serial" and a number of 10 digits, which
// bills as 6 bytes, and "payload".
constexpr std::size_t PayloadBytes(std::size_t item_bytes, std::size_t keys) {
  return item_bytes - keys * (2 + kKeyDigits) - (6 + 6) - 7;
}

inline constexpr std::size_t kPayloadBytes = PayloadBytes(kItemBytes, 1);

// The least an item with two keys can have; a payload is never empty.
inline constexpr std::size_t kItemBytesMin = kItemBytes - PayloadBytes(kItemBytes, 2) + 1;

// The same numbers on every run.
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

// Text that compresses as badly as base64 does, so that no part of the store gets off lightly; with
// another seed, another text.
inline std::string Payload(std::size_t size, std::uint64_t seed = 1) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  Sequence sequence(seed);
  std::string text(size, '\0');
  for (char& each : text) each = kAlphabet[sequence.Next() >> 58U];
  return text;
}

// `number` in `width` digits, leading zeros included.
inline void WriteDigits(std::uint64_t number, char* to, std::size_t width) {
  for (std::size_t i = width; i > 0; --i) {
    to[i - 1] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
}

}  // namespace stator::bench
