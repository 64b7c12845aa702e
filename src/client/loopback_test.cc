#include "client/loopback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::client {
namespace {

using boost::asio::ip::make_address;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Loopback, AcceptsLocalhostAndItsSubdomains) {
  for (const char* name :
       {"localhost", "LocalHost", "localhost.", "a.localhost", "a.b.LOCALHOST."}) {
    EXPECT_THAT(LoopbackOf(name), ElementsAre(make_address("::1"), make_address("127.0.0.1")))
        << name;
  }
}

TEST(Loopback, RefusesOtherNames) {
  for (const char* name : {"", ".", "local", "localhost..", ".localhost", "mylocalhost",
                           "localhost.example", "127.0.0.1", "::1"}) {
    EXPECT_THAT(LoopbackOf(name), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace stator::client
