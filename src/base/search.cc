#include "base/search.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace stator {
namespace {

// Candidate positions that are compared one by one before the text counts as repetitive.
constexpr std::size_t kTriesMin = 32;
constexpr std::size_t kBytesPerTry = 16;

// For each prefix of `part`: the length of its longest proper suffix that is also a prefix.
std::vector<std::uint32_t> Borders(BytesView part) {
  std::vector<std::uint32_t> borders(part.size());
  std::uint32_t border = 0;
  for (std::size_t i = 1; i < part.size(); ++i) {
    while (border > 0 && part[i] != part[border]) border = borders[border - 1];
    if (part[i] == part[border]) ++border;
    borders[i] = border;
  }
  return borders;
}

// Knuth, Morris and Pratt: reads each byte of `whole` once.
bool HasPartSteadily(BytesView whole, BytesView part) {
  const auto borders = Borders(part);
  std::size_t matched = 0;
  for (const char byte : whole) {
    while (matched > 0 && byte != part[matched]) matched = borders[matched - 1];
    if (byte == part[matched]) ++matched;
    if (matched == part.size()) return true;
  }
  return false;
}

}  // namespace

bool HasPart(BytesView whole, BytesView part) {
  if (part.empty()) return true;
  const std::size_t bytes_per_try = std::max(kBytesPerTry, part.size());
  BytesView rest = whole;
  for (std::size_t tries = 0; rest.size() >= part.size(); ++tries) {
    if (tries > kTriesMin + (whole.size() - rest.size()) / bytes_per_try) {
      return HasPartSteadily(rest, part);
    }
    const auto* at = std::memchr(rest.data(), part.front(), rest.size() - part.size() + 1);
    if (at == nullptr) return false;
    rest.remove_prefix(static_cast<std::size_t>(static_cast<const char*>(at) - rest.data()));
    if (rest.starts_with(part)) return true;
    rest.remove_prefix(1);
  }
  return false;
}

}  // namespace stator
