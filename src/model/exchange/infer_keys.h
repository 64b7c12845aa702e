#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/exchange/infer.h"

// How a key attribute's values are made of the other attributes of their items.
namespace stator::model {

struct InferredKey {
  Template text;
  bool natural = false;               // the attribute itself: `text` is it alone
  std::set<std::string> invented;     // fields that no attribute of the items has
  std::map<std::string, int> widths;  // of numbers that are padded
  std::size_t strays = 0;             // items whose key has another form
};

// REQUIRES: at least one of the items has the attribute `key`. `keys` are the key attributes of the
// table and its indexes, which no key is made of.
InferredKey InferKey(const std::vector<SampledItem>& items, const std::string& key,
                     const std::set<std::string>& keys);

// Which items have the attribute `key`, if one attribute's value tells: `when status=OPEN`.
std::optional<Condition> InferCondition(const std::vector<SampledItem>& items,
                                        const std::string& key, const std::set<std::string>& keys);

}  // namespace stator::model
