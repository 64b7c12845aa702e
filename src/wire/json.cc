#include "wire/json.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/limits.h"

namespace stator::wire {

Result<Body> Parser::Parse(const std::string& text) {
  CHECK(!taken_);
  Body body(*this);
  taken_ = true;
  if (text.empty()) return body;
  const auto bare = [] { return Fail(ErrorCode::kSerializationException, ""); };
  // Left to itself, simdjson would allow its own default depth.
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

}  // namespace stator::wire
