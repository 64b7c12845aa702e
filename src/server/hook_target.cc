#include "server/hook_target.h"

#include "base/limits.h"
#include "client/http_client.h"

namespace stator::server {

Result<HookTarget> ParseHook(std::string_view text) {
  const auto at = text.find('=');
  if (at == text.npos || at < limits::kTableNameBytesMin || at + 1 == text.size()) {
    return FailInvalid("A function hook is TABLE=URL or TABLE=command.");
  }
  HookTarget target{std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
  target.is_url = target.target.starts_with("http://") || target.target.starts_with("https://");
  if (target.is_url) TRY(client::ParseUrl(target.target));
  return target;
}

}  // namespace stator::server
