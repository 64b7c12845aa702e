#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stator {

inline constexpr std::size_t kRequestIdBytes = 52;
inline constexpr std::size_t kUuidBytes = 36;

// Makes names that no other request, table or record has. Fast, and not for secrets: whoever sees
// enough names can guess the next. Thread-compatible; each thread has its own (ThreadIds).
class IdGenerator {
 public:
  // Starts from the operating system's randomness.
  IdGenerator();
  // The same seed gives the same names. For tests.
  explicit IdGenerator(std::uint64_t seed);

  std::uint64_t Next();

  // 52 characters out of [0-9A-V], the digits in which AWS writes its request ids.
  std::array<char, kRequestIdBytes> RequestId();

  // A random UUID (RFC 9562, version 4) in lower case.
  std::string Uuid();

 private:
  void Seed(std::uint64_t seed);

  std::array<std::uint64_t, 4> state_{};
};

// The calling thread's generator. The one per-thread state in base: threads that shared a generator
// would have to take turns on every request.
IdGenerator& ThreadIds();

}  // namespace stator
