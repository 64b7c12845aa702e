#include "server/body_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/release.h"
#include "base/request_limits.h"
#include "base/texts.h"
#include "server/inflate.h"
#include "wire/cbor.h"
#include "wire/query_protocol.h"

namespace stator::server {
namespace {

ContentCoding CodingOf(const HttpRequest& request) {
  return ParseContentCoding(request.Find("content-encoding").value_or(""));
}

// Whether reading the body costs the server more than it cost the sender.
bool Costly(const HttpRequest& request, const Call& call) {
  return call.form != Call::Form::kJson || request.body().size() > limits::kLoopBodyBytesMax ||
         CodingOf(request) != ContentCoding::kIdentity;
}

std::size_t InflatedBytesMax(std::size_t sent_bytes, const Call& call) {
  const std::size_t by_ratio =
      std::max(limits::kInflateFreeBytesMax, sent_bytes * limits::kInflateRatioMax);
  return std::min(call.bytes_max(), by_ratio);
}

}  // namespace

BodyReader::BodyReader(const Options& options) : bytes_max_(options.bytes_max) {
  if (options.credentials != nullptr) verifier_.emplace(*options.credentials, options.skew);
}

Result<std::optional<json::Body>> BodyReader::Read(const HttpRequest& request, Call& call) {
  if (const auto size = request.body().size(); size > call.bytes_max()) {
    return Fail(ErrorCode::kRequestEntityTooLarge,
                fmt::format(texts::kRequestTooLarge, size, call.bytes_max()));
  }
  if (inflated_.capacity() > limits::kBufferKeptBytesMax) Release(inflated_);
  if (converted_.capacity() > limits::kBufferKeptBytesMax) Release(converted_);
  converted_ = "{}";
  if (Costly(request, call)) {
    // Skip inflating and parsing a body that no operation will take.
    const bool unknown = call.operation == nullptr && !call.packed;
    if (unknown && (verifier_ || call.form != Call::Form::kJson)) return parser_.Parse(converted_);
    TRY(AuthenticateFirst(request, call));
  }
  if (request.body().size() > bytes_max_) return std::nullopt;
  if (call.form != Call::Form::kJson) {
    if (!TRY(ReadForm(request, call))) return std::nullopt;
    return parser_.Parse(converted_);
  }
  const Text text = TRY(Plain(request, call));
  if (!text) return std::nullopt;
  return parser_.Parse(**text);
}

Result<> BodyReader::Authenticate(const HttpRequest& request, std::string_view service) {
  if (!verifier_) return {};
  const auto signer = verifier_->Verify(request, service, MachineNow());
  if (!signer) return Fail(signer.error());
  return {};
}

// AWS reports broken JSON before it checks the signature. Small plain bodies follow that order. All
// others must be signed before this reader spends work on them. A body that is too long for this
// reader is not hashed here: only its claim is checked, and the next reader verifies it.
Result<> BodyReader::AuthenticateFirst(const HttpRequest& request, Call& call) {
  if (!verifier_ || call.authenticated) return {};
  const std::string_view service = call.service->signing_name;
  if (request.body().size() > bytes_max_) {
    return verifier_->CheckClaim(request, service, MachineNow());
  }
  TRY(Authenticate(request, service));
  call.authenticated = true;
  return {};
}

// Converts a body that is not JSON. Returns false if it is too long for this reader.
Result<bool> BodyReader::ReadForm(const HttpRequest& request, Call& call) {
  const Text text = TRY(Plain(request, call));
  if (!text) return false;
  if (call.packed) call.operation = OperationInForm(**text);
  if (call.form == Call::Form::kCbor) {
    if (!(*text)->empty()) converted_ = TRY(wire::JsonOfCbor(**text));
  } else if (const auto* schema = SchemaOf(call)) {
    converted_ = TRY(wire::JsonOfForm(**text, *schema->request));
  }
  return true;
}

// The body without its content coding.
Result<BodyReader::Text> BodyReader::Plain(const HttpRequest& request, const Call& call) {
  const ContentCoding coding = CodingOf(request);
  if (coding == ContentCoding::kUnknown) return Fail(ErrorCode::kSerializationException, "");
  if (coding == ContentCoding::kIdentity) return request.body_text;
  return Inflated(request, call);
}

Result<BodyReader::Text> BodyReader::Inflated(const HttpRequest& request, const Call& call) {
  const std::size_t allowed = InflatedBytesMax(request.body().size(), call);
  const std::size_t here = std::min(allowed, bytes_max_);
  switch (Inflate(CodingOf(request), request.body(), here, inflated_)) {
    case InflateOutcome::kDone:
      return &inflated_;
    case InflateOutcome::kTooLarge:
      if (here < allowed) return std::nullopt;
      return Fail(ErrorCode::kRequestEntityTooLarge,
                  fmt::format(texts::kInflatedTooLarge, allowed));
    case InflateOutcome::kBroken:
      break;
  }
  return Fail(ErrorCode::kInternalServerError, texts::kBodyBroken);
}

}  // namespace stator::server
