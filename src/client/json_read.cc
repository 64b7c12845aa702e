#include "client/json_read.h"

#include <utility>

#include "base/base64.h"

namespace stator::client {
namespace {

bool ReadBinary(json::Value json, std::string& out) {
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return false;
  auto bytes = DecodeBase64(text);
  if (!bytes) return false;
  out = *std::move(bytes);
  return true;
}

bool ReadSet(json::Value json, bool binary, ValueSet& out) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) return false;
  for (const json::Value element : array) {
    std::string member;
    if (!(binary ? ReadBinary(element, member) : Read(element, member))) return false;
    out.insert(std::move(member));
  }
  return true;
}

// Reads a Content and makes a value of it.
template <class Content, class Make>
bool ReadAs(json::Value json, Value& out, Make make) {
  Content content{};
  if (!Read(json, content)) return false;
  out = make(std::move(content));
  return true;
}

bool ReadBinaryValue(json::Value json, Value& out) {
  std::string bytes;
  if (!ReadBinary(json, bytes)) return false;
  out = Value::Binary(std::move(bytes));
  return true;
}

template <class Make>
bool ReadSetAs(json::Value json, bool binary, Value& out, Make make) {
  ValueSet members;
  if (!ReadSet(json, binary, members)) return false;
  out = make(std::move(members));
  return true;
}

bool ReadNull(json::Value json, Value& out) {
  bool truth = false;
  out = Value::Null();
  return Read(json, truth) && truth;
}

bool ReadContent(std::string_view type, json::Value json, Value& out) {
  if (type == "S") return ReadAs<std::string>(json, out, Value::String);
  if (type == "N") {
    return ReadAs<std::string>(json, out,
                               [](std::string text) { return Value::Number(std::move(text)); });
  }
  if (type == "B") return ReadBinaryValue(json, out);
  if (type == "BOOL") return ReadAs<bool>(json, out, Value::Bool);
  if (type == "NULL") return ReadNull(json, out);
  if (type == "M") return ReadAs<Item>(json, out, Value::Map);
  if (type == "L") return ReadAs<ValueList>(json, out, Value::List);
  if (type == "SS") return ReadSetAs(json, false, out, Value::StringSet);
  if (type == "NS") return ReadSetAs(json, false, out, Value::NumberSet);
  return type == "BS" && ReadSetAs(json, true, out, Value::BinarySet);
}

}  // namespace

bool Read(json::Value json, std::string& out) {
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return false;
  out = text;
  return true;
}

bool Read(json::Value json, std::int64_t& out) { return json.get(out) == simdjson::SUCCESS; }

bool Read(json::Value json, double& out) { return json.get(out) == simdjson::SUCCESS; }

bool Read(json::Value json, bool& out) { return json.get(out) == simdjson::SUCCESS; }

bool Read(json::Value json, Value& out) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS || object.size() != 1) return false;
  const simdjson::dom::key_value_pair member = *object.begin();
  return ReadContent(member.key, member.value, out);
}

}  // namespace stator::client
