#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/parser.h"
#include "server/call.h"
#include "server/credentials.h"
#include "server/http_message.h"
#include "server/sigv4.h"

namespace stator::server {

// Turns the bytes of a request into JSON: verifies the signature, decompresses the body and
// converts other forms. It reuses its buffers. Threads: one at a time.
class BodyReader {
 public:
  struct Options {
    const Credentials* credentials = nullptr;  // null: requests need no signature
    std::chrono::seconds skew{};
    // The longest body that this reader reads, as sent and after decompression.
    std::size_t bytes_max = 0;
  };

  // Lifetime: options.credentials outlive the reader.
  explicit BodyReader(const Options& options);

  // Returns the body as JSON, or nullopt if it is longer than `bytes_max`; a reader with a larger
  // bound may then try. Before it returns nullopt, it has refused every sender that it can refuse
  // without reading a long body. Sets call.authenticated if it had to verify the signature first.
  // REQUIRES: no body of this reader exists.
  Result<std::optional<json::Body>> Read(const HttpRequest& request, Call& call);

  // Succeeds if a known key signed the request for `service`. Hashes the body.
  Result<> Authenticate(const HttpRequest& request, std::string_view service);

 private:
  using Text = std::optional<const std::string*>;  // nullopt: too long for this reader

  Result<> AuthenticateFirst(const HttpRequest& request, Call& call);
  Result<bool> ReadForm(const HttpRequest& request, Call& call);
  Result<Text> Plain(const HttpRequest& request, const Call& call);
  Result<Text> Inflated(const HttpRequest& request, const Call& call);

  const std::size_t bytes_max_;
  json::Parser parser_;
  std::string inflated_;
  std::string converted_;  // a request that came in another form than JSON
  std::optional<SignatureVerifier> verifier_;
};

}  // namespace stator::server
