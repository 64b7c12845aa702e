#pragma once

#include <string>

#include "api/layer.h"
#include "base/result.h"
#include "json/parser.h"

// The functions that are generated for every request and response. The codecs.h of each family of
// services declares the specialisations; checks.h declares those of Fits.
namespace stator::wire {

// Decodes a request. Errors: the SerializationException or ValidationException that answers it. Bad
// attribute values are no errors here (api/attribute_value.h). `layer` is the operation's; the
// request stores the layer that validates it. REQUIRES: the body is not empty.
template <class Request>
Result<Request> Decode(const json::Body& body, api::Layer layer = api::Layer::kOlder);

// Whether Decode takes such a request as it is, on either layer. A request that was made without
// JSON runs only if it fits; the JSON of any other goes through Decode, which words what is wrong.
template <class Request>
bool Fits(const Request& request);

// Appends the body of a successful answer to `out`.
template <class Response>
void Encode(const Response& response, std::string& out);

}  // namespace stator::wire
