#include "server/call.h"

#include <string>
#include <utility>

#include "base/limits.h"
#include "base/request_limits.h"
#include "server/inflate.h"
#include "wire/query_protocol.h"

namespace stator::server {
namespace {

constexpr std::string_view kPlainJson = "application/json";
constexpr std::string_view kForm = "application/x-www-form-urlencoded";
constexpr std::string_view kXml = "text/xml";
constexpr std::string_view kCbor = "application/cbor";
constexpr std::string_view kCloudWatch = "GraniteServiceVersion20100801";

// Returns the media type without parameters: "application/json ; charset=utf-8" without ";
// charset=utf-8".
std::string_view BaseType(const HttpRequest& request) {
  std::string_view type = request.Find("content-type").value_or("");
  type = type.substr(0, type.find(';'));
  const auto first = type.find_first_not_of(" \t");
  if (first == type.npos) return {};
  return type.substr(first, type.find_last_not_of(" \t") - first + 1);
}

const api::Operation* FindBuilt(std::string_view name) {
  const auto* operation = api::FindOperation(api::Service::kCloudWatch, name);
  return operation != nullptr && operation->kind != api::Kind::kAbsent ? operation : nullptr;
}

Call CloudWatchCall(std::string_view operation, Call::Form form, std::string_view type) {
  return {.service = FindService(kCloudWatch),
          .operation = FindBuilt(operation),
          .content_type = type,
          .form = form};
}

std::string ActionOf(std::string_view form) { return wire::FormValue(form, "Action"); }

bool HasContentCoding(const HttpRequest& request) {
  return ParseContentCoding(request.Find("content-encoding").value_or("")) !=
         ContentCoding::kIdentity;
}

// Returns "ListMetrics" for "/service/GraniteServiceVersion20100801/operation/ListMetrics".
std::optional<std::string_view> OperationInPath(std::string_view path) {
  constexpr std::string_view kService = "/service/";
  constexpr std::string_view kOperation = "/operation/";
  for (const auto part : {kService, kCloudWatch, kOperation}) {
    if (!path.starts_with(part)) return std::nullopt;
    path.remove_prefix(part.size());
  }
  return path;
}

}  // namespace

api::Service Call::errors() const {
  return service != nullptr && service->served ? *service->served : api::Service::kDynamoDB;
}

std::size_t Call::bytes_max() const {
  return service != nullptr ? service->bytes_max : limits::kRequestBytesMax;
}

std::optional<Call> RecogniseCall(const HttpRequest& request) {
  if (const auto operation = OperationInPath(request.path)) {
    if (BaseType(request) != kCbor) return std::nullopt;
    return CloudWatchCall(*operation, Call::Form::kCbor, kCbor);
  }
  if (BaseType(request) == kForm && !request.Find("x-amz-target")) {
    // The body reader searches a long form for its action, so that the loop need not.
    const bool unread = request.body().size() > limits::kLoopBodyBytesMax;
    const auto action = unread ? std::string() : ActionOf(request.body());
    const bool packed = unread || (action.empty() && HasContentCoding(request));
    if (action.empty() && !packed) return std::nullopt;
    auto call = CloudWatchCall(action, Call::Form::kQuery, kXml);
    call.packed = packed;
    return call;
  }
  const std::string_view target = request.Find("x-amz-target").value_or("");
  Call call{.service = FindService(target), .operation = api::FindOperation(target)};
  const std::string_view own = call.service != nullptr ? call.service->content_type : kAmazonJson;
  const std::string_view type = BaseType(request);
  if (!request.body().empty() && type != own && type != kPlainJson) return std::nullopt;
  if (call.operation != nullptr && call.operation->kind == api::Kind::kAbsent) {
    call.absent = std::exchange(call.operation, nullptr);
  }
  call.content_type = type == own ? own : kPlainJson;
  return call;
}

const wire::OperationSchema* SchemaOf(const Call& call) {
  if (call.operation == nullptr) return nullptr;
  return wire::FindSchema(wire::CloudwatchSchemas(), call.operation->name);
}

const api::Operation* OperationInForm(std::string_view form) { return FindBuilt(ActionOf(form)); }

}  // namespace stator::server
