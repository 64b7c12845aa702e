#include "base/base64.h"

#include <gtest/gtest.h>

namespace stator {
namespace {

std::string Encoded(BytesView bytes) {
  std::string text = "before:";
  AppendBase64(bytes, text);
  EXPECT_TRUE(text.starts_with("before:"));
  return text.substr(7);
}

TEST(Base64, EncodesTheVectorsOfTheRfc) {
  EXPECT_EQ(Encoded(""), "");
  EXPECT_EQ(Encoded("f"), "Zg==");
  EXPECT_EQ(Encoded("fo"), "Zm8=");
  EXPECT_EQ(Encoded("foo"), "Zm9v");
  EXPECT_EQ(Encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(Encoded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(Encoded("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Encoded("\xFB\xEF\xFF"), "++//");
}

TEST(Base64, DecodesWhatItEncodes) {
  Bytes bytes;
  for (int i = 0; i < 600; ++i) {
    EXPECT_EQ(DecodeBase64(Encoded(bytes)), bytes) << i;
    bytes.push_back(static_cast<char>(i * 7));
  }
}

TEST(Base64, DistinguishesLengthCharacterAndTrailingBitErrors) {
  EXPECT_EQ(DecodeBase64("Zg=").error(), Base64Error::kLength);
  EXPECT_EQ(DecodeBase64("Z").error(), Base64Error::kLength);
  EXPECT_EQ(DecodeBase64("Zm9v\n").error(), Base64Error::kLength);
  for (const char* text : {"Zm9*", "Z===", "====", "=m9v", "Zg==Zg==", "Zm-_",
                           "Zm9v Zg=", "Z=g=", "Zm9\xC3", "*m8=", "Zm*="}) {
    const auto decoded = DecodeBase64(text);
    ASSERT_FALSE(decoded.has_value()) << text;
    EXPECT_EQ(decoded.error(), Base64Error::kCharacter) << text;
  }
  EXPECT_EQ(DecodeBase64("Zh==").error(), Base64Error::kTrailingBits);
  EXPECT_EQ(DecodeBase64("Zm9=").error(), Base64Error::kTrailingBits);
}

TEST(Base64, RefusesEveryByteOutsideTheAlphabet) {
  int accepted = 0;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text = {'A', static_cast<char>(byte), 'A', 'A'};
    if (DecodeBase64(text)) ++accepted;
  }
  EXPECT_EQ(accepted, 64);
}

}  // namespace
}  // namespace stator
