#pragma once

#include <optional>
#include <string>

#include "base/bytes.h"
#include "catalog/table.h"
#include "item/value.h"
#include "json/describe.h"

// Keys of partitions and requests, as admin answers show them.
namespace stator::admin {

// Attributes of a key in DynamoDB's JSON.
struct KeyAttributes {
  item::Item item;
};
void WriteJson(const KeyAttributes& key, std::string& out);

// A place in the order of keys.
struct Boundary {
  std::string route;  // hexadecimal
  std::optional<KeyAttributes> key;
};
BOOST_DESCRIBE_STRUCT(Boundary, (), (route, key))

// Returns the key attributes that follow the route; nullopt if there are none. A boundary need not
// be a whole key. `index`: nullptr for a key of the table.
std::optional<KeyAttributes> ReadableKey(const catalog::Table& table, const catalog::Index* index,
                                         BytesView key);
Boundary BoundaryAt(const catalog::Table& table, const catalog::Index* index, BytesView key);

}  // namespace stator::admin
