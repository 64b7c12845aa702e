#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "client/http_client.h"
#include "database/database.h"
#include "hooks/delivery.h"
#include "hooks/hook_target.h"

// Calls functions with the changes of a table, as AWS Lambda does (docs/hooks.md).
namespace stator::hooks {

// The settings of one function.
struct FunctionHookOptions {
  HookTarget target;
  std::chrono::milliseconds timeout{60'000};  // for one call
  std::string failures;                       // the file that abandoned batches go to
  // The PEM file of the certificate authorities that may vouch for an https URL; empty: the
  // system's authorities.
  std::string authorities_file = {};
};

// Calls a URL or a command with Lambda's events. A URL accepts a batch with a status of 2xx; a
// command accepts it by exiting with 0.
class FunctionHook final : public HookSink {
 public:
  // Errors: ValidationException with one sentence if the target cannot be called, for example
  // because the authorities cannot be read. Lifetime: `log` outlives the hook.
  static Result<std::shared_ptr<FunctionHook>> Make(FunctionHookOptions options, Log& log);

  HookOutcome Deliver(const HookBatch& batch) override;
  Result<> GiveUp(const HookBatch& batch, std::string_view error) override;
  void Stop() override { stopping_.store(true, std::memory_order_relaxed); }

 private:
  using Connections = std::unique_ptr<client::HttpConnections>;
  FunctionHook(FunctionHookOptions options, Connections connections, Log& log);
  Result<std::string> Call(const std::string& event);

  const FunctionHookOptions options_;
  const Connections connections_;  // null for a command
  Log& log_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace stator::hooks
