#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "client/sigv4_canonical.h"
#include "server/credentials.h"
#include "server/http_message.h"

namespace stator::server {

using client::QueryParameters;

// Verifies AWS Signature Version 4, in the Authorization header or in the query. Errors have AWS's
// texts and come in AWS's order (facts 1.6). Threads: one at a time; every event loop has its own
// verifier with its own cache of signing keys.
//
// The signature always covers the body. X-Amz-Content-Sha256 is a header like any other, and a
// signature over UNSIGNED-PAYLOAD does not match. DynamoDB signs every body. With an unsigned body,
// anyone on the network path could change the data that a request writes.
//
// Any well-formed region is accepted: one server holds the tables of all regions.
class SignatureVerifier {
 public:
  // Lifetime: `credentials` outlives the verifier. `skew` bounds the distance between a request's
  // date and `now`.
  SignatureVerifier(const Credentials& credentials, std::chrono::seconds skew);

  // Returns the key that signed `request` for `service`, a signing name such as "dynamodb". `now`
  // is machine time. X-Amz-Expires in the query replaces the skew into the past.
  Result<const Credential*> Verify(const HttpRequest& request, std::string_view service,
                                   TimeMicros now);

  // Does all checks of Verify that come before it hashes the body: the claim's form, date, scope
  // and key. Its errors are those of Verify. Its time does not grow with the body.
  Result<> CheckClaim(const HttpRequest& request, std::string_view service, TimeMicros now) const;

 private:
  // The signature's parts as the request carries them, from the header or the query.
  struct Claim {
    bool query_form = false;
    std::string algorithm;
    std::string credential;
    std::string signed_headers;
    std::string signature;
    std::string date;
    std::optional<std::string> token;
    std::optional<std::int64_t> expires_seconds;
  };
  struct Scope {
    std::string_view key_id, date, region, service, terminator;
  };

  struct Checked {
    QueryParameters query;
    Claim claim;
    const Credential* credential;
  };

  Result<Checked> ReadAndCheck(const HttpRequest& request, std::string_view service,
                               TimeMicros now) const;
  static Result<Claim> ReadClaim(const HttpRequest& request, const QueryParameters& query);
  static Result<Claim> ReadQuery(const QueryParameters& query);
  static Result<Claim> ReadHeader(const HttpRequest& request, std::string_view header);
  Result<> CheckDate(const Claim& claim, TimeMicros now) const;
  static Result<Scope> ReadScope(const Claim& claim);
  static Result<> CheckScope(const Claim& claim, const Scope& scope, std::string_view service);
  Result<> CheckSignature(const HttpRequest& request, const QueryParameters& query,
                          const Claim& claim, const Scope& scope, const Credential& credential);
  static Result<> CheckToken(const Claim& claim, const Credential& credential, TimeMicros now);

  const Credentials& credentials_;
  const std::chrono::seconds skew_;
  std::map<std::string, std::string, std::less<>> signing_keys_;  // key: credential scope
};

}  // namespace stator::server
