#include "client/codec.h"

#include <fmt/format.h>

namespace stator::client {
namespace {

constexpr int kStatusOk = 200;

std::unexpected<Error> InvalidAnswer(int status, std::string message) {
  return std::unexpected(
      Error{.code = "InvalidAnswer", .message = std::move(message), .http_status = status});
}

}  // namespace

// The templates of json_read.h find each Read below by its arguments, so none is in the unnamed
// namespace.

static bool Read(json::Value json, CancellationReason& out) {
  return ReadMember(json, "Code", out.code) && ReadMember(json, "Message", out.message) &&
         ReadMember(json, "Item", out.item);
}

static bool Read(json::Value json, Error& out) {
  std::string type;
  if (!ReadMember(json, "__type", type) || type.empty()) return false;
  out.code = type.substr(type.find('#') + 1);  // all of it if there is none
  return ReadMember(json, "message", out.message) && ReadMember(json, "Message", out.message) &&
         ReadMember(json, "Item", out.item) && ReadMember(json, "CancellationReasons", out.reasons);
}

Expected<std::string> Finished(JsonText text) {
  if (!text.too_deep) return std::move(text.text);
  return std::unexpected(Error{"InvalidRequest", "A value is nested too deep to be sent."});
}

std::unexpected<Error> NotTheAnswer() {
  return InvalidAnswer(kStatusOk, "The answer does not have the form of the operation's result.");
}

Expected<std::string> Settled(int http_status, std::string body) {
  if (http_status == kStatusOk) return body;
  json::Parser parser;
  const auto parsed = parser.Parse(body);
  Error error;
  if (parsed && !parsed->empty() && Read(parsed->root(), error)) {
    error.http_status = http_status;
    return std::unexpected(std::move(error));
  }
  return InvalidAnswer(
      http_status,
      fmt::format("The answer has HTTP status {} and is not an error of DynamoDB.", http_status));
}

}  // namespace stator::client
