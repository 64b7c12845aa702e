#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>

#include <boost/asio/ssl/context.hpp>

#include "base/metrics.h"
#include "server/answer_budget.h"
#include "server/event_loop.h"
#include "server/http_message.h"
#include "server/http_parser.h"
#include "server/reply_head.h"

namespace stator::server {

// Time limits of a connection.
struct SessionTimeouts {
  std::chrono::milliseconds idle{120'000};  // between requests
  std::chrono::milliseconds request{
      60'000};  // for one request to arrive, and for one answer to leave
};

// Counts answers outside any operation, by status.
class ReplyCounts {
 public:
  static constexpr std::array<int, 8> kStatuses = {200, 400, 403, 404, 405, 413, 500, 503};

  void Add(int status);
  std::uint64_t count(std::size_t index) const { return counts_[index].value(); }

 private:
  std::array<metrics::Counter, kStatuses.size()> counts_;
};

// State that the connections of one loop share.
struct SessionEnvironment {
  SessionEnvironment(EventLoop& event_loop, BodyBudget& request_bodies, AnswerBudget& answer_bodies,
                     std::atomic<std::size_t>& open_connections, SessionTimeouts session_timeouts)
      : loop(event_loop),
        bodies(request_bodies),
        answers(answer_bodies),
        open(open_connections),
        timeouts(session_timeouts) {}

  EventLoop& loop;
  BodyBudget& bodies;
  AnswerBudget& answers;
  std::atomic<std::size_t>& open;  // of the whole server; each connection counts itself out
  SessionTimeouts timeouts;
  RequestHandler* handler = nullptr;  // set before the first connection
  HttpDate date;

  metrics::Counter accepted;
  metrics::Counter timed_out;
  metrics::Counter received_bytes;
  metrics::Counter sent_bytes;
  metrics::Counter exceptions;
  ReplyCounts other_replies;
};

// Serves one connection until it ends; the session keeps itself alive. Threads: the loop's.
// Lifetime: `tls` outlives the connection; null means plain HTTP.
void StartSession(Socket socket, boost::asio::ssl::context* tls, SessionEnvironment& environment);

}  // namespace stator::server
