#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/http_message.h"

// The pieces AWS Signature Version 4 signs, as its documentation defines them.
namespace stator::server {

using QueryParameters = std::vector<std::pair<std::string, std::string>>;  // decoded

// Percent signs that start no escape stand for themselves; '+' is a plus.
QueryParameters ParseQuery(std::string_view query);

// nullptr if there is none of that name.
const std::string* FindParameter(const QueryParameters& parameters, std::string_view name);

std::vector<std::string_view> Split(std::string_view text, char separator);

struct CanonicalParts {
  std::string_view signed_headers;  // as the client lists them: lower case, separated by ';'
  bool query_form = false;          // then the signature itself is no part of what is signed
};

// Method, path, query, signed headers, their list, and the hash of the body. A path is escaped once
// more than it was sent, as every service but S3 does it; its dots and double slashes are not
// folded, since no path we answer has any.
std::string CanonicalRequest(const HttpRequest& request, const QueryParameters& query,
                             const CanonicalParts& parts);

std::string Sha256Hex(std::string_view bytes);
std::string HmacSha256(std::string_view key, std::string_view bytes);
std::string Hex(std::string_view bytes);

}  // namespace stator::server
