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

// ExpressionAttributeNames and ExpressionAttributeValues of one request. It records which of them
// the request's expressions use.
//
// Lifetime: holds views into both arguments. Threads: one thread at a time.
class Bindings {
 public:
  // Either argument may be nullptr (absent). The names in the values' encoded map are the
  // placeholders, ":v".
  Bindings(const std::map<std::string, std::string>* names, const item::ItemView* values);

  // Refuses empty maps, malformed placeholders and names that no attribute can have (facts 3.4,
  // step 3). The wire layer finds errors inside a value, and its caller reports them.
  Result<> Check() const;

  // Fails if a name or value is unused (facts 3.4, step 5). REQUIRES: every expression of the
  // request is bound.
  Result<> CheckAllUsed() const;

  // Return the meaning of a placeholder, given with its sign, and mark it as used. nullopt:
  // undefined. Called by the Bind functions.
  std::optional<std::string_view> UseName(std::string_view placeholder);
  std::optional<item::ValueView> UseValue(std::string_view placeholder);

 private:
  template <class T>
  struct Entry {
    std::string_view placeholder;
    T meaning;
    bool used = false;
  };

  // Sorted by placeholder in byte order, as both sources are.
  std::vector<Entry<std::string_view>> names_;
  std::vector<Entry<item::ValueView>> values_;
  bool names_given_;
  bool values_given_;
};

}  // namespace stator::expr
