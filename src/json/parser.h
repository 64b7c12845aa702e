#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "base/result.h"

namespace stator::json {

// A value in a parsed request. It leans on the Body it came from.
using Value = simdjson::dom::element;

class Body;

// Parses request bodies, one after the other, into memory that it keeps. Not safe for concurrent
// use: every loop has its own.
class Parser {
 public:
  Parser() = default;
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // The body as JSON; its whole text has been checked, UTF-8 included. An empty text is no error
  // here, see Body::empty. Broken JSON, JSON beyond limits::kJsonDepthMax or kJsonTokensMax and
  // JSON that is not an object are a SerializationException without text. A string with
  // kPaddingBytes of unused capacity is parsed where it stands; any other is copied first.
  // REQUIRES: no Body of this parser exists.
  Result<Body> Parse(const std::string& text);
  static constexpr std::size_t kPaddingBytes = simdjson::SIMDJSON_PADDING;

  // The longest body for which memory is held already.
  std::size_t kept_bytes() const { return parser_.capacity(); }

 private:
  friend class Body;
  void GiveBack();

  simdjson::dom::parser parser_;
  bool taken_ = false;
};

// A parsed body. It must not outlive its parser, which it leaves as small as
// limits::kBufferKeptBytesMax asks when it goes.
class Body {
 public:
  Body(Body&& other) noexcept;
  Body& operator=(Body&&) = delete;
  ~Body();

  bool empty() const { return empty_; }
  Value root() const { return root_; }  // an object. REQUIRES: not empty
  std::size_t text_bytes() const { return text_bytes_; }

 private:
  friend class Parser;
  explicit Body(Parser& parser) : parser_(&parser) {}

  Parser* parser_;
  bool empty_ = true;
  Value root_;
  std::size_t text_bytes_ = 0;
};

}  // namespace stator::json
