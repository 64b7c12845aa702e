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

// Turns the bytes of a request into JSON: verifies the signature, removes the content coding and
// converts other forms. It keeps buffers from one request to the next. Not safe for concurrent use.
class BodyReader {
 public:
  struct Options {
    const Credentials* credentials = nullptr;  // null: requests need no signature
    std::chrono::seconds skew{};
    // The longest body that this reader reads, as sent and inflated.
    std::size_t bytes_max = 0;
  };

  // The credentials outlive the reader.
  explicit BodyReader(const Options& options);

  // The body as JSON. nullopt: it is longer than `bytes_max`, and a reader with a larger bound may
  // try. Everything that tells a request's signer from a stranger without reading a long body has
  // been checked by then. Sets call.authenticated if the signature had to be verified first.
  // REQUIRES: no body of this reader exists.
  Result<std::optional<json::Body>> Read(const HttpRequest& request, Call& call);

  // Whether a known key signed the request for `service`; hashes the body.
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
