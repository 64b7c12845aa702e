#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "item/value.h"

namespace stator::expr {

// ExpressionAttributeNames and ExpressionAttributeValues of one request. Remembers which of them
// the request's expressions use. Leans on both arguments; not for concurrent use.
class Bindings {
 public:
  // Either may be absent (nullptr). The values' encoded map has the placeholders, ":v", as names.
  Bindings(const std::map<std::string, std::string>* names, const item::ItemView* values);

  // Empty maps, malformed placeholders, names no attribute can have (facts 3.4, step 3). What is
  // wrong with a value itself the wire layer finds, and its caller reports.
  Result<> Check() const;

  // Every name and value is used (facts 3.4, step 5). To be asked once every expression of the
  // request has been bound.
  Result<> CheckAllUsed() const;

  // What a placeholder stands for, sign included; it counts as used from then on. Called by Bind*.
  std::optional<std::string_view> UseName(std::string_view placeholder);
  std::optional<item::ValueView> UseValue(std::string_view placeholder);

 private:
  template <class T>
  struct Entry {
    std::string_view placeholder;
    T meaning;
    bool used = false;
  };

  // By placeholder in byte order, as both sources come.
  std::vector<Entry<std::string_view>> names_;
  std::vector<Entry<item::ValueView>> values_;
  bool names_given_;
  bool values_given_;
};

}  // namespace stator::expr
