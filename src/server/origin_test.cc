#include "server/origin.h"

#include <gtest/gtest.h>

namespace stator::server {
namespace {

TEST(Origin, HasAHost) {
  EXPECT_EQ(OriginHost("https://stator.example"), "stator.example");
  EXPECT_EQ(OriginHost("http://localhost:8000"), "localhost");
  EXPECT_EQ(OriginHost("http://[::1]:8000"), "::1");
  for (const char* text :
       {"", "null", "localhost:8000", "://x", "https://", "https://x/", "https://x/y",
        "https://x?y", "https://x#y", "https://user@x", "https://x y"}) {
    EXPECT_EQ(OriginHost(text), "") << text;
  }
}

TEST(Origin, OfAWebPageIsHttpOrHttps) {
  EXPECT_TRUE(IsWebOrigin("https://stator.example"));
  EXPECT_TRUE(IsWebOrigin("http://10.0.0.7:8000"));
  for (const char* text : {"", "null", "file://x", "https://x/", "stator.example", "https://"}) {
    EXPECT_FALSE(IsWebOrigin(text)) << text;
  }
}

}  // namespace
}  // namespace stator::server
