#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/exchange/infer.h"

namespace stator::model {

// Items whose keys are of one form.
struct ItemGroup {
  std::string name;
  std::string said;  // the kind as the items say it; empty: they do not
  std::vector<SampledItem> items;
  std::vector<std::vector<SampledItem>> copies;
  std::vector<std::vector<SampledItem>> guards;
};

// Puts groups that repeat another's instances under that one: their items have the same value of an
// attribute that is different in all items of both, and what else they have is the same. `keys` are
// the key attributes of the table and its indexes. Keeps the order of what is left.
std::vector<ItemGroup> FindCopies(const std::set<std::string>& keys, std::vector<ItemGroup> groups);

}  // namespace stator::model
