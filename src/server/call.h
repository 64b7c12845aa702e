#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "api/operation.h"
#include "api/service.h"
#include "server/http_message.h"
#include "server/services.h"
#include "wire/schema.h"

namespace stator::server {

// The content type of JSON requests and answers.
inline constexpr std::string_view kAmazonJson = "application/x-amz-json-1.0";

// The operation that an HTTP request calls, and the form of request and answer. Inside the server
// each request is a JSON body and each answer a wire::Response, whatever the form. BodyReader::Read
// and Router::Answer convert.
struct Call {
  // The form of the request and of its answer. CloudWatch has three forms.
  enum class Form : std::uint8_t { kJson, kQuery, kCbor };

  const ServiceTarget* service = nullptr;     // null: an unknown service
  const api::Operation* operation = nullptr;  // null: no operation that Stator has
  const api::Operation* absent = nullptr;     // an operation that AWS has and Stator has not
  std::string_view content_type;              // of the answer
  Form form = Form::kJson;
  // Finding the operation's name in the form takes work: the form is compressed, or long.
  bool packed = false;
  bool authenticated = false;  // the signature was verified before the body was read

  // The service whose error types and texts the answer uses.
  api::Service errors() const;
  // The longest body that the service accepts.
  std::size_t bytes_max() const;
};

// Recognises the operation by path, content type and target. nullopt if the service knows no such
// form: the request then calls no operation at all. Lifetime: the call refers to the request.
std::optional<Call> RecogniseCall(const HttpRequest& request);

// The shapes of the operation's request and answer, for the forms that are not JSON; nullptr if it
// has none.
const wire::OperationSchema* SchemaOf(const Call& call);

// The operation that a decompressed form names; nullptr if Stator has none of that name.
const api::Operation* OperationInForm(std::string_view form);

}  // namespace stator::server
