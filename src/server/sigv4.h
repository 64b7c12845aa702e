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

// Checks who signed a request, by AWS Signature Version 4 in the Authorization header or in the
// query, with AWS's texts in AWS's order (facts 1.6). Not safe for concurrent use: every event loop
// has its own, with its own cache of signing keys.
//
// The body is always part of what is signed: X-Amz-Content-Sha256 is a header like any other, and
// UNSIGNED-PAYLOAD in its place is a signature that does not match. DynamoDB signs every body, and
// a signature that did not cover it would let anyone on the way change what is written.
//
// Any region that looks like one is accepted: one server holds the tables of all regions.
class SignatureVerifier {
 public:
  // `credentials` outlives the verifier. `skew` is how far a request's date may be from `now`.
  SignatureVerifier(const Credentials& credentials, std::chrono::seconds skew);

  // The key that signed `request` for `service`, a signing name such as "dynamodb". `now` is
  // machine time. With X-Amz-Expires in the query that many seconds replace the skew into the past.
  Result<const Credential*> Verify(const HttpRequest& request, std::string_view service,
                                   TimeMicros now);

  // Everything that Verify checks before it hashes the body: the claim's form, date and scope, and
  // that its key is known. Its refusals are Verify's. Takes no time that grows with the body.
  Result<> CheckClaim(const HttpRequest& request, std::string_view service, TimeMicros now) const;

 private:
  // What the request says about its signature, in either form.
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
  std::map<std::string, std::string, std::less<>> signing_keys_;  // by credential scope
};

}  // namespace stator::server
