#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "client/http_client.h"

namespace stator::client {

// The credentials of a request. REQUIRES: ASCII without blanks.
struct SigningIdentity {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  // empty: none
  std::string region;
};

// The header Authorization of AWS Signature Version 4 for `call`. The signature covers all headers
// of the call, the Host header and, unless the call is a GET, the Content-Type header. REQUIRES:
// header names in lower case; "x-amz-date" is one of them and has the text of BasicTime(at).
std::string Authorization(const HttpCall& call, const SigningIdentity& identity, TimeMicros at);

}  // namespace stator::client
