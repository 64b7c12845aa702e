// Decodes any request body as every built operation. It must never crash. Decoded items must be
// canonical and survive their own JSON.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/check.h"
#include "json/writer.h"
#include "wire/attribute_value.h"
#include "wire/autoscaling/codecs.h"
#include "wire/cloudwatch/codecs.h"
#include "wire/codecs.h"
#include "wire/error_table.h"
#include "wire/item_writer.h"

namespace stator::wire {
namespace {

void CheckMap(const std::optional<api::AttributeMap>& map) {
  if (!map) return;
  // Values in expressions may nest deeper than stored ones.
  if (map->bad && map->bad->nesting != api::BadValue::Nesting::kFits) return;
  CHECK(item::Verify(map->item.bytes()).has_value());
  std::string json = R"({"Item":)";
  WriteAttributeMap(*map, json);
  json += '}';
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(json);
  CHECK(body.has_value());
  Decoder decoder(json.size());
  api::AttributeMap again;
  const json::Value item = body->root().at_key("Item").value_unsafe();
  CHECK(ReadAttributeMap(decoder, Path(), item, Names::kPlaceholders, again));
  CHECK(!again.bad || map->bad);  // attribute names may be bad in both
  CHECK(again.item == map->item);
}

template <class Request>
std::optional<Request> TryDecode(const json::Body& body) {
  static_cast<void>(Decode<Request>(body, api::Layer::kNewer));
  Result<Request> request = Decode<Request>(body);
  if (request) return *std::move(request);
  // Errors repeat parts of the request, and their answer must still be JSON.
  json::Parser parser;
  CHECK(parser.Parse(ErrorResponse(request.error()).body).has_value());
  return std::nullopt;
}

void CheckItems(const json::Body& body) {
  if (const auto put = TryDecode<api::PutItemRequest>(body)) {
    CheckMap(put->item);
    CheckMap(put->expression_attribute_values);
  }
  if (const auto get = TryDecode<api::GetItemRequest>(body)) CheckMap(get->key);
}

void CheckBody(const std::string& text) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(text);
  if (!body || body->empty()) return;
#define BUILT_OPERATION(name, kind) TryDecode<api::name##Request>(*body);
#include "api/built_operations.inc"
#undef BUILT_OPERATION
#define BUILT_OPERATION(name, kind) TryDecode<autoscaling::name##Request>(*body);
#include "api/autoscaling/built_operations.inc"
#undef BUILT_OPERATION
#define BUILT_OPERATION(name, kind) TryDecode<cloudwatch::name##Request>(*body);
#include "api/cloudwatch/built_operations.inc"
#undef BUILT_OPERATION
  CheckItems(*body);
}

}  // namespace
}  // namespace stator::wire

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  stator::wire::CheckBody(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
