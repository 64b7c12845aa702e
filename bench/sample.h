#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// The data every part of the benchmark writes: items of 1 KB by DynamoDB's count, under numbered
// keys.
namespace stator::bench {

inline constexpr std::size_t kItemBytes = 1024;
inline constexpr std::size_t kKeyDigits = 10;
inline constexpr std::size_t kSerialDigits = 10;
inline constexpr char kTable[] = "Bench";

// Attribute names and everything but the payload: "pk" and its 10 characters, "serial" and a number
// of 10 digits, which bills as 6 bytes, "payload".
inline constexpr std::size_t kPayloadBytes = kItemBytes - (2 + kKeyDigits) - (6 + 6) - 7;

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

// Text that compresses as badly as base64 does, so that no part of the store gets off lightly.
inline std::string Payload(std::size_t size) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  Sequence sequence(1);
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
