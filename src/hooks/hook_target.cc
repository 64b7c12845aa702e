#include "hooks/hook_target.h"

#include "base/limits.h"
#include "client/http_client.h"
#include "wire/text_pattern.h"

namespace stator::hooks {
namespace {

bool IsTableName(std::string_view text) {
  return text.size() >= limits::kTableNameBytesMin && text.size() <= limits::kTableNameBytesMax &&
         wire::IsName(text);
}

// Whether the text begins with a scheme, such as "ftp://". No command does.
bool IsUrl(std::string_view text) {
  const auto scheme = text.substr(0, text.find("://"));
  return !scheme.empty() && scheme.size() < text.size() && wire::IsName(scheme);
}

}  // namespace

Result<HookTarget> ParseHook(std::string_view text) {
  const auto at = text.find('=');
  if (at == text.npos || at + 1 == text.size() || !IsTableName(text.substr(0, at))) {
    return FailInvalid("A function hook is TABLE=URL or TABLE=command, with the name of a table.");
  }
  HookTarget target{std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
  target.is_url = IsUrl(target.target);
  if (target.is_url) TRY(client::ParseUrl(target.target));
  return target;
}

}  // namespace stator::hooks
