#include "client/request_signer.h"

#include <algorithm>

#include <fmt/format.h>

#include "client/sigv4_canonical.h"

namespace stator::client {
namespace {

constexpr std::string_view kService = "dynamodb";
constexpr std::size_t kDateDigits = 8;  // of "20261115T095303Z"

std::vector<HttpHeader> SignedHeaders(const HttpCall& call) {
  std::vector<HttpHeader> headers(call.headers.begin(), call.headers.end());
  // The client sends no Content-Type with a GET.
  if (call.method != "GET") headers.push_back({"content-type", call.content_type});
  headers.push_back({"host", call.url.authority});
  std::ranges::sort(headers, {}, &HttpHeader::name);
  return headers;
}

std::string NamesOf(const std::vector<HttpHeader>& headers) {
  std::string names;
  for (const HttpHeader& header : headers) {
    if (!names.empty()) names += ';';
    names += header.name;
  }
  return names;
}

}  // namespace

std::string Authorization(const HttpCall& call, const SigningIdentity& identity, TimeMicros at) {
  const std::string time = BasicTime(at);
  const SigningScope scope{std::string_view(time).substr(0, kDateDigits), identity.region,
                           kService};
  const std::string_view target = call.url.target;
  const auto question = std::min(target.find('?'), target.size());
  const auto query = ParseQuery(target.substr(std::min(question + 1, target.size())));
  const auto headers = SignedHeaders(call);
  const std::string names = NamesOf(headers);
  const std::string canonical = CanonicalRequest({.method = call.method,
                                                  .path = target.substr(0, question),
                                                  .query = query,
                                                  .headers = headers,
                                                  .body = call.body,
                                                  .signed_headers = names});
  const std::string signature =
      Signature(SigningKey(identity.secret_key, scope), StringToSign(time, scope, canonical));
  return fmt::format("{} Credential={}/{}, SignedHeaders={}, Signature={}", kSigningAlgorithm,
                     identity.access_key, ScopeText(scope), names, signature);
}

}  // namespace stator::client
