#include "server/listener.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "server/test_client.h"

namespace stator::server {
namespace {

namespace asio = boost::asio;

class AcceptTest : public testing::Test {
 protected:
  std::size_t Accept(std::size_t accepts_max) {
    const std::size_t before = sockets_.size();
    ended_ = AcceptWaiting(
        acceptors_[0], accepts_max, [this]() -> asio::io_context& { return io_; },
        [this](Socket socket) { sockets_.push_back(std::move(socket)); });
    return sockets_.size() - before;
  }

  // A connection waits at the acceptor once its client has connected.
  void Connect(int count) {
    for (int i = 0; i < count; ++i) {
      clients_.push_back(std::make_unique<TestClient>(acceptors_[0].local_endpoint().port()));
      ASSERT_TRUE(clients_.back()->connected());
    }
  }

  asio::io_context io_{1};
  std::vector<asio::ip::tcp::acceptor> acceptors_ =
      *Listen(io_, {.hosts = {"127.0.0.1"}, .port = 0});
  std::vector<std::unique_ptr<TestClient>> clients_;
  std::vector<Socket> sockets_;
  boost::system::error_code ended_;
};

TEST_F(AcceptTest, AcceptsAllWaitingConnections) {
  Connect(100);
  EXPECT_EQ(Accept(256), 100U);
  EXPECT_EQ(ended_, asio::error::would_block);
}

TEST_F(AcceptTest, NeverWaits) {
  EXPECT_EQ(Accept(256), 0U);
  EXPECT_EQ(ended_, asio::error::would_block);
}

TEST_F(AcceptTest, StopsAtItsBound) {
  Connect(10);
  EXPECT_EQ(Accept(4), 4U);
  EXPECT_FALSE(ended_);
  EXPECT_EQ(Accept(4), 4U);
  EXPECT_EQ(Accept(4), 2U);
}

}  // namespace
}  // namespace stator::server
