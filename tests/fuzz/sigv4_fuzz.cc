// Signatures of strangers. The input's lines are the query, then `name: value` headers until an
// empty line, then the body.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "server/sigv4.h"

namespace stator::server {
namespace {

constexpr char kKeys[] =
    "[a]\naws_access_key_id=AKIDEXAMPLE\naws_secret_access_key=secret\n"
    "[b]\naws_access_key_id=ASIAEXAMPLE\naws_secret_access_key=secret\naws_session_token=token\n";

std::string_view TakeLine(std::string_view& input) {
  const auto end = input.find('\n');
  const std::string_view line = input.substr(0, end);
  input = end == input.npos ? std::string_view() : input.substr(end + 1);
  return line;
}

HttpRequest ReadRequest(std::string_view input, std::string& body) {
  HttpRequest request{.method = "POST", .path = "/", .query = TakeLine(input)};
  while (!input.empty()) {
    const std::string_view line = TakeLine(input);
    if (line.empty()) break;
    const auto colon = line.find(": ");
    if (colon != line.npos) {
      request.headers.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
  }
  body = input;
  request.body_text = &body;
  return request;
}

// The fuzzer does not know the secret, so nothing may be accepted. Every refusal must be valid in
// JSON.
void Check(std::string_view input) {
  static const Credentials credentials = *Credentials::Parse(kKeys, "fuzz");
  static const TimeMicros now = *ParseIsoTime("20261115T095400Z", true);
  std::string body;
  const HttpRequest request = ReadRequest(input, body);
  SignatureVerifier verifier(credentials, std::chrono::minutes(5));
  const auto verified = verifier.Verify(request, "dynamodb", now);
  CHECK(!verified.has_value());
  CHECK(ValidUtf8(verified.error().message));
  CHECK(!verified.error().message.empty());
}

// Credentials files come from operators, but a typing error must not crash the server either.
void CheckFile(std::string_view input) {
  const auto parsed = Credentials::Parse(input, "fuzz");
  CHECK(parsed.has_value() || !parsed.error().message.empty());
}

}  // namespace
}  // namespace stator::server

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  stator::server::Check(input);
  stator::server::CheckFile(input);
  return 0;
}
