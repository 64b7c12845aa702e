#include "client/json_write.h"

#include <array>
#include <cstddef>

#include "base/limits.h"

namespace stator::client {
namespace {

// More than any service accepts, so that the service itself says which value is too deep.
constexpr std::size_t kDepthMax = 2 * limits::kNestingMax;

constexpr std::array<std::string_view, 10> kTypeNames = {"S", "N", "B",  "BOOL", "NULL",
                                                         "M", "L", "SS", "NS",   "BS"};

void WriteValueAt(std::size_t depth, const Value& value, JsonText& out);

void WriteItemAt(std::size_t depth, const Item& item, JsonText& out) {
  json::WriteMap(item, out.text, [&](const Value& value, std::string& /*text*/) {
    WriteValueAt(depth, value, out);
  });
}

void WriteSet(const ValueSet& set, bool binary, std::string& out) {
  out += '[';
  bool first = true;
  for (const std::string& member : set) {
    if (!first) out += ',';
    first = false;
    binary ? json::WriteBlob(member, out) : json::WriteString(member, out);
  }
  out += ']';
}

void WriteContent(std::size_t depth, const Value& value, JsonText& out) {
  switch (value.type()) {
    case Value::Type::kString:
      return json::WriteString(value.string(), out.text);
    case Value::Type::kNumber:
      return json::WriteString(value.number(), out.text);
    case Value::Type::kBinary:
      return json::WriteBlob(value.binary(), out.text);
    case Value::Type::kBool:
      return json::WriteBool(value.boolean(), out.text);
    case Value::Type::kNull:
      return json::WriteBool(true, out.text);
    case Value::Type::kMap:
      return WriteItemAt(depth + 1, value.map(), out);
    case Value::Type::kList:
      return json::WriteList(value.list(), out.text,
                             [&](const Value& element, std::string& /*text*/) {
                               WriteValueAt(depth + 1, element, out);
                             });
    case Value::Type::kStringSet:
    case Value::Type::kNumberSet:
      return WriteSet(value.set(), false, out.text);
    case Value::Type::kBinarySet:
      return WriteSet(value.set(), true, out.text);
  }
}

void WriteValueAt(std::size_t depth, const Value& value, JsonText& out) {
  json::ObjectWriter object(out.text);
  if (depth > kDepthMax) {
    out.too_deep = true;
    return;
  }
  object.Key(kTypeNames[static_cast<std::size_t>(value.type())]);
  WriteContent(depth, value, out);
}

}  // namespace

void Write(const Value& value, JsonText& out) { WriteValueAt(0, value, out); }

}  // namespace stator::client
