#include "server/inflate.h"

#include <string>

#include <gtest/gtest.h>

#include "server/deflated.h"

namespace stator::server {
namespace {

TEST(Inflate, DecompressesGzipAndDeflate) {
  std::string text = "text";
  for (int i = 0; i < 16; ++i) text += text;
  std::string out;
  EXPECT_EQ(Inflate(ContentCoding::kGzip, GzipText(text), text.size(), out), InflateOutcome::kDone);
  EXPECT_EQ(out, text);
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, ZlibText(text), text.size(), out),
            InflateOutcome::kDone);
  EXPECT_EQ(out, text);
}

TEST(Inflate, AcceptsSeveralGzipMembersButOneDeflateStream) {
  std::string out;
  EXPECT_EQ(Inflate(ContentCoding::kGzip, GzipText("ab") + GzipText("") + GzipText("cd"), 100, out),
            InflateOutcome::kDone);
  EXPECT_EQ(out, "abcd");
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, ZlibText("ab") + ZlibText("cd"), 100, out),
            InflateOutcome::kBroken);
}

TEST(Inflate, ManyMembersShareTheBound) {
  const std::string empty = GzipText("");
  const std::string seventh = GzipText("seventh");
  std::string packed;
  std::string text;
  for (std::size_t i = 1; i < 65'536; ++i) {
    packed += i % 7 == 0 ? seventh : empty;
    if (i % 7 == 0) text += "seventh";
  }
  text += "last";
  std::string out;
  EXPECT_EQ(Inflate(ContentCoding::kGzip, packed + GzipText("last"), text.size(), out),
            InflateOutcome::kDone);
  EXPECT_EQ(out, text);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, packed + GzipText("last"), text.size() - 1, out),
            InflateOutcome::kTooLarge);
  EXPECT_EQ(
      Inflate(ContentCoding::kGzip, packed + GzipText("las") + GzipText("t"), text.size(), out),
      InflateOutcome::kBroken)
      << "one too many";
}

TEST(Inflate, RefusesBrokenEmptyAndTruncatedInput) {
  std::string out;
  const std::string whole = GzipText("some text");
  EXPECT_EQ(Inflate(ContentCoding::kGzip, "", 100, out), InflateOutcome::kBroken);
  EXPECT_EQ(Inflate(ContentCoding::kDeflate, "", 100, out), InflateOutcome::kBroken);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, "plain", 100, out), InflateOutcome::kBroken);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, whole + "x", 100, out), InflateOutcome::kBroken);
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_EQ(Inflate(ContentCoding::kGzip, whole.substr(0, size), 100, out),
              InflateOutcome::kBroken);
  }
  std::string wrong_sum = whole;
  wrong_sum[wrong_sum.size() - 8] ^= 1;
  EXPECT_EQ(Inflate(ContentCoding::kGzip, wrong_sum, 100, out), InflateOutcome::kBroken);
}

TEST(Inflate, StopsABombAtTheLimit) {
  const std::string bomb = GzipText(std::string(10'000'000, '0'));
  ASSERT_LT(bomb.size(), 20'000U);
  std::string out;
  EXPECT_EQ(Inflate(ContentCoding::kGzip, bomb, 1'000'000, out), InflateOutcome::kTooLarge);
  EXPECT_LE(out.size(), 1'000'001U);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, bomb, 9'999'999, out), InflateOutcome::kTooLarge);
  EXPECT_EQ(Inflate(ContentCoding::kGzip, bomb, 10'000'000, out), InflateOutcome::kDone);
}

TEST(AcceptEncodingHeader, MayNameGzip) {
  for (const char* header : {"gzip", "GZIP", "x-gzip", "deflate, gzip", "gzip;q=0.5",
                             "br, gzip ; q=1", "*", "identity;q=0, *;q=0.1", "*;q=0, gzip"}) {
    EXPECT_TRUE(AcceptsGzip(header)) << header;
  }
  for (const char* header :
       {"", "identity", "br", "gzipped", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *"}) {
    EXPECT_FALSE(AcceptsGzip(header)) << header;
  }
  EXPECT_FALSE(AcceptsGzip(std::nullopt));
}

TEST(ContentCodingHeader, IgnoresCase) {
  EXPECT_EQ(ParseContentCoding(""), ContentCoding::kIdentity);
  EXPECT_EQ(ParseContentCoding(" Identity "), ContentCoding::kIdentity);
  EXPECT_EQ(ParseContentCoding("GZip"), ContentCoding::kGzip);
  EXPECT_EQ(ParseContentCoding("deflate\t"), ContentCoding::kDeflate);
  EXPECT_EQ(ParseContentCoding("br"), ContentCoding::kUnknown);
  EXPECT_EQ(ParseContentCoding("gzip, gzip"), ContentCoding::kUnknown);
}

}  // namespace
}  // namespace stator::server
