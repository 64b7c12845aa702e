#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "base/result.h"

namespace stator::json {

// A value in a parsed request. Lifetime: that of the Body it came from.
using Value = simdjson::dom::element;

class Body;

// Parses request bodies one after the other and reuses its memory.
// Threads: not safe for concurrent use; every event loop has its own parser.
class Parser {
 public:
  Parser() = default;
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // Parses `text` and checks all of it, UTF-8 included. An empty text is no error here, see
  // Body::empty.
  // A string with kPaddingBytes of unused capacity is parsed in place; any other string is copied
  // first.
  // REQUIRES: no Body of this parser exists.
  // Errors: SerializationException without text for broken JSON, for JSON beyond
  // limits::kJsonDepthMax or kJsonTokensMax, and for JSON that is not an object.
  Result<Body> Parse(const std::string& text);
  static constexpr std::size_t kPaddingBytes = simdjson::SIMDJSON_PADDING;

  // The longest body that fits into the memory already allocated.
  std::size_t kept_bytes() const { return parser_.capacity(); }

 private:
  friend class Body;
  void GiveBack();

  simdjson::dom::parser parser_;
  bool taken_ = false;
};

// A parsed body. Its destructor lets the parser parse again, and frees the parser's memory beyond
// limits::kBufferKeptBytesMax.
// Lifetime: a Body must not outlive its parser.
class Body {
 public:
  Body(Body&& other) noexcept;
  Body& operator=(Body&&) = delete;
  ~Body();

  // Whether the text was empty, so that there is no root.
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
