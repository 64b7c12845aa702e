#pragma once

#include <cstdint>
#include <string>

#include "wire/decoder.h"

// Checks the name of a request's table. All operations accept a name or an ARN.
namespace stator::wire {

// The check that an operation applies to its table's name.
enum class TableNameCheck : std::uint8_t {
  kData,     // items: 3 to 255 characters, as constraints; an empty name violates another one
  kAdmin,    // tables: 3 to 255 characters, with one text of its own
  kUpdated,  // as kData, but the newer layer lists all violated constraints
  kNew,      // CreateTable: 3 to 255 characters, as constraints
};

// Whether the text has the form arn:aws:dynamodb:region:account:table/name.
bool IsTableArn(std::string_view text);

// A key of a map of tables: a name or an ARN.
bool IsTableKey(std::string_view key);

// Whether ReadTableName takes the text without a violation.
bool TableNameFits(std::string_view text, TableNameCheck check);

// Checks a map whose keys name tables, by name or ARN. If `values` has bounds, its values are lists
// of bounded length. AWS reports violations of either for the map as a whole. JSON other than a map
// is ignored.
enum class TableMapEcho : std::uint8_t {
  kMap,     // {name={Keys=[…]}}
  kWrites,  // {name=[WriteRequest(putRequest=PutRequest(item={…}))]}
};
void CheckTableMap(Decoder& decoder, const Path& path, json::Value json, const Rules& values,
                   TableMapEcho echo);

// Reads a table's name and checks it. Returns false after JSON of the wrong type.
bool ReadTableName(Decoder& decoder, const Path& path, json::Value json, TableNameCheck check,
                   std::string& out);

}  // namespace stator::wire
