#include "server/function_hook.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "server/child_process.h"
#include "wire/lambda_event.h"

namespace stator::server {
namespace {

constexpr int kStatusOk = 200;
constexpr int kStatusOkEnd = 300;

}  // namespace

Result<std::shared_ptr<FunctionHook>> FunctionHook::Make(FunctionHookOptions options, Log& log) {
  Connections connections;
  if (options.target.is_url) {
    const auto url = TRY(client::ParseUrl(options.target.target));
    // None is kept: functions may be long apart, and what was sent once must not be sent again.
    connections = TRY(client::HttpConnections::Make(
        {.kept_max = 0, .tls = url.tls, .authorities_file = options.authorities_file}));
  }
  return std::shared_ptr<FunctionHook>(
      new FunctionHook(std::move(options), std::move(connections), log));  // private constructor
}

FunctionHook::FunctionHook(FunctionHookOptions options, Connections connections, Log& log)
    : options_(std::move(options)), connections_(std::move(connections)), log_(log) {}

streams::HookOutcome FunctionHook::Deliver(const streams::HookBatch& batch) {
  if (stopping_.load(std::memory_order_relaxed)) return {.error = "the server stops"};
  const auto event = wire::LambdaEvent(batch.stream, batch.records);
  if (!event) return {.error = event.error().message};
  const auto answer = Call(*event);
  if (answer) return {.accepted = true, .failed_sequence_number = wire::FirstFailure(*answer)};
  log_.Warning("hook-failed", {{"table", options_.target.table},
                               {"target", options_.target.target},
                               {"records", batch.records.size()},
                               {"error", answer.error().message}});
  return {.error = answer.error().message};
}

// What the function answered.
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
  // Lambda and its emulator answer 200 for a function that failed, and say so elsewhere.
  if (!answer.function_error.empty()) {
    return Fail(ErrorCode::kUnavailable,
                fmt::format("The function failed: {}.", answer.function_error));
  }
  if (wire::IsFunctionError(answer.body)) {
    return Fail(ErrorCode::kUnavailable, "The function failed and answered with its error.");
  }
  return std::move(answer.body);
}

Result<> FunctionHook::GiveUp(const streams::HookBatch& batch, std::string_view error) {
  // What fails while the server stops is not the function's fault.
  if (stopping_.load(std::memory_order_relaxed)) {
    return Fail(ErrorCode::kUnavailable, "The server stops.");
  }
  const auto line = TRY(wire::FailedBatchLine(batch.stream, batch.shard, batch.records,
                                              options_.target.target, error));
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

Result<std::vector<api::Hook>> HooksOf(const Settings& settings, Log& log) {
  std::vector<api::Hook> hooks;
  for (const auto& text : settings.on_stream) {
    auto target = TRY(ParseHook(text));
    api::Hook hook;
    hook.options.table = target.table;
    hook.options.target = target.target;
    hook.options.batch_records = static_cast<std::size_t>(settings.on_stream_batch);
    hook.options.window = settings.on_stream_window_ms * 1000;
    hook.options.attempts_max = static_cast<std::size_t>(settings.on_stream_attempts);
    hook.options.bisect = !settings.on_stream_whole;
    hook.sink = TRY(FunctionHook::Make({.target = std::move(target),
                                        .timeout = std::chrono::seconds(settings.on_stream_timeout),
                                        .failures = settings.on_stream_failures,
                                        .authorities_file = settings.on_stream_authorities},
                                       log));
    hooks.push_back(std::move(hook));
  }
  return hooks;
}

}  // namespace stator::server
