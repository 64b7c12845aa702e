#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/exchange/infer.h"

namespace stator::model {

// Items whose keys have the same form.
struct ItemGroup {
  std::string name;
  std::string said;  // the kind that the items name; empty: none
  std::vector<SampledItem> items;
  std::vector<std::vector<SampledItem>> copies;
  std::vector<std::vector<SampledItem>> guards;
};

// Moves groups that repeat another group's instances into its `copies`. The items of both share an
// attribute with different values in all items of a group. All other attributes of the copy are
// equal, too. `keys` are the key attributes of the table and its indexes. The other groups keep
// their order.
std::vector<ItemGroup> FindCopies(const std::set<std::string>& keys, std::vector<ItemGroup> groups);

}  // namespace stator::model
