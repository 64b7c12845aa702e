#include "base/base64.h"

#include <array>

namespace stator {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kBad = 0x8000'0000U;

// The six bits that each character encodes; kBad for characters outside the alphabet.
constexpr std::array<std::uint32_t, 256> MakeDecodeTable() {
  std::array<std::uint32_t, 256> table{};
  table.fill(kBad);
  for (std::uint32_t i = 0; i < 64; ++i) table[static_cast<unsigned char>(kAlphabet[i])] = i;
  return table;
}
constexpr std::array<std::uint32_t, 256> kDecode = MakeDecodeTable();

std::uint32_t Byte(BytesView bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

std::uint32_t Sextet(std::string_view text, std::size_t index) {
  return kDecode[static_cast<unsigned char>(text[index])];
}

void EncodeTail(BytesView tail, char* to) {
  const std::uint32_t first = Byte(tail, 0);
  const std::uint32_t second = tail.size() == 2 ? Byte(tail, 1) : 0;
  to[0] = kAlphabet[first >> 2];
  to[1] = kAlphabet[(first & 3U) << 4 | second >> 4];
  to[2] = tail.size() == 2 ? kAlphabet[(second & 15U) << 2] : '=';
  to[3] = '=';
}

// Decodes the last four characters. They hold one or two bytes because they end in '='.
std::expected<void, Base64Error> DecodePadded(std::string_view quad, Bytes& out) {
  const std::uint32_t first = Sextet(quad, 0);
  const std::uint32_t second = Sextet(quad, 1);
  if (((first | second) & kBad) != 0) return std::unexpected(Base64Error::kCharacter);
  out.push_back(static_cast<char>(first << 2 | second >> 4));
  if (quad[2] == '=') {
    if ((second & 15U) != 0) return std::unexpected(Base64Error::kTrailingBits);
    return {};
  }
  const std::uint32_t third = Sextet(quad, 2);
  if ((third & kBad) != 0) return std::unexpected(Base64Error::kCharacter);
  if ((third & 3U) != 0) return std::unexpected(Base64Error::kTrailingBits);
  out.push_back(static_cast<char>((second & 15U) << 4 | third >> 2));
  return {};
}

}  // namespace

void AppendBase64(BytesView bytes, std::string& out) {
  const std::size_t start = out.size();
  out.resize(start + Base64Length(bytes.size()));
  char* to = out.data() + start;
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3, to += 4) {
    const std::uint32_t three =
        Byte(bytes, at) << 16 | Byte(bytes, at + 1) << 8 | Byte(bytes, at + 2);
    to[0] = kAlphabet[three >> 18];
    to[1] = kAlphabet[three >> 12 & 63U];
    to[2] = kAlphabet[three >> 6 & 63U];
    to[3] = kAlphabet[three & 63U];
  }
  if (at < bytes.size()) EncodeTail(bytes.substr(at), to);
}

std::expected<Bytes, Base64Error> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::unexpected(Base64Error::kLength);
  const bool padded = !text.empty() && text.back() == '=';
  const std::size_t quads = text.size() / 4 - (padded ? 1 : 0);
  Bytes out(quads * 3, '\0');
  std::uint32_t bad = 0;
  for (std::size_t quad = 0; quad < quads; ++quad) {
    const std::string_view four = text.substr(quad * 4, 4);
    const std::uint32_t second = Sextet(four, 1);
    const std::uint32_t third = Sextet(four, 2);
    const std::uint32_t first = Sextet(four, 0);
    const std::uint32_t fourth = Sextet(four, 3);
    bad |= first | second | third | fourth;
    out[quad * 3] = static_cast<char>(first << 2 | second >> 4);
    out[quad * 3 + 1] = static_cast<char>(second << 4 | third >> 2);
    out[quad * 3 + 2] = static_cast<char>(third << 6 | fourth);
  }
  if ((bad & kBad) != 0) return std::unexpected(Base64Error::kCharacter);
  if (padded) {
    const auto tail = DecodePadded(text.substr(quads * 4), out);
    if (!tail) return std::unexpected(tail.error());
  }
  return out;
}

}  // namespace stator
