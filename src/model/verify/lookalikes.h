#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "client/stator.h"
#include "model/layout/layout.h"
#include "model/layout/rows.h"

// Finds values with which different instances get the same key, where a model allows them.
namespace stator::model {

// Two attributes of one key text that may both contain the text between them, so a reader cannot
// tell where the first one ends. Lifetime: points into the stored rows.
struct Ambiguity {
  const StoredRow* access = nullptr;
  const Template* text = nullptr;
  std::size_t first = 0;   // position of the first one's part
  std::size_t second = 0;  // position of the second one's, behind `first`
};
// Returns all ambiguities of these rows' keys.
std::vector<Ambiguity> AmbiguitiesOf(const std::vector<StoredRow>& accesses);

// Two different sets of values that make the same key text. Each holds the ambiguous attributes and
// those that the two keys must share.
struct Lookalikes {
  client::Item one;
  client::Item other;
};
// Returns values for two such instances, like `like` in everything else. nullopt: `like` has no
// such key.
std::optional<Lookalikes> LookalikesOf(const Ambiguity& ambiguity, const Instance& like);

// Whether keys of two entities have the same form except for attribute names. Then equal values
// make equal keys, and the model does not exclude equal values.
bool MayMeet(const StoredRow& access, const StoredRow& other);

// Returns the values with which the key gets the partition of `met`, and the whole key if the sort
// keys have the same form too. nullopt: an attribute cannot have such a value, or `met` has no such
// key. REQUIRES: MayMeet(access, other), and `met` is of the other's entity.
std::optional<client::Item> ValuesToMeet(const StoredRow& access, const StoredRow& other,
                                         const Instance& met);

}  // namespace stator::model
