#include "server/hook_settings.h"

#include <chrono>
#include <utility>

#include "hooks/function_hook.h"
#include "hooks/hook_target.h"

namespace stator::server {

Result<std::vector<hooks::Hook>> HooksOf(const Settings& settings, Log& log) {
  std::vector<hooks::Hook> all;
  for (const auto& text : settings.on_stream) {
    auto target = TRY(hooks::ParseHook(text));
    hooks::Hook hook;
    hook.options.table = target.table;
    hook.options.target = target.target;
    hook.options.batch_records = static_cast<std::size_t>(settings.on_stream_batch);
    hook.options.window = settings.on_stream_window_ms * 1000;
    hook.options.attempts_max = static_cast<std::size_t>(settings.on_stream_attempts);
    hook.options.bisect = !settings.on_stream_whole;
    hook.sink =
        TRY(hooks::FunctionHook::Make({.target = std::move(target),
                                       .timeout = std::chrono::seconds(settings.on_stream_timeout),
                                       .failures = settings.on_stream_failures,
                                       .authorities_file = settings.on_stream_authorities},
                                      log));
    all.push_back(std::move(hook));
  }
  return all;
}

}  // namespace stator::server
