#pragma once

#include <string>
#include <vector>

#include "api/attribute_value.h"
#include "item/value.h"

// Items and attribute values as DynamoDB's JSON, appended to `out`.
namespace stator::wire {

// {"S": "…"} and so on, in one pass over the encoding.
void WriteValue(item::ValueView value, std::string& out);
// {"name": {"S": "…"}, …}
void WriteItem(item::ItemView item, std::string& out);
void WriteAttributeMap(const api::AttributeMap& map, std::string& out);
void WriteAttributeValue(const api::AttributeValue& value, std::string& out);
// A page of items, written into one allocation.
void WriteItems(const std::vector<api::AttributeMap>& items, std::string& out);

}  // namespace stator::wire
