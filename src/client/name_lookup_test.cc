#include "client/name_lookup.h"

#include <atomic>
#include <future>
#include <latch>
#include <memory>

#include <gtest/gtest.h>

#include "base/clock.h"

namespace stator::client {
namespace {

using std::chrono::milliseconds;

const boost::asio::ip::address kAddress = boost::asio::ip::make_address("192.0.2.1");

// A name server that answers only after it is opened.
struct SlowServer {
  std::shared_ptr<std::latch> opened = std::make_shared<std::latch>(1);
  std::shared_ptr<std::atomic<int>> asked = std::make_shared<std::atomic<int>>(0);

  NameLookup::Resolve resolve() const {
    return [opened = opened, asked = asked](const std::string&) {
      ++*asked;
      opened->wait();
      return FoundAddresses{.error = {}, .addresses = {kAddress}};
    };
  }
};

NameLookup::Deadline In(milliseconds time) { return MachineSteadyNow() + time; }

TEST(NameLookupTest, FindsTheAddresses) {
  const SlowServer server;
  server.opened->count_down();
  NameLookup lookup(server.resolve(), 1);
  const auto found = lookup.Find("name", NameLookup::Deadline::max());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->addresses, std::vector{kAddress});
}

TEST(NameLookupTest, PassesTheErrorOn) {
  NameLookup lookup(
      [](const std::string&) {
        return FoundAddresses{.error = boost::asio::error::host_not_found, .addresses = {}};
      },
      1);
  const auto found = lookup.Find("name", NameLookup::Deadline::max());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->error, boost::asio::error::host_not_found);
}

TEST(NameLookupTest, ReturnsAtTheDeadlineThoughTheServerIsSilent) {
  const SlowServer server;
  NameLookup lookup(server.resolve(), 2);
  EXPECT_FALSE(lookup.Find("name", In(milliseconds(1))));
  server.opened->count_down();
}

TEST(NameLookupTest, LeavesABoundedNumberOfThreadsBehind) {
  const SlowServer server;
  NameLookup lookup(server.resolve(), 2);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(lookup.Find("name", In(milliseconds(1))));
  EXPECT_LE(*server.asked, 2);
  // Once the server answers, lookups that wait for a thread get one.
  auto waiting = std::async(std::launch::async,
                            [&lookup] { return lookup.Find("name", NameLookup::Deadline::max()); });
  server.opened->count_down();
  EXPECT_TRUE(waiting.get());
}

TEST(NameLookupTest, MayBeDestroyedWhileAThreadWaits) {
  const SlowServer server;
  EXPECT_FALSE(NameLookup(server.resolve(), 1).Find("name", In(milliseconds(1))));
  server.opened->count_down();
}

}  // namespace
}  // namespace stator::client
