#pragma once

#include <cstdint>
#include <string>

#include "wire/decoder.h"

// How operations check the table they are told to work on: by name or, all of them, by ARN.
namespace stator::wire {

enum class TableNameCheck : std::uint8_t {
  kData,     // of items: 3 to 255 characters, as constraints; an empty name has one of its own
  kAdmin,    // of tables: 3 to 255 characters, which has a text of its own
  kUpdated,  // as kData, but the newer layer lists every violated constraint
  kNew,      // a table to be created: 3 to 255 characters, as constraints
};

// arn:aws:dynamodb:region:account:table/name
bool IsTableArn(std::string_view text);

// A map whose keys name tables, by name or ARN, and whose values, if `values` says so, are lists of
// a bounded length: AWS reports either of the map as a whole. What is no map is not looked at.
enum class TableMapEcho : std::uint8_t {
  kMap,     // {name={Keys=[…]}}
  kWrites,  // {name=[WriteRequest(putRequest=PutRequest(item={…}))]}
};
void CheckTableMap(Decoder& decoder, const Path& path, json::Value json, const Rules& values,
                   TableMapEcho echo);

bool ReadTableName(Decoder& decoder, const Path& path, json::Value json, TableNameCheck check,
                   std::string& out);

}  // namespace stator::wire
