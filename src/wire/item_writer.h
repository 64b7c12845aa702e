#pragma once

#include <string>
#include <vector>

#include "api/attribute_value.h"
#include "item/value.h"

// Append items and attribute values to `out` in DynamoDB's JSON.
namespace stator::wire {

// Writes {"S": "…"} and so on, in one pass over the encoding.
void WriteValue(item::ValueView value, std::string& out);
// Writes {"name": {"S": "…"}, …}.
void WriteItem(item::ItemView item, std::string& out);
void WriteAttributeMap(const api::AttributeMap& map, std::string& out);
void WriteAttributeValue(const api::AttributeValue& value, std::string& out);
// Writes a page of items with one allocation.
void WriteItems(const std::vector<api::AttributeMap>& items, std::string& out);

}  // namespace stator::wire
