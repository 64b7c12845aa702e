#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "client/door.h"
#include "client/http_client.h"
#include "client/request_signer.h"
#include "client/stator.h"

namespace stator::client {

// Whether another attempt may end better: throttled, nobody answered, or the service's own failure.
bool WorthRetrying(const Error& error);

// How long to wait after that many attempts have failed: 50 ms, 100 ms and so on up to 5 s, less up
// to half of it by `chance`, so that clients that failed together do not come back together.
std::chrono::milliseconds PauseAfter(int failures, std::uint64_t chance);

// Waits; a test need not.
using Pause = std::function<void(std::chrono::milliseconds)>;

// A server that is asked over HTTP, with every request signed.
class Endpoint final : public Door {
 public:
  // "InvalidRequest" if an option is not what it must be. Without `pause` it really waits.
  static Expected<std::unique_ptr<Door>> Make(const EndpointOptions& options, Pause pause = {});

  Expected<std::string> Call(std::string_view operation, const std::string& json) override;
  bool retries() const override { return true; }

 private:
  Endpoint(const EndpointOptions& options, HttpUrl url, Pause pause,
           std::unique_ptr<HttpConnections> connections);
  Expected<std::string> Once(std::string_view target, const std::string& json);

  const EndpointOptions options_;
  const HttpUrl url_;
  const SigningIdentity identity_;
  const Pause pause_;
  const std::unique_ptr<HttpConnections> connections_;
};

}  // namespace stator::client
