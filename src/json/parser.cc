#include "json/parser.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/limits.h"
#include "base/request_limits.h"

namespace stator::json {

namespace {

// Counts the values and member names of a text. The count means nothing if the text is not JSON.
std::size_t CountTokens(std::string_view text) {
  std::size_t tokens = 0;
  bool in_string = false;
  bool in_scalar = false;  // a number or a literal
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char at = text[i];
    if (in_string) {
      if (at == '\\') ++i;
      in_string = at != '"';
    } else if (at == ',' || at == ':' || at == ']' || at == '}' || at <= ' ') {
      in_scalar = false;
    } else {
      in_string = at == '"';
      const bool goes_on = in_scalar;
      in_scalar = at != '"' && at != '[' && at != '{';
      if (!goes_on || !in_scalar) ++tokens;
    }
  }
  return tokens;
}

// Two tokens have at least one character between them, so short texts need no count.
bool HasTooManyTokens(std::string_view text) {
  return text.size() / 2 >= limits::kJsonTokensMax && CountTokens(text) > limits::kJsonTokensMax;
}

}  // namespace

Result<Body> Parser::Parse(const std::string& text) {
  CHECK(!taken_);
  Body body(*this);
  taken_ = true;
  if (text.empty()) return body;
  const auto bare = [] { return Fail(ErrorCode::kSerializationException, ""); };
  if (HasTooManyTokens(text)) return bare();
  // Without allocate(), simdjson would apply its own default depth.
  if (parser_.capacity() < text.size() || parser_.max_depth() != limits::kJsonDepthMax) {
    const std::size_t capacity = std::max(text.size(), simdjson::dom::MINIMAL_DOCUMENT_CAPACITY);
    if (parser_.allocate(capacity, limits::kJsonDepthMax) != simdjson::SUCCESS) {
      return Fail(ErrorCode::kInternalServerError, "Not enough memory to read the request");
    }
  }
  if (parser_.parse(text).get(body.root_) != simdjson::SUCCESS) return bare();
  if (!body.root_.is_object()) return bare();
  body.empty_ = false;
  body.text_bytes_ = text.size();
  return body;
}

void Parser::GiveBack() {
  taken_ = false;
  if (parser_.capacity() > limits::kBufferKeptBytesMax) parser_ = simdjson::dom::parser();
}

Body::Body(Body&& other) noexcept
    : parser_(std::exchange(other.parser_, nullptr)),
      empty_(other.empty_),
      root_(other.root_),
      text_bytes_(other.text_bytes_) {}

Body::~Body() {
  if (parser_ != nullptr) parser_->GiveBack();
}

}  // namespace stator::json
