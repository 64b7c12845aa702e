#include "client/admin_call.h"

#include <utility>

#include <fmt/format.h>

#include "json/parser.h"

namespace stator::client {

Result<HttpAnswer> CallAdmin(const std::string& endpoint, std::string_view function,
                             std::string_view body, std::size_t answer_bytes_max) {
  auto url = TRY(ParseHttpUrl(endpoint));
  if (!url.target.ends_with('/')) url.target += '/';
  url.target += fmt::format("_stator/{}", function);
  HttpCall call{.url = std::move(url), .answer_bytes_max = answer_bytes_max};
  if (!body.empty()) {
    call.method = "POST";
    call.body = body;
  }
  return Fetch(call);
}

std::optional<std::string> AdminMessage(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  std::string_view message;
  if (!body || body->empty() || body->root()["message"].get(message) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return std::string(message);
}

}  // namespace stator::client
