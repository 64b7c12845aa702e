#include "base/java_order.h"

#include <cstdint>

#include "base/stable_order.h"

namespace stator {
namespace {

// Removes the first code point of `text` and returns it. REQUIRES: valid UTF-8, not empty.
std::uint32_t TakeCodePoint(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t point = bytes == 1 ? lead : lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  text.remove_prefix(bytes);
  return point;
}

// Computes String.hashCode over UTF-16 code units.
std::uint32_t JavaHash(std::string_view text) {
  std::uint32_t hash = 0;
  while (!text.empty()) {
    const std::uint32_t point = TakeCodePoint(text);
    if (point >= 0x10000) {
      hash = 31 * hash + (0xD800 + ((point - 0x10000) >> 10U));
      hash = 31 * hash + (0xDC00 + ((point - 0x10000) & 0x3FFU));
    } else {
      hash = 31 * hash + point;
    }
  }
  return hash;
}

}  // namespace

std::vector<std::string_view> JavaSetOrder(std::vector<std::string_view> texts,
                                           std::size_t buckets) {
  while (4 * texts.size() > 3 * buckets) buckets *= 2;
  StableSortBy(texts, [&](std::string_view text) {
    const std::uint32_t hash = JavaHash(text);
    return (hash ^ (hash >> 16U)) & (buckets - 1);
  });
  return texts;
}

}  // namespace stator
