#include "base/digest.h"

#include <gtest/gtest.h>

namespace stator {
namespace {

// FIPS 180-2, appendix B.1, and the empty text.
TEST(Digest, IsSha256) {
  EXPECT_EQ(HexText(Sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HexText(Sha256("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

// RFC 1321, appendix A.5.
TEST(Digest, IsMd5) {
  EXPECT_EQ(HexText(Md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(HexText(Md5("")), "d41d8cd98f00b204e9800998ecf8427e");
}

}  // namespace
}  // namespace stator
