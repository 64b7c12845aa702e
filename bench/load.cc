// Load for an HTTP server that speaks DynamoDB's protocol, or pretends to: keep-alive connections
// with one request each under way. It shares the cores with the server it measures, so it does as
// little as can be: one thread, requests built beforehand, answers read as far as their status
// and length.

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/sample.h"
#include "bench/tally.h"

namespace stator::bench {
namespace {

constexpr std::size_t kAnswerBytesMax = 64 * 1024;

struct Options {
  std::uint16_t port = 0;
  std::string operation = "get";
  std::size_t connections = 64;
  double seconds = 5;
  double warmup = 1;
  std::uint64_t requests = 0;  // not 0: so many, keys in order, instead of a time
  std::uint64_t keys = 1;
  std::uint64_t seed = 1;
  std::size_t answer_bytes_min = 0;
};

[[noreturn]] void Die(std::string_view what) {
  std::fprintf(stderr, "load: %.*s: %s\n", static_cast<int>(what.size()), what.data(),
               std::strerror(errno));
  std::exit(1);
}

// A request with gaps for a key and a serial number, which makes every write change something: one
// that changes nothing needs no fsync.
class Request {
 public:
  static Request For(const std::string& operation) {
    const std::string key(kKeyDigits, '0');
    const std::string serial = "1" + std::string(kSerialDigits - 1, '0');
    const auto keyed =
        fmt::format(R"({{"TableName":"{}","Key":{{"pk":{{"S":"{}"}}}})", kTable, key);
    if (operation == "get") return {"GetItem", keyed + "}"};
    if (operation == "add") {
      return {"UpdateItem", keyed + R"(,"UpdateExpression":"ADD serial :one",)"
                                    R"("ExpressionAttributeValues":{":one":{"N":"1"}}})"};
    }
    return {"PutItem",
            fmt::format(R"({{"TableName":"{}","Item":{{"pk":{{"S":"{}"}},"serial":{{"N":"{}"}},)"
                        R"("payload":{{"S":"{}"}}}}}})",
                        kTable, key, serial, Payload(kPayloadBytes))};
  }

  std::string_view Fill(std::uint64_t key, std::uint64_t serial) {
    WriteDigits(key, bytes_.data() + key_at_, kKeyDigits);
    if (serial_at_ != 0) WriteDigits(serial, bytes_.data() + serial_at_ + 1, kSerialDigits - 1);
    return bytes_;
  }

 private:
  // The headers an SDK sends, as far as a server looks at them.
  Request(std::string_view operation, const std::string& body)
      : bytes_(fmt::format(
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
            "X-Amz-Target: DynamoDB_20120810.{}\r\nX-Amz-Date: 20260101T000000Z\r\n"
            "Authorization: AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/"
            "aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature={}"
            "\r\nContent-Length: {}\r\n\r\n{}",
            operation, std::string(64, '0'), body.size(), body)) {
    constexpr std::string_view kKey = R"("pk":{"S":")";
    constexpr std::string_view kSerial = R"("serial":{"N":")";
    key_at_ = bytes_.find(kKey) + kKey.size();
    const auto serial = bytes_.find(kSerial);
    if (serial != bytes_.npos) serial_at_ = serial + kSerial.size();
  }

  std::string bytes_;
  std::size_t key_at_ = 0;
  std::size_t serial_at_ = 0;  // 0: there is none
};

struct Answer {
  int status = 0;
  std::size_t head_bytes = 0;
  std::size_t body_bytes = 0;
};

// Dies on what no server here sends: the run would be worthless.
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

// nullopt until the whole answer is there.
std::optional<Answer> ParseAnswer(std::string_view bytes) {
  constexpr std::size_t kStatusAt = 9;  // after "HTTP/1.1 "
  const auto end = bytes.find("\r\n\r\n");
  if (end == bytes.npos) return std::nullopt;
  Answer answer;
  std::from_chars(bytes.data() + kStatusAt, bytes.data() + kStatusAt + 3, answer.status);
  answer.head_bytes = end + 4;
  answer.body_bytes = ContentLength(bytes.substr(0, answer.head_bytes));
  if (bytes.size() < answer.head_bytes + answer.body_bytes) return std::nullopt;
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
  explicit Connection(std::uint16_t port) : fd_(Connect(port)), bytes_(kAnswerBytesMax, '\0') {}
  int fd() const { return fd_; }
  SteadyTime sent() const { return sent_; }

  // Blocks if the kernel's buffer is full, which one small request cannot fill.
  void Send(std::string_view request) {
    sent_ = SteadyNow();
    while (!request.empty()) {
      const auto count = send(fd_, request.data(), request.size(), MSG_NOSIGNAL);
      if (count <= 0) Die("send");
      request.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  // Takes in what has come; the answer once it is whole.
  std::optional<Answer> Receive() {
    const auto count = recv(fd_, bytes_.data() + used_, bytes_.size() - used_, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
    if (count <= 0) Die("the server closed a connection");
    used_ += static_cast<std::size_t>(count);
    const auto answer = ParseAnswer({bytes_.data(), used_});
    if (answer) used_ = 0;
    return answer;
  }

 private:
  int fd_;
  SteadyTime sent_;
  std::string bytes_;
  std::size_t used_ = 0;
};

class Load {
 public:
  explicit Load(const Options& options)
      : options_(options), request_(Request::For(options.operation)), sequence_(options.seed) {
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
    for (auto& connection : connections_) SendNext(connection, start);
    while (under_way_ > 0) Turn();
    const std::chrono::duration<double> counted = std::min(last_, until_) - from_;
    tally_.Print(options_.requests == 0 ? options_.seconds : counted.count());
  }

 private:
  void Turn() {
    std::array<epoll_event, 64> events;
    const int count = epoll_wait(epoll_, events.data(), events.size(), 1000);
    for (int i = 0; i < count; ++i) {
      auto& connection = connections_[events[static_cast<std::size_t>(i)].data.u64];
      if (const auto answer = connection.Receive()) {
        --under_way_;
        const auto now = SteadyNow();
        Count(connection, *answer, now);
        SendNext(connection, now);
      }
    }
  }

  void Count(const Connection& connection, const Answer& answer, SteadyTime now) {
    if (now < from_ || now >= until_) return;
    last_ = now;
    if (answer.status != 200) return tally_.AddError(std::to_string(answer.status));
    if (answer.body_bytes < options_.answer_bytes_min) return tally_.AddError("short answer");
    tally_.Add(MicrosBetween(connection.sent(), now));
  }

  void SendNext(Connection& connection, SteadyTime now) {
    if (now >= until_ || (options_.requests != 0 && sent_ == options_.requests)) return;
    const auto key = options_.requests != 0 ? sent_ : sequence_.Next();
    connection.Send(request_.Fill(key % options_.keys, options_.seed * 100'000'000 + sent_));
    ++sent_;
    ++under_way_;
  }

  const Options& options_;
  Request request_;
  Sequence sequence_;
  std::vector<Connection> connections_;
  int epoll_ = -1;
  std::uint64_t sent_ = 0;
  std::size_t under_way_ = 0;
  SteadyTime from_;  // only answers between these two count
  SteadyTime until_;
  SteadyTime last_;
  Tally tally_;
};

}  // namespace
}  // namespace stator::bench

int main(int count, char** arguments) {
  stator::bench::Options options;
  CLI::App app("Load for an HTTP server on this machine; prints one line of JSON");
  app.add_option("--port", options.port)->required();
  app.add_option("--operation", options.operation)->check(CLI::IsMember({"get", "put", "add"}));
  app.add_option("--connections", options.connections)->check(CLI::Range(1, 1000));
  app.add_option("--seconds", options.seconds, "Time that counts");
  app.add_option("--warmup", options.warmup, "Time before it");
  app.add_option("--requests", options.requests, "Count, keys in order, instead of a time");
  app.add_option("--keys", options.keys, "1: one hot key")->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "Another one gives other keys and other images");
  app.add_option("--answer-bytes-min", options.answer_bytes_min, "Shorter bodies are errors");
  CLI11_PARSE(app, count, arguments);
  stator::bench::Load(options).Run();
}
