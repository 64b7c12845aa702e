// Loads an HTTP server that speaks DynamoDB's protocol, or pretends to: keep-alive connections with
// one request at a time each. It shares the cores with the measured server, so it does as little as
// possible. It has one thread, builds requests beforehand, and reads only the status and length of
// answers.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/request.h"
#include "bench/sample.h"
#include "bench/tally.h"

namespace stator::bench {
namespace {

constexpr std::size_t kAnswerKeptBytesMax = 64 * 1024;
constexpr std::size_t kTailBytes = 1024;  // kept of a longer answer

struct Options {
  RequestKind kind;
  std::uint16_t port = 0;
  std::size_t connections = 64;
  double seconds = 5;
  double warmup = 1;
  std::uint64_t requests =
      0;  // not 0: this many requests with keys in order, instead of a duration
  std::uint64_t seed = 1;
  std::size_t answer_bytes_min = 0;
  std::size_t answer_bytes_max = std::numeric_limits<std::size_t>::max();
};

[[noreturn]] void Die(std::string_view what) {
  std::fprintf(stderr, "load: %.*s: %s\n", static_cast<int>(what.size()), what.data(),
               std::strerror(errno));
  std::exit(1);
}

struct Answer {
  int status = 0;
  std::size_t head_bytes = 0;
  std::size_t body_bytes = 0;
  std::string_view tail;  // the last bytes, valid until the next receive
};

// Aborts on an answer that none of our servers sends: the run would be worthless.
std::size_t ContentLength(std::string_view head) {
  constexpr std::string_view kName = "content-length:";
  for (auto at = head.find("\r\n"); at != head.npos; at = head.find("\r\n", at + 2)) {
    const auto line = head.substr(at + 2);
    if (line.size() <= kName.size()) break;
    if (strncasecmp(line.data(), kName.data(), kName.size()) != 0) continue;
    std::size_t value = 0;
    const char* digits = line.data() + kName.size();
    while (*digits == ' ') ++digits;
    std::from_chars(digits, line.data() + line.size(), value);
    return value;
  }
  errno = 0;
  Die("an answer without Content-Length");
}

// Returns nullopt until the head of the answer is complete.
std::optional<Answer> ParseHead(std::string_view bytes) {
  constexpr std::size_t kStatusAt = 9;  // after "HTTP/1.1 "
  const auto end = bytes.find("\r\n\r\n");
  if (end == bytes.npos) return std::nullopt;
  Answer answer;
  std::from_chars(bytes.data() + kStatusAt, bytes.data() + kStatusAt + 3, answer.status);
  answer.head_bytes = end + 4;
  answer.body_bytes = ContentLength(bytes.substr(0, answer.head_bytes));
  return answer;
}

int Connect(std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    Die("connect");
  }
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return fd;
}

class Connection {
 public:
  explicit Connection(std::uint16_t port) : fd_(Connect(port)), bytes_(kAnswerKeptBytesMax, '\0') {}
  int fd() const { return fd_; }
  SteadyTime sent() const { return sent_; }

  // Blocks while the kernel's buffer is full; the server empties it independently.
  void Send(std::string_view request) {
    sent_ = SteadyNow();
    while (!request.empty()) {
      const auto count = send(fd_, request.data(), request.size(), MSG_NOSIGNAL);
      if (count <= 0) Die("send");
      request.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  // Receives the available bytes; returns the answer once complete. Keeps only the end of a long
  // one.
  std::optional<Answer> Receive() {
    const auto room = bytes_.size() - used_;
    if (missing_ > room) {
      // MSG_TRUNC avoids the copy: a page of 1 MB costs the client next to nothing.
      missing_ -= Read(nullptr, missing_ - kTailBytes, MSG_TRUNC);
      return std::nullopt;
    }
    const auto count = Read(bytes_.data() + used_, room, 0);
    used_ += count;
    if (answer_) {
      missing_ -= count;
    } else if ((answer_ = ParseHead({bytes_.data(), used_}))) {
      missing_ = answer_->head_bytes + answer_->body_bytes - used_;
      if (missing_ > bytes_.size() - used_) KeepTail();
    }
    if (!answer_ || missing_ > 0) return std::nullopt;
    return Finish();
  }

 private:
  // Returns 0 if nothing has arrived.
  std::size_t Read(char* to, std::size_t bytes_max, int flags) {
    const auto count = recv(fd_, to, bytes_max, flags | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (count <= 0) Die("the server closed a connection");
    return static_cast<std::size_t>(count);
  }

  void KeepTail() {
    const auto kept = std::min(used_, kTailBytes);
    std::copy_n(bytes_.data() + used_ - kept, kept, bytes_.data());
    used_ = kept;
  }

  Answer Finish() {
    KeepTail();
    Answer answer = *std::exchange(answer_, std::nullopt);
    answer.tail = {bytes_.data(), std::exchange(used_, 0)};
    return answer;
  }

  int fd_;
  SteadyTime sent_;
  std::string bytes_;
  std::size_t used_ = 0;
  std::optional<Answer> answer_;  // its head, once complete
  std::size_t missing_ = 0;       // bytes of the answer that are still to come
};

class Load {
 public:
  explicit Load(const Options& options)
      : options_(options),
        request_(Request::For(options.kind)),
        scan_(options.kind, options.connections),
        sequence_(options.seed) {
    for (std::size_t i = 0; i < options.connections; ++i) connections_.emplace_back(options.port);
    epoll_ = epoll_create1(EPOLL_CLOEXEC);
    for (std::size_t i = 0; i < options.connections; ++i) {
      epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
      if (epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_[i].fd(), &event) != 0) Die("epoll_ctl");
    }
  }

  void Run() {
    const auto start = SteadyNow();
    from_ = options_.requests == 0 ? After(start, options_.warmup) : start;
    until_ = options_.requests == 0 ? After(from_, options_.seconds) : SteadyTime::max();
    last_ = from_;
    for (std::size_t i = 0; i < connections_.size(); ++i) SendNext(i, start);
    while (under_way_ > 0) Turn();
    const std::chrono::duration<double> counted = std::min(last_, until_) - from_;
    tally_.Print(options_.requests == 0 ? options_.seconds : counted.count());
  }

 private:
  void Turn() {
    std::array<epoll_event, 64> events;
    const int count = epoll_wait(epoll_, events.data(), events.size(), 1000);
    for (int i = 0; i < count; ++i) {
      const auto place = events[static_cast<std::size_t>(i)].data.u64;
      auto& connection = connections_[place];
      if (const auto answer = connection.Receive()) {
        --under_way_;
        const auto now = SteadyNow();
        Count(connection, *answer, now);
        if (is_scan()) scan_.Take(place, answer->tail);
        SendNext(place, now);
      }
    }
  }

  void Count(const Connection& connection, const Answer& answer, SteadyTime now) {
    if (now < from_ || now >= until_) return;
    last_ = now;
    if (answer.status != 200) return tally_.AddError(std::to_string(answer.status));
    if (answer.body_bytes < options_.answer_bytes_min) return tally_.AddError("short answer");
    if (answer.body_bytes > options_.answer_bytes_max) return tally_.AddError("long answer");
    tally_.Add(MicrosBetween(connection.sent(), now),
               ItemsRead(answer.tail).value_or(request_.items()));
  }

  std::uint64_t OwnKey(std::uint64_t key, std::size_t place) const {
    const auto own = options_.kind.keys / connections_.size();
    return place * own + key % (own - kTransactionItems + 1);
  }

  void SendNext(std::size_t place, SteadyTime now) {
    if (now >= until_ || (options_.requests != 0 && sent_ == options_.requests)) return;
    auto& connection = connections_[place];
    if (is_scan()) {
      connection.Send(scan_.Request(place));
    } else {
      auto key = options_.requests != 0 ? sent_ : sequence_.Next();
      // Each connection has transactions on its own items, so that none conflict.
      if (options_.kind.operation == "transact") key = OwnKey(key, place);
      connection.Send(request_.Fill(key, options_.seed, sent_));
    }
    ++sent_;
    ++under_way_;
  }

  bool is_scan() const { return options_.kind.operation == "scan"; }

  const Options& options_;
  Request request_;
  SegmentedScan scan_;
  Sequence sequence_;
  std::vector<Connection> connections_;
  int epoll_ = -1;
  std::uint64_t sent_ = 0;
  std::size_t under_way_ = 0;
  SteadyTime from_;  // only answers between these two times count
  SteadyTime until_;
  SteadyTime last_;
  Tally tally_;
};

}  // namespace
}  // namespace stator::bench

int main(int count, char** arguments) {
  stator::bench::Options options;
  auto& kind = options.kind;
  CLI::App app("Load for an HTTP server on this machine; prints one line of JSON");
  app.add_option("--port", options.port)->required();
  app.add_option("--operation", kind.operation)
      ->check(CLI::IsMember({"get", "put", "add", "query", "batch", "transact", "scan", "put-new",
                             "transact-new", "select", "insert", "transact-insert"}));
  app.add_option("--table", kind.table);
  app.add_option("--connections", options.connections)->check(CLI::Range(1, 1000));
  app.add_option("--seconds", options.seconds, "Time that counts");
  app.add_option("--warmup", options.warmup, "Time before it");
  app.add_option("--requests", options.requests, "Count, keys in order, instead of a time");
  app.add_option("--keys", kind.keys, "1: one hot key")->check(CLI::PositiveNumber);
  app.add_option("--collection", kind.collection, "Items of each partition key; 0: no sort key");
  app.add_option("--indexes", kind.indexes, "Index keys of an item that is put")
      ->check(CLI::Range(std::size_t{0}, stator::bench::kIndexesMax));
  app.add_option("--segments", kind.segments, "Of a Scan")->check(CLI::PositiveNumber);
  app.add_flag("--literals", kind.literals, "Values of statements stand in their text");
  app.add_option("--seed", options.seed, "Another one gives other keys and other images");
  app.add_option("--answer-bytes-min", options.answer_bytes_min, "Shorter bodies are errors");
  app.add_option("--answer-bytes-max", options.answer_bytes_max, "Longer bodies are errors");
  CLI11_PARSE(app, count, arguments);
  stator::bench::Load(options).Run();
}
