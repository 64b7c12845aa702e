#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/http_message.h"

namespace stator::server {

// Bounds the memory for large request bodies of all connections together. Bodies up to
// kBodyKeptBytesMax are not counted, because connections-max bounds those. Threads: any.
class BodyBudget {
 public:
  virtual ~BodyBudget() = default;
  // Reserves `bytes`. Returns false and reserves nothing if that would exceed the bound.
  virtual bool Take(std::size_t bytes) = 0;
  virtual void GiveBack(std::size_t bytes) = 0;
};

// Splits a stream of bytes into requests: HTTP/1.0 and 1.1, chunked bodies, the limits of facts
// 1.2. The only class that includes Beast's parser. Thread-compatible.
class HttpParser {
 public:
  enum class State : std::uint8_t {
    kNeedMore,    // call Put again with the unconsumed rest and more bytes
    kHeaderDone,  // call Put again for the body; the moment for "100 Continue"
    kDone,        // request() is complete
    kRefused,     // refusal_status() says why; the stream is unusable
  };

  // Lifetime: `budget` outlives the parser.
  explicit HttpParser(BodyBudget& budget);
  ~HttpParser();

  // Parses the front of `bytes`. `taken` is the number of bytes consumed.
  State Put(std::string_view bytes, std::size_t& taken);

  // Whether any byte of the current request has arrived.
  bool started() const;
  // Whether the client waits for "100 Continue" before it sends the body.
  bool ExpectsContinue() const;
  bool KeepAlive() const;
  // 400, 413, or 503 if the budget is exhausted.
  int refusal_status() const;

  // REQUIRES: kDone. Lifetime: until Reset.
  HttpRequest& request();

  // Prepares for the next request of the connection and releases buffers that grew.
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
  std::size_t body_room_ = 0;   // body_ may grow to this without reallocation
  std::size_t body_taken_ = 0;  // reserved from budget_
  std::size_t header_bytes_ = 0;
  bool expects_continue_ = false;
  int refusal_status_ = 0;
};

}  // namespace stator::server
