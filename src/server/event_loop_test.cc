#include "server/event_loop.h"

#include <stdexcept>

#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

namespace stator::server {
namespace {

TEST(EventLoop, ContinuesAfterAHandlerThrows) {
  EventLoop loop(std::chrono::milliseconds(1000));
  bool ran = false;
  boost::asio::post(loop.io(), [] { throw std::runtime_error("a defect"); });
  loop.Post([] { throw std::runtime_error("another"); });
  boost::asio::post(loop.io(), [&] {
    ran = true;
    loop.io().stop();
  });
  loop.Run();
  EXPECT_TRUE(ran);
  EXPECT_EQ(loop.exceptions().value(), 2U);
}

}  // namespace
}  // namespace stator::server
