#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/http_message.h"

namespace stator::server {

// Memory that all connections may hold together for large bodies of requests. A body up to
// kBodyKeptBytesMax is not counted: connections-max bounds those. Safe for concurrent use.
class BodyBudget {
 public:
  virtual ~BodyBudget() = default;
  // False, and nothing taken, where the bound would be passed.
  virtual bool Take(std::size_t bytes) = 0;
  virtual void GiveBack(std::size_t bytes) = 0;
};

// Cuts a stream of bytes into requests: HTTP/1.0 and 1.1, chunked bodies, the limits of facts 1.2.
// The one place that knows Beast. Thread-compatible.
class HttpParser {
 public:
  enum class State : std::uint8_t {
    kNeedMore,    // give what is left over again, with more behind it
    kHeaderDone,  // call Put again for the body; the moment for "100 Continue"
    kDone,        // request() is whole
    kRefused,     // refusal_status() says why; the stream is of no further use
  };

  // `budget` outlives the parser.
  explicit HttpParser(BodyBudget& budget);
  ~HttpParser();

  // Takes in the front of `bytes`; `taken` is how much of it is done with.
  State Put(std::string_view bytes, std::size_t& taken);

  // Something of the current request has been seen.
  bool started() const;
  // The client waits for "100 Continue" before it sends the body.
  bool ExpectsContinue() const;
  bool KeepAlive() const;
  // 400, 413, or 503 where the budget is exhausted.
  int refusal_status() const;

  // REQUIRES: kDone. Valid until Reset.
  HttpRequest& request();

  // Ready for the next request of the connection. Buffers that grew are given back.
  void Reset();

 private:
  class Parse;

  void Bind();
  void GiveBackBody();
  bool Grow(std::string_view more);
  bool MakeRoom(std::size_t size);
  std::size_t WantedRoom(std::size_t size) const;

  BodyBudget& budget_;
  std::unique_ptr<Parse> parse_;
  HttpRequest request_;
  std::string head_;  // method, target, names and values; request_ points into it
  struct Span {
    std::uint32_t at = 0;
    std::uint32_t size = 0;
  };
  struct FieldSpan {
    Span name;
    Span value;
  };
  Span Keep(std::string_view text);
  std::string_view At(Span span) const { return {head_.data() + span.at, span.size}; }

  Span method_;
  Span target_;
  std::vector<FieldSpan> fields_;
  std::string body_;
  std::size_t body_room_ = 0;   // that body_ may grow to where it is, and a little more for padding
  std::size_t body_taken_ = 0;  // from budget_
  std::size_t header_bytes_ = 0;
  bool expects_continue_ = false;
  int refusal_status_ = 0;
};

}  // namespace stator::server
