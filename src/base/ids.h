#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stator {

inline constexpr std::size_t kRequestIdBytes = 52;
inline constexpr std::size_t kUuidBytes = 36;

// Generates names that no other request, table or record has. Not for secrets: enough names reveal
// the next ones. Thread-compatible; each thread has its own generator (ThreadIds).
class IdGenerator {
 public:
  // Seeds from the operating system's randomness.
  IdGenerator();
  // Seeds with a number: the same seed gives the same names. For tests.
  explicit IdGenerator(std::uint64_t seed);

  // Returns 64 pseudorandom bits (xoshiro256++).
  std::uint64_t Next();

  // Returns 52 characters from [0-9A-V], the digits of AWS's request ids.
  std::array<char, kRequestIdBytes> RequestId();

  // Returns a random UUID (RFC 9562, version 4) in lower case.
  std::string Uuid();

 private:
  void Seed(std::uint64_t seed);

  std::array<std::uint64_t, 4> state_{};
};

// Returns the calling thread's generator. It is the only per-thread state in base: threads with a
// shared generator would contend on every request.
IdGenerator& ThreadIds();

}  // namespace stator
