#pragma once

#include <string>

#include "api/layer.h"
#include "base/result.h"
#include "json/parser.h"

// What is generated for every request and every response; the specialisations are declared in the
// codecs.h of each family of services.
namespace stator::wire {

// A request, or the SerializationException or ValidationException that answers it. Bad attribute
// values are not among them (api/attribute_value.h). `layer` is the operation's; the request names
// the one that judges it. REQUIRES: the body is not empty.
template <class Request>
Result<Request> Decode(const json::Body& body, api::Layer layer = api::Layer::kOlder);

// Appends the body of a successful answer.
template <class Response>
void Encode(const Response& response, std::string& out);

}  // namespace stator::wire
