#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "client/http_header.h"

// The pieces that AWS Signature Version 4 signs, as its documentation defines them. The client
// signs with them, and the server checks with them.
namespace stator::client {

inline constexpr std::string_view kSigningAlgorithm = "AWS4-HMAC-SHA256";
inline constexpr std::string_view kSigningTerminator = "aws4_request";

using QueryParameters = std::vector<std::pair<std::string, std::string>>;  // decoded

// A percent sign that starts no escape stands for itself. '+' is a plus.
QueryParameters ParseQuery(std::string_view query);

// nullptr if no parameter has the name.
const std::string* FindParameter(const QueryParameters& parameters, std::string_view name);

// The signed parts of a request. Lifetime: leans on the request.
struct SignedParts {
  std::string_view method;
  std::string_view path;  // as sent, without the query
  const QueryParameters& query;
  std::span<const HttpHeader> headers;
  std::string_view body;
  std::string_view signed_headers;  // their names: lower case, ascending, separated by ';'
  bool query_form = false;          // the signature is a parameter, which is not signed
};

// Method, path, query, signed headers, their list, and the hash of the body. A path is escaped once
// more than it was sent, as for every service but S3. Dots and double slashes in it are not folded,
// because no path that the client or the server uses has any.
std::string CanonicalRequest(const SignedParts& parts);

// The day, the region and the service for which a signature is valid.
struct SigningScope {
  std::string_view date;  // "20261115"
  std::string_view region;
  std::string_view service;  // a signing name such as "dynamodb"
};

// "20261115/us-east-1/dynamodb/aws4_request"
std::string ScopeText(const SigningScope& scope);

// `time` is that of the request, in the form of BasicTime.
std::string StringToSign(std::string_view time, const SigningScope& scope,
                         std::string_view canonical_request);

// The key that the secret gives; the same for all requests of a scope.
std::string SigningKey(std::string_view secret, const SigningScope& scope);

// The signature of a string to sign, in hexadecimal.
std::string Signature(std::string_view signing_key, std::string_view to_sign);

// "20261115T095303Z"
std::string BasicTime(TimeMicros at);

}  // namespace stator::client
