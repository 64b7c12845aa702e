#include "server/http_parser.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include "base/limits.h"
#include "base/release.h"

namespace stator::server {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

// Beast counts the request line and the headers together. We check the exact limits, each on its
// own; this limit only bounds the buffer.
constexpr std::uint32_t kBeastHeaderBytesMax = 2 * limits::kHeaderBytesMax + 1024;
constexpr std::size_t kLineOverheadBytes = 12;   // two blanks, the version and CR LF
constexpr std::size_t kHeaderOverheadBytes = 4;  // ": " and CR LF

// JSON parsers read a little past the end.
constexpr std::size_t kPaddingBytes = 64;

// A connection keeps this much memory for the next head; nearly all heads fit.
constexpr std::size_t kHeadKeptBytesMax = 4096;
constexpr std::size_t kFieldsKeptMax = 64;

template <class Field>
void ClearFields(std::vector<Field>& fields) {
  if (fields.capacity() > kFieldsKeptMax) std::vector<Field>().swap(fields);
  fields.clear();
}

// Whether a line continues on the next one (RFC 9112, 5.2). Servers read such lines differently,
// and no modern client sends them.
bool HasFoldedLine(std::string_view head) {
  for (auto end = head.find('\n'); end != head.npos; end = head.find('\n', end + 1)) {
    if (end + 1 < head.size() && (head[end + 1] == ' ' || head[end + 1] == '\t')) return true;
  }
  return false;
}

std::string_view Std(string_view text) { return {text.data(), text.size()}; }

}  // namespace

// Beast's incremental parser on top of our storage: no allocation per header.
class HttpParser::Parse final : public http::basic_parser<true> {
 public:
  explicit Parse(HttpParser& owner) : owner_(owner) {
    header_limit(kBeastHeaderBytesMax);
    body_limit(limits::kRequestBytesMax);
  }

 private:
  void Refuse(int status, error_code& error) {
    owner_.refusal_status_ = status;
    error = http::error::bad_value;
  }

  void on_request_impl(http::verb /*verb*/, string_view method, string_view target, int version,
                       error_code& error) override {
    is_old_ = version < 11;
    if (method.size() + target.size() + kLineOverheadBytes > limits::kHeaderBytesMax)
      return Refuse(400, error);
    owner_.method_ = owner_.Keep(Std(method));
    owner_.target_ = owner_.Keep(Std(target));
  }

  void on_field_impl(http::field name, string_view text, string_view value,
                     error_code& error) override {
    // Trailers are parsed and dropped: all headers that decide about a request precede its body.
    if (is_header_done()) return;
    owner_.header_bytes_ += text.size() + value.size() + kHeaderOverheadBytes;
    if (owner_.header_bytes_ > limits::kHeaderBytesMax) return Refuse(400, error);
    // The headers that frame the body must be unambiguous. Otherwise a proxy may split the bytes
    // into requests differently (RFC 9112, 6.1 and 3.2).
    const bool coded = name == http::field::transfer_encoding;
    if (coded && (is_old_ || !EqualsIgnoringCase(Std(value), "chunked"))) return Refuse(400, error);
    if (name == http::field::host && std::exchange(has_host_, true)) return Refuse(400, error);
    if (name == http::field::expect) {
      // An HTTP/1.0 proxy may forward this header unread, so it means nothing (RFC 9110, 10.1.1).
      owner_.expects_continue_ = !is_old_ && EqualsIgnoringCase(Std(value), "100-continue");
    }
    owner_.fields_.push_back({owner_.Keep(Std(text)), owner_.Keep(Std(value))});
  }

  void on_header_impl(error_code& error) override {
    if (!is_old_ && !has_host_) Refuse(400, error);  // RFC 9112, 3.2
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>& /*length*/,
                         error_code& /*error*/) override {}

  std::size_t on_body_impl(string_view bytes, error_code& error) override {
    return Append(bytes, error);
  }

  void on_chunk_header_impl(std::uint64_t size, string_view /*extensions*/,
                            error_code& error) override {
    if (size > limits::kRequestBytesMax - owner_.body_.size()) Refuse(413, error);
  }

  std::size_t on_chunk_body_impl(std::uint64_t /*remain*/, string_view bytes,
                                 error_code& error) override {
    return Append(bytes, error);
  }

  std::size_t Append(string_view bytes, error_code& error) {
    if (!owner_.Grow(Std(bytes))) Refuse(503, error);
    return bytes.size();
  }

  void on_finish_impl(error_code& /*error*/) override {}
  void on_response_impl(int /*code*/, string_view /*reason*/, int /*version*/,
                        error_code& /*error*/) override {}

  HttpParser& owner_;
  bool is_old_ = false;  // HTTP/1.0 knows no chunks
  bool has_host_ = false;
};

HttpParser::HttpParser(BodyBudget& budget)
    : budget_(budget), parse_(std::make_unique<Parse>(*this)) {}

HttpParser::~HttpParser() { GiveBackBody(); }

HttpParser::State HttpParser::Put(std::string_view bytes, std::size_t& taken) {
  taken = 0;
  if (parse_->is_done()) return State::kDone;
  const bool in_body = parse_->is_header_done();
  parse_->eager(in_body);
  error_code error;
  // Some clients send a stray line break after a body (RFC 9112, 2.2).
  while (!parse_->got_some() && taken < bytes.size() &&
         (bytes[taken] == '\r' || bytes[taken] == '\n')) {
    ++taken;
  }
  if (taken == bytes.size()) return State::kNeedMore;
  const std::size_t first = taken;
  taken += parse_->put(boost::asio::buffer(bytes.data() + taken, bytes.size() - taken), error);
  if (error && error != http::error::need_more) {
    if (refusal_status_ == 0) refusal_status_ = error == http::error::body_limit ? 413 : 400;
    return State::kRefused;
  }
  // Beast consumes a head as a whole and joins folded lines, so this check reads the raw bytes.
  if (!in_body && HasFoldedLine(bytes.substr(first, taken - first))) {
    refusal_status_ = 400;
    return State::kRefused;
  }
  if (parse_->is_done()) {
    Bind();
    return State::kDone;
  }
  return !in_body && parse_->is_header_done() ? State::kHeaderDone : State::kNeedMore;
}

bool HttpParser::started() const { return parse_->got_some(); }
bool HttpParser::ExpectsContinue() const { return expects_continue_; }
bool HttpParser::KeepAlive() const { return parse_->keep_alive(); }
int HttpParser::refusal_status() const { return refusal_status_; }
HttpRequest& HttpParser::request() { return request_; }

void HttpParser::Bind() {
  request_.method = At(method_);
  std::string_view target = At(target_);
  // Proxies receive the absolute form, which repeats the server's name.
  if (const auto scheme = target.find("://"); scheme != target.npos && target.front() != '/') {
    const auto path = target.find_first_of("/?", scheme + 3);
    target = path == target.npos ? "/" : target.substr(path);
  }
  const auto mark = target.find('?');
  request_.path = target.substr(0, mark);
  request_.query = mark == target.npos ? std::string_view() : target.substr(mark + 1);
  request_.headers.clear();
  for (const FieldSpan& field : fields_) {
    request_.headers.push_back({At(field.name), At(field.value)});
  }
  if (body_.capacity() < kPaddingBytes) body_.reserve(kPaddingBytes);  // for an empty body
  request_.body_text = &body_;
}

void HttpParser::Reset() {
  parse_ = std::make_unique<Parse>(*this);  // Beast's parser cannot be used twice
  request_.method = request_.path = request_.query = {};
  ClearFields(request_.headers);
  ClearFields(fields_);
  if (head_.capacity() > kHeadKeptBytesMax) Release(head_);
  head_.clear();
  GiveBackBody();
  if (body_room_ > limits::kBodyKeptBytesMax) {
    Release(body_);
    body_room_ = 0;
  }
  body_.clear();
  header_bytes_ = 0;
  expects_continue_ = false;
  refusal_status_ = 0;
}

HttpParser::Span HttpParser::Keep(std::string_view text) {
  const Span span{static_cast<std::uint32_t>(head_.size()),
                  static_cast<std::uint32_t>(text.size())};
  head_ += text;
  return span;
}

bool HttpParser::Grow(std::string_view more) {
  const std::size_t size = body_.size() + more.size();
  if (size > body_room_ && !MakeRoom(size)) return false;
  body_ += more;
  return true;
}

// Counts a body against the budget once it exceeds the memory that a connection may keep. It counts
// allocated memory, not received bytes.
bool HttpParser::MakeRoom(std::size_t size) {
  const std::size_t room = WantedRoom(size);
  if (room > limits::kBodyKeptBytesMax) {
    if (!budget_.Take(room - body_taken_)) return false;
    body_taken_ = room;
  }
  std::string grown;  // growing a string in place may allocate more than reserve asks for
  grown.reserve(room + kPaddingBytes);
  grown += body_;
  body_.swap(grown);
  body_room_ = room;
  return true;
}

// Doubles the room, so that a body is not copied with every piece that arrives, but never beyond
// the body's possible size.
std::size_t HttpParser::WantedRoom(std::size_t size) const {
  const auto length = parse_->content_length();
  const std::size_t whole =
      length ? static_cast<std::size_t>(*length) : std::size_t{limits::kRequestBytesMax};
  return std::clamp(2 * body_room_, size, std::max(whole, size));
}

void HttpParser::GiveBackBody() {
  if (body_taken_ != 0) budget_.GiveBack(body_taken_);
  body_taken_ = 0;
}

}  // namespace stator::server
