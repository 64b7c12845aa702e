#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "client/http_header.h"

// The pieces AWS Signature Version 4 signs, as its documentation defines them: for whoever signs a
// request and for whoever checks one.
namespace stator::client {

inline constexpr std::string_view kSigningAlgorithm = "AWS4-HMAC-SHA256";
inline constexpr std::string_view kSigningTerminator = "aws4_request";

using QueryParameters = std::vector<std::pair<std::string, std::string>>;  // decoded

// Percent signs that start no escape stand for themselves; '+' is a plus.
QueryParameters ParseQuery(std::string_view query);

// nullptr if there is none of that name.
const std::string* FindParameter(const QueryParameters& parameters, std::string_view name);

std::vector<std::string_view> Split(std::string_view text, char separator);

// What is signed of a request; everything in it is borrowed.
struct SignedParts {
  std::string_view method;
  std::string_view path;  // as sent, without the query
  const QueryParameters& query;
  std::span<const HttpHeader> headers;
  std::string_view body;
  std::string_view signed_headers;  // their names: lower case, ascending, separated by ';'
  bool query_form = false;          // then the signature itself is no part of what is signed
};

// Method, path, query, signed headers, their list, and the hash of the body. A path is escaped once
// more than it was sent, as every service but S3 does it; its dots and double slashes are not
// folded, since no path we answer or ask has any.
std::string CanonicalRequest(const SignedParts& parts);

// Where and when a signature holds.
struct SigningScope {
  std::string_view date;  // "20261115"
  std::string_view region;
  std::string_view service;  // a signing name such as "dynamodb"
};

// "20261115/us-east-1/dynamodb/aws4_request"
std::string ScopeText(const SigningScope& scope);

// `time` is the request's, in the form of BasicTime.
std::string StringToSign(std::string_view time, const SigningScope& scope,
                         std::string_view canonical_request);

// Derived from the secret, and the same for all requests of a scope.
std::string SigningKey(std::string_view secret, const SigningScope& scope);

// Of a string to sign, in hexadecimal.
std::string Signature(std::string_view signing_key, std::string_view to_sign);

// "20261115T095303Z"
std::string BasicTime(TimeMicros at);

}  // namespace stator::client
