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

// What an HTTP request asks for, and in which form. Whatever the form, between here and there a
// request is a JSON body and an answer is a wire::Response: Router turns the one into the other in
// Router::JsonBody and Router::Answer.
struct Call {
  // How the request is written, and the answer to it: CloudWatch has three ways.
  enum class Form : std::uint8_t { kJson, kQuery, kCbor };

  const ServiceTarget* service = nullptr;     // null: none of those we know
  const api::Operation* operation = nullptr;  // null: none that is built
  const api::Operation* absent = nullptr;     // one that AWS has and Stator has not
  std::string_view content_type;              // of the answer
  Form form = Form::kJson;
  // A form that names its operation where it takes work to look: within its content coding, or
  // somewhere in a long body.
  bool packed = false;
  bool authenticated = false;  // the signature was verified before the body was read

  // Whose errors the answer has.
  api::Service errors() const;
  // That a body may have.
  std::size_t bytes_max() const;
};

// nullopt if the body is in no form that the service knows: the request is for no operation at all.
// The call leans on the request.
std::optional<Call> RecogniseCall(const HttpRequest& request);

// How requests and answers of the call's operation look in the forms that are not JSON; nullptr
// where it has none.
const wire::OperationSchema* SchemaOf(const Call& call);

// What a form that was packed asks for; nullptr: none that is built.
const api::Operation* OperationInForm(std::string_view form);

}  // namespace stator::server
