#include "server/sigv4.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <openssl/crypto.h>

#include "base/limits.h"
#include "base/text.h"
#include "base/texts.h"

namespace stator::server {
namespace {

using client::BasicTime;
using client::FindParameter;

constexpr std::int64_t kMicrosPerSecond = 1'000'000;
constexpr std::int64_t kExpiresSecondsMax = 7 * 24 * 3600;  // AWS's limit

// AWS accepts these requests, so there are no AWS texts.
constexpr char kHeaderListDisorder[] =
    "The names in SignedHeaders must be in ascending order, each once. Got '{}'.";
constexpr char kTargetUnsigned[] =
    "'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization, because it says what the "
    "request is for.";

// Refuses with a text that echoes headers. Headers may hold any byte, but answers must be UTF-8.
std::unexpected<Error> Refuse(ErrorCode code, std::string text) {
  std::ranges::replace_if(
      text, [](char character) { return static_cast<unsigned char>(character) >= 0x80; }, '?');
  return Fail(code, std::move(text));
}

std::string Span(std::int64_t seconds) {
  return seconds % 60 == 0 ? fmt::format("{} min", seconds / 60) : fmt::format("{} sec", seconds);
}

// Compares in a time that does not depend on where the texts differ.
bool SameSecret(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

// Accepts "us-east-1", "us-gov-west-1", and the names that local tools use.
bool LooksLikeRegion(std::string_view region) {
  if (region == "local" || region == "localhost" || region == "ddblocal") return true;
  const auto parts = SplitAt('-', region);
  if (parts.size() < 3) return false;
  const auto is_word = [](std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, IsLower);
  };
  return AreDigits(parts.back()) && std::all_of(parts.begin(), parts.end() - 1, is_word);
}

std::optional<std::int64_t> ParseSeconds(std::string_view text) {
  const auto seconds = ParseNumber<std::int64_t>(text);
  return seconds && *seconds >= 0 && *seconds <= kExpiresSecondsMax ? seconds : std::nullopt;
}

// Signers list each header once, in order, and include the target. Otherwise a few bytes could grow
// into a huge canonical request, or one signature could serve any operation.
Result<> CheckHeaderList(std::string_view list, bool has_target) {
  const auto names = SplitAt(';', list);
  if (std::ranges::adjacent_find(names, std::ranges::greater_equal{}) != names.end()) {
    return Refuse(ErrorCode::kInvalidSignatureException, fmt::format(kHeaderListDisorder, list));
  }
  if (has_target && std::ranges::find(names, "x-amz-target") == names.end()) {
    return Refuse(ErrorCode::kInvalidSignatureException, kTargetUnsigned);
  }
  return {};
}

std::string_view TrimBlanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == text.npos ? std::string_view() : text.substr(first);
}

// Returns the value of "Name=value" among the parts of an Authorization header.
std::string HeaderPart(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const auto end = header.find_first_of(", \t");
    const std::string_view part = header.substr(0, end);
    if (part.size() > name.size() && part.starts_with(name) && part[name.size()] == '=') {
      return std::string(part.substr(name.size() + 1));
    }
    header = end == header.npos ? std::string_view() : header.substr(end + 1);
  }
  return {};
}

}  // namespace

SignatureVerifier::SignatureVerifier(const Credentials& credentials, std::chrono::seconds skew)
    : credentials_(credentials), skew_(skew) {}

Result<const Credential*> SignatureVerifier::Verify(const HttpRequest& request,
                                                    std::string_view service, TimeMicros now) {
  const Checked checked = TRY(ReadAndCheck(request, service, now));
  const Scope scope = TRY(ReadScope(checked.claim));
  TRY(CheckSignature(request, checked.query, checked.claim, scope, *checked.credential));
  TRY(CheckToken(checked.claim, *checked.credential, now));
  return checked.credential;
}

Result<> SignatureVerifier::CheckClaim(const HttpRequest& request, std::string_view service,
                                       TimeMicros now) const {
  const auto checked = ReadAndCheck(request, service, now);
  if (!checked) return Fail(checked.error());
  return {};
}

Result<SignatureVerifier::Checked> SignatureVerifier::ReadAndCheck(const HttpRequest& request,
                                                                   std::string_view service,
                                                                   TimeMicros now) const {
  QueryParameters query = client::ParseQuery(request.query);
  Claim claim = TRY(ReadClaim(request, query));
  TRY(CheckDate(claim, now));
  const auto signed_headers = SplitAt(';', claim.signed_headers);
  if (std::ranges::find(signed_headers, "host") == signed_headers.end()) {
    return Refuse(ErrorCode::kInvalidSignatureException, texts::kAuthHostUnsigned);
  }
  if (claim.algorithm != client::kSigningAlgorithm) {
    return Refuse(ErrorCode::kIncompleteSignatureException,
                  fmt::format(texts::kAuthAlgorithm, claim.algorithm));
  }
  const Scope scope = TRY(ReadScope(claim));
  TRY(CheckScope(claim, scope, service));
  const Credential* credential = credentials_.Find(scope.key_id);
  if (credential == nullptr) {
    return Refuse(ErrorCode::kUnrecognizedClientException, texts::kAuthUnknownKey);
  }
  return Checked{std::move(query), std::move(claim), credential};
}

Result<SignatureVerifier::Claim> SignatureVerifier::ReadClaim(const HttpRequest& request,
                                                              const QueryParameters& query) {
  const auto header = request.Find("authorization");
  const bool in_query = FindParameter(query, "X-Amz-Algorithm") != nullptr;
  if (header && in_query) return Refuse(ErrorCode::kInvalidSignatureException, texts::kAuthBoth);
  if (in_query) return ReadQuery(query);
  if (!header || !TrimBlanks(*header).starts_with("AWS4-")) {
    return Refuse(ErrorCode::kMissingAuthenticationTokenException, texts::kAuthMissing);
  }
  return ReadHeader(request, *header);
}

Result<SignatureVerifier::Claim> SignatureVerifier::ReadQuery(const QueryParameters& query) {
  Claim claim{.query_form = true};
  const std::pair<std::string_view, std::string*> wanted[] = {
      {"X-Amz-Algorithm", &claim.algorithm},
      {"X-Amz-Credential", &claim.credential},
      {"X-Amz-Signature", &claim.signature},
      {"X-Amz-SignedHeaders", &claim.signed_headers},
      {"X-Amz-Date", &claim.date}};
  std::string missing;
  for (const auto& [name, place] : wanted) {
    if (const std::string* value = FindParameter(query, name)) *place = *value;
    if (place->empty()) missing += fmt::format(texts::kAuthQueryPart, name);
  }
  if (!missing.empty()) {
    return Refuse(ErrorCode::kIncompleteSignatureException, missing + texts::kAuthQueryEnd);
  }
  if (const std::string* token = FindParameter(query, "X-Amz-Security-Token")) claim.token = *token;
  if (const std::string* expires = FindParameter(query, "X-Amz-Expires")) {
    claim.expires_seconds = ParseSeconds(*expires);
    if (!claim.expires_seconds) {
      return Refuse(ErrorCode::kIncompleteSignatureException, texts::kAuthExpires);
    }
  }
  return claim;
}

Result<SignatureVerifier::Claim> SignatureVerifier::ReadHeader(const HttpRequest& request,
                                                               std::string_view header) {
  const std::string_view trimmed = TrimBlanks(header);
  const auto blank = trimmed.find_first_of(" \t");
  const std::string_view parts = blank == trimmed.npos ? "" : trimmed.substr(blank + 1);
  Claim claim{.algorithm = std::string(trimmed.substr(0, blank))};
  const std::pair<std::string_view, std::string*> wanted[] = {
      {"Credential", &claim.credential},
      {"Signature", &claim.signature},
      {"SignedHeaders", &claim.signed_headers}};
  std::string missing;
  for (const auto& [name, place] : wanted) {
    *place = HeaderPart(parts, name);
    if (place->empty()) missing += fmt::format(texts::kAuthHeaderPart, name);
  }
  const auto date = request.Find("x-amz-date").or_else([&] { return request.Find("date"); });
  if (!date) missing += texts::kAuthHeaderDate;
  if (!missing.empty()) {
    return Refuse(ErrorCode::kIncompleteSignatureException,
                  missing + fmt::format(texts::kAuthHeaderEnd, header));
  }
  claim.date = *date;
  if (const auto token = request.Find("x-amz-security-token")) claim.token = std::string(*token);
  return claim;
}

Result<> SignatureVerifier::CheckDate(const Claim& claim, TimeMicros now) const {
  const auto signed_at = ParseIsoTime(claim.date, true);
  if (!signed_at) {
    return Refuse(ErrorCode::kIncompleteSignatureException,
                  fmt::format(texts::kAuthDateForm, claim.date));
  }
  const std::int64_t past = claim.expires_seconds.value_or(skew_.count());
  const TimeMicros earliest = now - past * kMicrosPerSecond;
  const TimeMicros latest = now + skew_.count() * kMicrosPerSecond;
  if (*signed_at < earliest) {
    return Refuse(ErrorCode::kInvalidSignatureException,
                  fmt::format(texts::kAuthExpired, claim.date, BasicTime(earliest), BasicTime(now),
                              Span(past)));
  }
  if (*signed_at > latest) {
    return Refuse(ErrorCode::kInvalidSignatureException,
                  fmt::format(texts::kAuthNotYet, claim.date, BasicTime(latest), BasicTime(now),
                              Span(skew_.count())));
  }
  return {};
}

Result<SignatureVerifier::Scope> SignatureVerifier::ReadScope(const Claim& claim) {
  const auto parts = SplitAt('/', claim.credential);
  if (parts.size() != 5) {
    return Refuse(ErrorCode::kIncompleteSignatureException,
                  fmt::format(texts::kAuthCredential, claim.credential));
  }
  return Scope{.key_id = parts[0],
               .date = parts[1],
               .region = parts[2],
               .service = parts[3],
               .terminator = parts[4]};
}

Result<> SignatureVerifier::CheckScope(const Claim& claim, const Scope& scope,
                                       std::string_view service) {
  const std::string_view day = std::string_view(claim.date).substr(0, 8);
  std::string wrong;
  if (!LooksLikeRegion(scope.region)) wrong += fmt::format(texts::kAuthRegion, scope.region);
  if (scope.service != service) wrong += fmt::format(texts::kAuthService, service);
  if (scope.terminator != client::kSigningTerminator) {
    wrong += fmt::format(texts::kAuthTerminator, scope.terminator);
  }
  if (scope.date != day) wrong += fmt::format(texts::kAuthScopeDate, scope.date, day, claim.date);
  if (wrong.empty()) return {};
  return Refuse(ErrorCode::kInvalidSignatureException, std::move(wrong));
}

Result<> SignatureVerifier::CheckSignature(const HttpRequest& request, const QueryParameters& query,
                                           const Claim& claim, const Scope& scope,
                                           const Credential& credential) {
  TRY(CheckHeaderList(claim.signed_headers, request.Find("x-amz-target").has_value()));
  const std::string canonical = client::CanonicalRequest({.method = request.method,
                                                          .path = request.path,
                                                          .query = query,
                                                          .headers = request.headers,
                                                          .body = request.body(),
                                                          .signed_headers = claim.signed_headers,
                                                          .query_form = claim.query_form});
  const client::SigningScope signing{scope.date, scope.region, scope.service};
  const std::string to_sign = client::StringToSign(claim.date, signing, canonical);
  const auto cached = signing_keys_.find(claim.credential);
  const std::string key = cached != signing_keys_.end()
                              ? cached->second
                              : client::SigningKey(credential.secret, signing);
  if (!SameSecret(client::Signature(key, to_sign), claim.signature)) {
    return Refuse(ErrorCode::kInvalidSignatureException,
                  fmt::format(texts::kAuthMismatch, canonical, to_sign));
  }
  // Only keys that verified a signature enter the cache, so strangers cannot flood it.
  if (cached == signing_keys_.end()) {
    if (signing_keys_.size() >= limits::kSigningKeysMax) signing_keys_.clear();
    signing_keys_.emplace(claim.credential, key);
  }
  return {};
}

Result<> SignatureVerifier::CheckToken(const Claim& claim, const Credential& credential,
                                       TimeMicros now) {
  if (!SameSecret(claim.token.value_or(""), credential.session_token)) {
    return Refuse(ErrorCode::kUnrecognizedClientException, texts::kAuthTokenInvalid);
  }
  if (credential.expires_at && *credential.expires_at <= now) {
    return Refuse(ErrorCode::kExpiredTokenException, texts::kAuthTokenExpired);
  }
  return {};
}

}  // namespace stator::server
