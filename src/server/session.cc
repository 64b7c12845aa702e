#include "server/session.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <poll.h>

#include "base/clock.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/release.h"

namespace stator::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using TlsStream = asio::ssl::stream<Socket>;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
// Time for a client to notice a refusal.
constexpr std::chrono::milliseconds kLingerTimeout{5'000};
// Pipelined requests that one connection may have answered before other connections get a turn.
constexpr int kRequestsInARowMax = 64;
constexpr SteadyTime kNever = SteadyTime::max();
constexpr std::size_t kTlsHeaderBytes = 5;  // a record's type, version and length
constexpr unsigned char kTlsHandshake = 22;
constexpr std::size_t kTlsRecordBytesMax = 16'384;  // the largest unencrypted record

// One connection: reads requests one after another and answers each before it parses the next. At
// most one read or write is in flight, and none while the handler works: so a client cannot make
// the server buffer ahead. Threads: the loop's.
template <class Stream>
class Session final : public Connection, public std::enable_shared_from_this<Session<Stream>> {
 public:
  Session(Stream stream, SessionEnvironment& environment)
      : stream_(std::move(stream)),
        environment_(environment),
        parser_(environment.bodies),
        place_(environment.loop.Add(*this)) {}

  ~Session() override {
    DropAnswer();
    environment_.loop.Remove(place_);
    environment_.open.fetch_sub(1, std::memory_order_relaxed);
  }

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void Start() {
    error_code error;
    stream_.lowest_layer().set_option(tcp::no_delay(true), error);
    stream_.lowest_layer().non_blocking(true, error);
    const auto local = stream_.lowest_layer().local_endpoint(error);
    if (error) return Close();
    local_address_ = local.address().to_string(error);
    local_port_ = local.port();
    if constexpr (kTls) {
      Expire(environment_.timeouts.request);
      stream_.async_handshake(asio::ssl::stream_base::server,
                              [self = Self()](const error_code& failure) {
                                if (failure || self->state_ == State::kClosed) {
                                  return self->Close();
                                }
                                self->BeginRequest();
                              });
    } else {
      BeginRequest();
    }
  }

  void OnTick(SteadyTime now) override {
    if (now < deadline_) return;
    if (state_ != State::kLingering) environment_.timed_out.Add();
    Close();
  }

  void Drain() override {
    draining_ = true;
    if (state_ == State::kHandshaking || (state_ == State::kReading && Idle())) Close();
  }

  void Abort() override { Close(); }

 private:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

  enum class State : std::uint8_t {
    kHandshaking,
    kReading,
    kHandling,   // the handler has the request
    kWriting,    // the answer is being sent
    kLingering,  // the last answer is sent; further input is dropped
    kClosed,
  };

  std::shared_ptr<Session> Self() { return this->shared_from_this(); }

  bool Idle() const { return !parser_.started() && begin_ == end_; }

  void Expire(std::chrono::milliseconds after) { deadline_ = MachineSteadyNow() + after; }

  void BeginRequest() {
    state_ = State::kReading;
    deadline_known_ = false;
    if (draining_ && Idle()) return Close();
    Consume();
  }

  // Parses the buffered input. This loop takes requests that are answered at once one after
  // another. It never recurses, however many requests a client pipelines.
  void Consume() {
    if (consuming_) return;
    consuming_ = true;
    const std::uint64_t turn_ends = serial_ + kRequestsInARowMax;
    bool waits = false;
    while (state_ == State::kReading && !reading_ && !waits && serial_ < turn_ends) {
      waits = ConsumeSome();
    }
    consuming_ = false;
    const bool interrupted = state_ == State::kReading && !reading_ && !waits;
    if (interrupted) environment_.loop.Post([self = Self()] { self->Consume(); });
  }

  // Returns true if it needs more bytes or another event to continue.
  bool ConsumeSome() {
    std::size_t taken = 0;
    const auto progress = parser_.Put({buffer_.data() + begin_, end_ - begin_}, taken);
    begin_ += taken;
    switch (progress) {
      case HttpParser::State::kNeedMore:
        Read();
        return true;
      case HttpParser::State::kHeaderDone:
        if (!parser_.ExpectsContinue() || begin_ != end_) return false;
        SendContinue();
        return true;
      case HttpParser::State::kDone:
        Handle();
        return false;
      case HttpParser::State::kRefused:
        Refuse(parser_.refusal_status());
        return true;
    }
    return true;
  }

  // A request's deadline starts with its first byte, and later bytes do not extend it. So a client
  // that trickles cannot hold a connection.
  void SetReadDeadline() {
    const bool idle = Idle();
    if (deadline_known_ && idle == deadline_idle_) return;
    deadline_known_ = true;
    deadline_idle_ = idle;
    Expire(idle ? environment_.timeouts.idle : environment_.timeouts.request);
  }

  void Read() {
    SetReadDeadline();
    // Only chunk extensions and trailers fill the buffer here; the parser bounds all else.
    if (!MakeRoom()) return Refuse(400);
    reading_ = true;
    stream_.async_read_some(asio::buffer(buffer_.data() + end_, buffer_.size() - end_),
                            [self = Self()](const error_code& error, std::size_t bytes) {
                              self->OnRead(error, bytes);
                            });
  }

  bool MakeRoom() {
    if (begin_ == end_) {
      begin_ = end_ = 0;
      if (!parser_.started()) ShrinkBuffer();
    } else if (begin_ != 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.empty()) buffer_.resize(limits::kReadBytesMin);
    if ((end_ == buffer_.size() || filled_) && buffer_.size() < limits::kReadBytesMax) {
      buffer_.resize(std::min(buffer_.size() * 2, limits::kReadBytesMax));
    }
    return end_ < buffer_.size();
  }

  // A connection may wait long for its next request, so it releases a grown buffer.
  void ShrinkBuffer() {
    if (buffer_.size() <= limits::kReadBytesMin) return;
    Release(buffer_);
    filled_ = false;
  }

  void OnRead(const error_code& error, std::size_t bytes) {
    reading_ = false;
    if (error || state_ == State::kClosed) return Close();
    environment_.received_bytes.Add(bytes);
    end_ += bytes;
    filled_ = end_ == buffer_.size();
    Consume();
  }

  void SendContinue() {
    reading_ = true;  // keeps Consume from running meanwhile
    SetReadDeadline();
    asio::async_write(stream_, asio::buffer(kContinue),
                      [self = Self()](const error_code& error, std::size_t /*bytes*/) {
                        self->reading_ = false;
                        if (error || self->state_ == State::kClosed) return self->Close();
                        self->Read();
                      });
  }

  void Handle() {
    state_ = State::kHandling;
    deadline_ = kNever;
    const std::uint64_t serial = ++serial_;
    request_id_ = ThreadIds().RequestId();
    HttpRequest& request = parser_.request();
    request.request_id = {request_id_.data(), request_id_.size()};
    request.local_address = local_address_;
    request.local_port = local_port_;
    request.tls = kTls;
    head_only_ = request.method == "HEAD";
    if (request.method == "POST" && environment_.answers.overdrawn()) {
      return Reply(serial, HttpReply{.status = 503});
    }
    try {
      environment_.handler->Handle(
          request, environment_.loop,
          [self = Self(), serial](HttpReply reply) { self->Reply(serial, std::move(reply)); });
    } catch (...) {
      environment_.exceptions.Add();
      HttpReply reply = environment_.handler->Broken();
      reply.close = true;  // the handler may have stopped halfway
      Reply(serial, std::move(reply));
    }
  }

  // Refuses below the handler: the bytes are no request that can be read to its end.
  void Refuse(int status) {
    state_ = State::kHandling;
    deadline_ = kNever;
    request_id_ = ThreadIds().RequestId();
    head_only_ = false;
    Reply(++serial_, HttpReply{.status = status, .close = true});
  }

  void Reply(std::uint64_t serial, HttpReply reply) {
    if (state_ != State::kHandling || serial != serial_) return;
    reply_ = Admit(std::move(reply));
    if (!reply_.operation) environment_.other_replies.Add(reply_.status);
    keep_alive_ = !reply_.close && !draining_ && parser_.KeepAlive();
    WriteReplyHead(reply_,
                   {.request_id = {request_id_.data(), request_id_.size()},
                    .date = environment_.date.Now(),
                    .keep_alive = keep_alive_},
                   head_);
    if (head_only_) reply_.body.clear();
    JoinBody();
    state_ = State::kWriting;
    Write();
  }

  // An answer stays in memory until the client has read it, and the client may never do so. So
  // large answers share a bound. An answer beyond the bound is dropped if the client may safely
  // retry.
  HttpReply Admit(HttpReply reply) {
    const std::size_t bytes = reply.body.capacity();
    if (bytes <= limits::kBodyKeptBytesMax) return reply;
    if (reply.owed) {
      environment_.answers.TakeOwed(bytes);
    } else if (!environment_.answers.Take(bytes)) {
      return {.status = 503};
    }
    answer_taken_ = bytes;
    return reply;
  }

  void DropAnswer() {
    Release(reply_.body);
    const std::size_t bytes = std::exchange(answer_taken_, 0);
    if (bytes == 0) return;
    reply_.owed ? environment_.answers.GiveBackOwed(bytes) : environment_.answers.GiveBack(bytes);
  }

  // One small buffer costs the kernel less than two, and TLS makes one record of it.
  void JoinBody() {
    if (reply_.body.size() > limits::kJoinedBodyBytesMax) return;
    head_ += reply_.body;
    reply_.body.clear();
  }

  // A plain socket nearly always accepts the whole answer at once, which saves a turn of the loop.
  void Write() {
    std::size_t sent = 0;
    if constexpr (!kTls) {
      error_code error;
      sent = reply_.body.empty() ? stream_.write_some(asio::buffer(head_), error)
                                 : stream_.write_some(Unsent(0), error);
      if (error && error != asio::error::would_block) return Close();
      if (sent == head_.size() + reply_.body.size()) return OnWritten(sent);
    }
    Expire(environment_.timeouts.request);
    asio::async_write(stream_, Unsent(sent),
                      [self = Self(), sent](const error_code& error, std::size_t bytes) {
                        if (error || self->state_ == State::kClosed) return self->Close();
                        self->OnWritten(sent + bytes);
                      });
  }

  std::array<asio::const_buffer, 2> Unsent(std::size_t sent) const {
    const std::size_t of_head = std::min(sent, head_.size());
    return {asio::buffer(head_) + of_head, asio::buffer(reply_.body) + (sent - of_head)};
  }

  void OnWritten(std::size_t bytes) {
    environment_.sent_bytes.Add(bytes);
    DropAnswer();
    reply_ = {};
    if (!keep_alive_) return Linger();
    parser_.Reset();
    BeginRequest();
  }

  // Closing with unread input would make the kernel reset the connection, and the client might
  // never see the reason of the refusal. A TLS stream gets no close-notify, because the answer's
  // head states its length.
  void Linger() {
    state_ = State::kLingering;
    parser_.Reset();
    Expire(std::min(kLingerTimeout, environment_.timeouts.request));
    error_code error;
    stream_.lowest_layer().shutdown(Socket::shutdown_send, error);
    if (error) return Close();
    buffer_.resize(limits::kReadBytesMax);
    Discard(0);
  }

  void Discard(std::size_t discarded) {
    if (discarded > limits::kLingerBytesMax) return Close();
    reading_ = true;
    Raw().async_read_some(asio::buffer(buffer_),
                          [self = Self(), discarded](const error_code& error, std::size_t bytes) {
                            self->reading_ = false;
                            if (error || self->state_ == State::kClosed) return self->Close();
                            self->Discard(discarded + bytes);
                          });
  }

  Socket& Raw() {
    if constexpr (kTls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  void Close() {
    state_ = State::kClosed;
    deadline_ = kNever;
    error_code ignored;
    stream_.lowest_layer().close(ignored);
  }

  Stream stream_;
  SessionEnvironment& environment_;
  HttpParser parser_;
  std::list<Connection*>::iterator place_;

  std::string local_address_;
  std::uint16_t local_port_ = 0;
  State state_ = State::kHandshaking;
  SteadyTime deadline_ = kNever;
  bool deadline_known_ = false;
  bool deadline_idle_ = false;
  bool reading_ = false;
  bool consuming_ = false;
  bool draining_ = false;
  bool keep_alive_ = true;
  bool head_only_ = false;
  std::uint64_t serial_ = 0;  // of the request; identifies a late second answer

  std::string buffer_;  // unparsed input is [begin_, end_)
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool filled_ = false;  // the last read filled the buffer: the next one may be larger

  std::array<char, kRequestIdBytes> request_id_{};
  std::string head_;
  HttpReply reply_;
  std::size_t answer_taken_ = 0;  // reserved for the answer from environment_.answers
};

// A TLS connection before its hello. Its session needs some 80 KB for buffers of OpenSSL and Asio.
// So the session starts only when the client's first record is complete. Until then the kernel
// buffers the bytes.
class SilentConnection final : public Connection,
                               public std::enable_shared_from_this<SilentConnection> {
 public:
  SilentConnection(Socket socket, asio::ssl::context& tls, SessionEnvironment& environment)
      : socket_(std::move(socket)),
        tls_(tls),
        environment_(environment),
        place_(environment.loop.Add(*this)),
        deadline_(MachineSteadyNow() + environment.timeouts.request) {}

  ~SilentConnection() override {
    environment_.loop.Remove(place_);
    if (counted_) environment_.open.fetch_sub(1, std::memory_order_relaxed);
  }

  SilentConnection(const SilentConnection&) = delete;
  SilentConnection& operator=(const SilentConnection&) = delete;

  void Start() { Await(kTlsHeaderBytes); }

  void OnTick(SteadyTime now) override {
    if (now < deadline_) return;
    environment_.timed_out.Add();
    Abort();
  }

  void Drain() override { Abort(); }

  void Abort() override {
    deadline_ = kNever;
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  // Waits until `bytes` bytes are readable, or the client has closed its side.
  void Await(std::size_t bytes) {
    SetLowWatermark(bytes);
    socket_.async_wait(Socket::wait_read,
                       [self = shared_from_this(), bytes](const error_code& error) {
                         if (!error && self->socket_.is_open()) self->OnReadable(bytes);
                       });
  }

  void SetLowWatermark(std::size_t bytes) {
    error_code ignored;
    socket_.set_option(asio::socket_base::receive_low_watermark(static_cast<int>(bytes)), ignored);
  }

  void OnReadable(std::size_t awaited) {
    error_code error;
    const std::size_t there = socket_.available(error);
    if (error || there == 0) return;  // the client has disconnected
    const std::size_t wanted = std::max(awaited, RecordBytes());
    if (there < wanted && (awaited < wanted || !IsReadable())) return Await(wanted);
    BecomeSession();
  }

  // Returns false if Asio reports an event from before the low watermark was set. Returns true with
  // fewer bytes if the client has closed its side or the kernel is short of memory; the session
  // handles both.
  bool IsReadable() {
    pollfd polled{.fd = socket_.native_handle(), .events = POLLIN, .revents = 0};
    return ::poll(&polled, 1, 0) > 0;
  }

  // Returns the size of the first record; 0 if it is no handshake record, which the session
  // refuses.
  std::size_t RecordBytes() {
    std::array<unsigned char, kTlsHeaderBytes> header{};
    error_code error;
    const std::size_t read =
        socket_.receive(asio::buffer(header), asio::socket_base::message_peek, error);
    if (error || read < header.size() || header[0] != kTlsHandshake) return 0;
    const std::size_t bytes = std::size_t{header[3]} << 8U | header[4];
    return bytes <= kTlsRecordBytesMax ? kTlsHeaderBytes + bytes : 0;
  }

  void BecomeSession() {
    SetLowWatermark(1);
    const auto session =
        std::make_shared<Session<TlsStream>>(TlsStream(std::move(socket_), tls_), environment_);
    counted_ = false;  // the session counts instead
    session->Start();
  }

  Socket socket_;
  asio::ssl::context& tls_;
  SessionEnvironment& environment_;
  std::list<Connection*>::iterator place_;
  SteadyTime deadline_;
  bool counted_ = true;
};

}  // namespace

void ReplyCounts::Add(int status) {
  const auto found = std::ranges::find(kStatuses, status);
  if (found != kStatuses.end()) counts_[static_cast<std::size_t>(found - kStatuses.begin())].Add();
}

void StartSession(Socket socket, asio::ssl::context* tls, SessionEnvironment& environment) {
  environment.accepted.Add();
  if (tls != nullptr) {
    return std::make_shared<SilentConnection>(std::move(socket), *tls, environment)->Start();
  }
  std::make_shared<Session<Socket>>(std::move(socket), environment)->Start();
}

}  // namespace stator::server
