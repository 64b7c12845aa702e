#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/stator.h"
#include "json/writer.h"

namespace stator::client {

// What is written of a request. `too_deep` remembers that a value was left out because of its
// depth.
struct JsonText {
  std::string text;
  bool too_deep = false;
};

void WriteValue(const Value& value, JsonText& out);
void WriteItem(const Item& item, JsonText& out);

// One JSON object of a request, written member by member; it ends with the life of this. What is
// empty is left out.
class JsonFields {
 public:
  explicit JsonFields(JsonText& out) : out_(out), object_(out.text) {}

  void Text(std::string_view name, std::string_view text);
  void Integer(std::string_view name, std::optional<std::int64_t> number);
  void Flag(std::string_view name, bool flag);                 // always written
  void Set(std::string_view name, bool flag);                  // left out if false
  void Item(std::string_view name, const client::Item& item);  // always written
  void Values(const client::Values& values);
  void Names(const client::Names& names);
  void Texts(std::string_view name, const std::vector<std::string>& texts);
  void Capacity(ReturnConsumedCapacity capacity);

  // `write(element, out)` for each; nothing if there are none.
  template <class T, class Write>
  void List(std::string_view name, const std::vector<T>& list, Write write) {
    if (list.empty()) return;
    Elements(name, list, write);
  }
  // The same, written also if it is empty.
  template <class T, class Write>
  void Elements(std::string_view name, const std::vector<T>& list, Write write) {
    json::WriteList(list, Begin(name).text,
                    [&](const T& element, std::string& /*text*/) { write(element, out_); });
  }
  template <class T, class Write>
  void Map(std::string_view name, const std::map<std::string, T>& map, Write write) {
    json::WriteMap(map, Begin(name).text,
                   [&](const T& element, std::string& /*text*/) { write(element, out_); });
  }

  // The name and its colon; the caller writes the value.
  JsonText& Begin(std::string_view name) {
    object_.Key(name);
    return out_;
  }

 private:
  JsonText& out_;
  json::ObjectWriter object_;
};

}  // namespace stator::client
