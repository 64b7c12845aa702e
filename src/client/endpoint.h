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

// Whether to send the request again: it was throttled, nobody answered, or the service failed.
bool WorthRetrying(const Error& error);

// The pause after `failures` failed attempts: 50 ms, 100 ms and so on up to 5 s, shortened by up to
// half. `chance` says by how much, so that clients that failed together do not retry together.
std::chrono::milliseconds PauseAfter(int failures, std::uint64_t chance);

// Waits. Tests replace it.
using Pause = std::function<void(std::chrono::milliseconds)>;

// A server behind HTTP. Every request is signed.
class Endpoint final : public Door {
 public:
  // Errors: InvalidRequest for a wrong option. Without `pause` the calling thread waits.
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
