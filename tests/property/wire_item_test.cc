#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "item_generators.h"
#include "json/writer.h"
#include "wire/attribute_value.h"
#include "wire/item_writer.h"

namespace stator::wire {
namespace {

api::AttributeMap FromJson(const std::string& json, Names names) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(json);
  RC_ASSERT(body.has_value());
  Decoder decoder(json.size());
  api::AttributeMap map;
  RC_ASSERT(ReadAttributeMap(decoder, Path(), body->root(), names, map));
  RC_ASSERT(decoder.Finish().has_value());
  return map;
}

RC_GTEST_PROP(WireProperty, ItemsSurviveTheirJson, (item::RandomItem random)) {
  random.attributes.erase("");
  const item::Item item = item::EncodeItem(random.attributes);
  std::string json;
  WriteItem(item.view(), json);
  const api::AttributeMap map = FromJson(json, Names::kPlaceholders);
  RC_ASSERT(map.item == item);
}

// In generated items, names of attributes inside maps may be empty; everything else is valid.
RC_GTEST_PROP(WireProperty, OnlyEmptyNamesAreBad, (item::RandomItem random)) {
  const item::Item item = item::EncodeItem(random.attributes);
  std::string json;
  WriteItem(item.view(), json);
  const api::AttributeMap map = FromJson(json, Names::kAttributes);
  if (map.bad) RC_ASSERT(json.find("\"\":{") != std::string::npos);
}

// The order of members in JSON has no meaning.
RC_GTEST_PROP(WireProperty, MembersMayStandInAnyOrder, (const item::RandomItem& random)) {
  std::string forward = "{";
  std::string backward;
  for (const auto& [name, tree] : random.attributes) {
    std::string member;
    json::WriteString(name, member);
    member += ':';
    Bytes value;
    item::Encode(tree, value);
    WriteValue(item::ValueView(value), member);
    forward += (forward.size() > 1 ? "," : "") + member;
    backward = member + (backward.empty() ? "" : ",") + backward;
  }
  RC_ASSERT(FromJson(forward + "}", Names::kPlaceholders).item ==
            FromJson("{" + backward + "}", Names::kPlaceholders).item);
}

}  // namespace
}  // namespace stator::wire
