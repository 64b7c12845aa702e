#include "server/call.h"

namespace stator::server {
namespace {

constexpr std::string_view kPlainJson = "application/json";
constexpr std::string_view kAmazonJson = "application/x-amz-json-1.0";

// "application/json ; charset=utf-8" without what follows the type.
std::string_view BaseType(const HttpRequest& request) {
  std::string_view type = request.Find("content-type").value_or("");
  type = type.substr(0, type.find(';'));
  const auto first = type.find_first_not_of(" \t");
  if (first == type.npos) return {};
  return type.substr(first, type.find_last_not_of(" \t") - first + 1);
}

}  // namespace

api::Service Call::errors() const {
  return service != nullptr && service->served ? *service->served : api::Service::kDynamoDB;
}

std::optional<Call> RecogniseCall(const HttpRequest& request) {
  const std::string_view target = request.Find("x-amz-target").value_or("");
  Call call{.service = FindService(target), .operation = api::FindOperation(target)};
  const std::string_view own = call.service != nullptr ? call.service->content_type : kAmazonJson;
  const std::string_view type = BaseType(request);
  if (!request.body().empty() && type != own && type != kPlainJson) return std::nullopt;
  if (call.operation != nullptr && call.operation->kind == api::Kind::kAbsent) {
    call.operation = nullptr;
  }
  call.content_type = type == own ? own : kPlainJson;
  return call;
}

}  // namespace stator::server
