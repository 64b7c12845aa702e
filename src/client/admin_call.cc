#include "client/admin_call.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "client/environment.h"
#include "client/request_signer.h"
#include "client/sigv4_canonical.h"
#include "json/parser.h"

namespace stator::client {
namespace {

Result<SigningIdentity> IdentityOf(const EndpointOptions& options) {
  for (const std::string* text : {&options.region, &options.access_key, &options.session_token}) {
    if (FitsHeader(*text)) continue;
    return FailInvalid("Region, key and token must be ASCII without blanks.");
  }
  return SigningIdentity{.access_key = options.access_key,
                         .secret_key = options.secret_key,
                         .session_token = options.session_token,
                         .region = options.region};
}

}  // namespace

Result<HttpAnswer> CallAdmin(const std::string& endpoint, std::string_view function,
                             std::string_view body, std::size_t answer_bytes_max) {
  const auto options = EndpointFromEnvironment(endpoint);
  const auto identity = TRY(IdentityOf(options));
  auto url = TRY(ParseUrl(endpoint));
  if (!url.target.ends_with('/')) url.target += '/';
  url.target += fmt::format("_stator/{}", function);
  const auto connections =
      TRY(HttpConnections::Make({.tls = url.tls, .authorities_file = options.authorities_file}));
  const TimeMicros now = MachineNow();
  const std::string time = BasicTime(now);
  std::vector<HttpHeader> headers{{"x-amz-date", time}};
  if (!identity.session_token.empty()) {
    headers.push_back({"x-amz-security-token", identity.session_token});
  }
  HttpCall call{.url = std::move(url), .headers = headers, .answer_bytes_max = answer_bytes_max};
  if (!body.empty()) {
    call.method = "POST";
    call.body = body;
  }
  const std::string authorization = Authorization(call, identity, now);
  headers.push_back({"authorization", authorization});
  call.headers = headers;
  return connections->Fetch(call);
}

std::optional<std::string> AdminMessage(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  std::string_view message;
  if (!body || body->empty() || body->root()["message"].get(message) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return std::string(message);
}

}  // namespace stator::client
