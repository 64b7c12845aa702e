#include "base/utf8.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace stator {
namespace {

// The textbook encoding without any check.
std::string Encode(std::uint32_t code, int length) {
  if (length == 1) return {static_cast<char>(code)};
  std::string text(static_cast<std::size_t>(length), '\0');
  for (int i = length - 1; i > 0; --i, code >>= 6) {
    text[static_cast<std::size_t>(i)] = static_cast<char>(0x80U | (code & 0x3FU));
  }
  text[0] = static_cast<char>((0xF00U >> length) | code);
  return text;
}

int ShortestLength(std::uint32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

TEST(Utf8, AcceptsEveryCodePointInItsShortestFormOnly) {
  for (std::uint32_t code = 0; code < 0x140000; ++code) {
    const bool character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    const int shortest = ShortestLength(code);
    ASSERT_EQ(ValidUtf8(Encode(code, shortest)), character) << code;
    if (shortest < 4) {
      ASSERT_FALSE(ValidUtf8(Encode(code, 4))) << code;
    }
    if (shortest < 3) {
      ASSERT_FALSE(ValidUtf8(Encode(code, 3))) << code;
    }
    if (shortest < 2) {
      ASSERT_FALSE(ValidUtf8(Encode(code, 2))) << code;
    }
  }
}

TEST(Utf8, FindsABadByteAnywhere) {
  for (const char* good : {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += good;
    ASSERT_TRUE(ValidUtf8(text));
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string broken = text;
      broken[at] = '\xFF';
      EXPECT_FALSE(ValidUtf8(broken)) << at;
    }
  }
}

TEST(Utf8, RefusesATruncatedSequence) {
  const std::string before = "0123456789";
  for (const char* character : {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    const std::string whole = before + character;
    EXPECT_TRUE(ValidUtf8(whole));
    for (std::size_t size = before.size() + 1; size < whole.size(); ++size) {
      EXPECT_FALSE(ValidUtf8(std::string_view(whole).substr(0, size)));
    }
  }
}

TEST(Utf8, CountsUtf16CodeUnits) {
  EXPECT_EQ(Utf16Units(""), 0U);
  EXPECT_EQ(Utf16Units("a\xC3\x9C\xE2\x82\xAC"), 3U);
  EXPECT_EQ(Utf16Units("\xF0\x9F\x98\x80"), 2U) << "a surrogate pair";
}

TEST(Utf8, AcceptsNothingAndNul) {
  EXPECT_TRUE(ValidUtf8(""));
  EXPECT_TRUE(ValidUtf8(std::string(33, '\0')));
}

}  // namespace
}  // namespace stator
