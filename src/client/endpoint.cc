#include "client/endpoint.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/pause.h"
#include "client/codec.h"
#include "client/sigv4_canonical.h"
#include "client/target.h"

namespace stator::client {
namespace {

using std::chrono::milliseconds;

constexpr int kStatusOwnFailure = 500;
constexpr milliseconds kPauseFirst{50};
constexpr milliseconds kPauseMax{5'000};
constexpr int kDoublingsMax = 10;  // more would exceed kPauseMax

std::unexpected<Error> Refuse(std::string message) {
  return std::unexpected(Error{"InvalidRequest", std::move(message)});
}

Expected<void> Check(const EndpointOptions& options) {
  if (options.attempts < 1 || options.attempts > limits::kClientAttemptsMax) {
    return Refuse(fmt::format("The attempts must be from 1 to {}.", limits::kClientAttemptsMax));
  }
  if (options.connections_kept > limits::kClientConnectionsMax) {
    return Refuse(
        fmt::format("connections_kept must be at most {}.", limits::kClientConnectionsMax));
  }
  if (options.timeout <= milliseconds::zero()) return Refuse("The timeout must be positive.");
  for (const std::string* text : {&options.region, &options.access_key, &options.session_token}) {
    if (!FitsHeader(*text)) return Refuse("Region, key and token must be ASCII without blanks.");
  }
  if (options.region.empty() || options.access_key.empty() || options.secret_key.empty()) {
    return Refuse(
        "Region and keys must not be empty. A server without authentication accepts any "
        "values.");
  }
  return {};
}

}  // namespace

bool WorthRetrying(const Error& error) {
  constexpr std::array<std::string_view, 4> kThrottled = {
      "ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded",
      "TransactionInProgressException"};
  return error.Is("ConnectionFailure") || error.http_status >= kStatusOwnFailure ||
         std::ranges::find(kThrottled, error.code) != kThrottled.end();
}

milliseconds PauseAfter(int failures, std::uint64_t chance) {
  const int doublings = std::clamp(failures - 1, 0, kDoublingsMax);
  const milliseconds longest = std::min(kPauseFirst * (1 << doublings), kPauseMax);
  const auto spread = static_cast<std::uint64_t>(longest.count() / 2 + 1);
  return longest - milliseconds(static_cast<std::int64_t>(chance % spread));
}

Expected<std::unique_ptr<Door>> Endpoint::Make(const EndpointOptions& options, Pause pause) {
  TRY(Check(options));
  auto url = ParseUrl(options.endpoint);
  if (!url) return Refuse(std::move(url.error().message));
  auto connections = HttpConnections::Make({.kept_max = options.connections_kept,
                                            .tls = url->tls,
                                            .authorities_file = options.authorities_file});
  if (!connections) return Refuse(std::move(connections.error().message));
  if (!pause) pause = stator::Pause;
  return std::unique_ptr<Door>(
      new Endpoint(options, *std::move(url), std::move(pause), *std::move(connections)));
}

Endpoint::Endpoint(const EndpointOptions& options, HttpUrl url, Pause pause,
                   std::unique_ptr<HttpConnections> connections)
    : options_(options),
      url_(std::move(url)),
      identity_{options.access_key, options.secret_key, options.session_token, options.region},
      pause_(std::move(pause)),
      connections_(std::move(connections)) {}

Expected<std::string> Endpoint::Call(std::string_view operation, const std::string& json) {
  const std::string target = TargetOf(operation);
  if (!FitsHeader(target)) return Refuse("The name of an operation must be one word.");
  for (int failures = 1;; ++failures) {
    auto answer = Once(target, json);
    if (answer || failures >= options_.attempts || !WorthRetrying(answer.error())) return answer;
    pause_(PauseAfter(failures, ThreadIds().Next()));
  }
}

Expected<std::string> Endpoint::Once(std::string_view target, const std::string& json) {
  const TimeMicros now = MachineNow();
  const std::string time = BasicTime(now);
  std::vector<HttpHeader> headers{{"x-amz-date", time}, {"x-amz-target", target}};
  if (!identity_.session_token.empty()) {
    headers.push_back({"x-amz-security-token", identity_.session_token});
  }
  HttpCall call{.url = url_,
                .method = "POST",
                .body = json,
                .content_type = "application/x-amz-json-1.0",
                .headers = headers,
                .timeout = options_.timeout,
                .answer_bytes_max = limits::kDatabaseAnswerBytesMax};
  const std::string authorization = Authorization(call, identity_, now);
  headers.push_back({"authorization", authorization});
  call.headers = headers;
  auto answer = connections_->Fetch(call);
  if (answer) return Settled(answer->status, std::move(answer->body));
  return std::unexpected(Error{"ConnectionFailure", std::move(answer.error().message)});
}

}  // namespace stator::client
