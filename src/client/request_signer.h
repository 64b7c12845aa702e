#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "client/http_client.h"

namespace stator::client {

// Who signs. All of it is ASCII without blanks.
struct SigningIdentity {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  // empty: none
  std::string region;
};

// The header Authorization of AWS Signature Version 4 for `call`, whose headers have names in lower
// case, "x-amz-date" with the text of BasicTime(at) among them. All of them are signed, with Host
// and Content-Type. REQUIRES: not a GET.
std::string Authorization(const HttpCall& call, const SigningIdentity& identity, TimeMicros at);

}  // namespace stator::client
