#include "hooks/function_hook.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "hooks/child_process.h"
#include "hooks/lambda_event.h"

namespace stator::hooks {
namespace {

constexpr int kStatusOk = 200;
constexpr int kStatusOkEnd = 300;

}  // namespace

Result<std::shared_ptr<FunctionHook>> FunctionHook::Make(FunctionHookOptions options, Log& log) {
  Connections connections;
  if (options.target.is_url) {
    const auto url = TRY(client::ParseUrl(options.target.target));
    // No connection is kept: calls may be far apart, and a sent request must not be sent again.
    connections = TRY(client::HttpConnections::Make(
        {.kept_max = 0, .tls = url.tls, .authorities_file = options.authorities_file}));
  }
  return std::shared_ptr<FunctionHook>(
      new FunctionHook(std::move(options), std::move(connections), log));  // private constructor
}

FunctionHook::FunctionHook(FunctionHookOptions options, Connections connections, Log& log)
    : options_(std::move(options)), connections_(std::move(connections)), log_(log) {}

HookOutcome FunctionHook::Deliver(const HookBatch& batch) {
  if (stopping_.load(std::memory_order_relaxed)) return {.error = "the server stops"};
  const auto event = LambdaEvent(batch.stream, batch.records);
  if (!event) return {.error = event.error().message};
  const auto answer = Call(*event);
  if (answer) return {.accepted = true, .failed_sequence_number = FirstFailure(*answer)};
  log_.Warning("hook-failed", {{"table", options_.target.table},
                               {"target", options_.target.target},
                               {"records", batch.records.size()},
                               {"error", answer.error().message}});
  return {.error = answer.error().message};
}

// Calls the function and returns its answer.
Result<std::string> FunctionHook::Call(const std::string& event) {
  if (!options_.target.is_url) {
    auto answer = TRY(RunCommand({.command = options_.target.target,
                                  .input = event,
                                  .timeout = options_.timeout,
                                  .output_bytes_max = limits::kHookAnswerBytesMax,
                                  .stop = &stopping_}));
    if (answer.status == 0) return std::move(answer.output);
    return Fail(ErrorCode::kUnavailable,
                fmt::format("The command ended with status {}.", answer.status));
  }
  auto answer = TRY(connections_->Fetch({.url = TRY(client::ParseUrl(options_.target.target)),
                                         .method = "POST",
                                         .body = event,
                                         .timeout = options_.timeout,
                                         .answer_bytes_max = limits::kHookAnswerBytesMax}));
  if (answer.status < kStatusOk || answer.status >= kStatusOkEnd) {
    return Fail(ErrorCode::kUnavailable, fmt::format("The URL answered {}.", answer.status));
  }
  // Lambda and its emulator answer 200 for a failed function and report the failure elsewhere.
  if (!answer.function_error.empty()) {
    return Fail(ErrorCode::kUnavailable,
                fmt::format("The function failed: {}.", answer.function_error));
  }
  if (IsFunctionError(answer.body)) {
    return Fail(ErrorCode::kUnavailable, "The function failed and returned an error.");
  }
  return std::move(answer.body);
}

Result<> FunctionHook::GiveUp(const HookBatch& batch, std::string_view error) {
  // A failure while the server stops is not the function's fault.
  if (stopping_.load(std::memory_order_relaxed)) {
    return Fail(ErrorCode::kUnavailable, "The server stops.");
  }
  const auto line =
      TRY(FailedBatchLine(batch.stream, batch.shard, batch.records, options_.target.target, error));
  std::ofstream file(options_.failures, std::ios::app);
  file << line << std::flush;
  if (!file) {
    log_.Error("hook-failures-unwritable",
               {{"file", options_.failures}, {"error", std::strerror(errno)}});
    return Fail(ErrorCode::kUnavailable, "The file for failed batches cannot be written.");
  }
  log_.Error("hook-gave-up", {{"table", options_.target.table},
                              {"target", options_.target.target},
                              {"records", batch.records.size()},
                              {"file", options_.failures}});
  return {};
}

}  // namespace stator::hooks
