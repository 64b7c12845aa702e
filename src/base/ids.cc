#include "base/ids.h"

#include <bit>
#include <random>

namespace stator {
namespace {

constexpr std::string_view kBase32 = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
constexpr std::size_t kDigitsPerDraw = 12;  // 5 bits each, out of 64

// Expands one number into a state that must not be all zeros.
std::uint64_t SplitMix(std::uint64_t& word) {
  word += 0x9E37'79B9'7F4A'7C15U;
  std::uint64_t mixed = word;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D0'49BB'1331'11EBU;
  return mixed ^ (mixed >> 31U);
}

}  // namespace

IdGenerator::IdGenerator() {
  std::random_device device;
  for (auto& word : state_) word = (std::uint64_t{device()} << 32U) | device();
  // The generator never leaves the all-zero state.
  if (state_ == std::array<std::uint64_t, 4>{}) Seed(1);
}

IdGenerator::IdGenerator(std::uint64_t seed) { Seed(seed); }

void IdGenerator::Seed(std::uint64_t seed) {
  for (auto& word : state_) word = SplitMix(seed);
}

// xoshiro256++, by its published definition.
std::uint64_t IdGenerator::Next() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::array<char, kRequestIdBytes> IdGenerator::RequestId() {
  std::array<char, kRequestIdBytes> id{};
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < id.size(); ++i, bits >>= 5U) {
    if (i % kDigitsPerDraw == 0) bits = Next();
    id[i] = kBase32[bits & 31U];
  }
  return id;
}

std::string IdGenerator::Uuid() {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::string uuid(kForm);
  std::uint64_t bits = Next();
  std::size_t left = 16;
  for (char& place : uuid) {
    if (place == '-' || place == '4') continue;
    if (left-- == 0) {
      bits = Next();
      left = 15;
    }
    const std::uint64_t digit = place == 'y' ? 8U | (bits & 3U) : bits & 15U;
    place = kHex[digit];
    bits >>= 4U;
  }
  return uuid;
}

IdGenerator& ThreadIds() {
  thread_local IdGenerator generator;
  return generator;
}

}  // namespace stator
