#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace stator::server {

// One access key that may sign requests.
struct Credential {
  std::string name;  // the section's name in the file
  std::string secret;
  std::string session_token;             // empty: a long-term key, sent without a token
  std::optional<TimeMicros> expires_at;  // when the token expires
};

// The keys of --auth FILE, in the form of ~/.aws/credentials:
//
//   # comment
//   [ada]
//   aws_access_key_id = AKIDEXAMPLE
//   aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY
//   aws_session_token = …              (optional)
//   expiration = 2030-01-31T12:00:00Z  (optional, with a token only)
//
// Immutable. Threads: any.
class Credentials {
 public:
  // `source` names the text in errors. Errors: kStartup with one sentence.
  static Result<Credentials> Parse(std::string_view text, std::string_view source);
  static Result<Credentials> Load(const std::string& file);

  // nullptr if there is no such key.
  const Credential* Find(std::string_view access_key_id) const;
  std::size_t size() const { return keys_.size(); }

 private:
  std::map<std::string, Credential, std::less<>> keys_;
};

// Parses "2030-01-31T12:00:00Z" or, with `basic`, "20300131T120000Z".
std::optional<TimeMicros> ParseIsoTime(std::string_view text, bool basic);

}  // namespace stator::server
