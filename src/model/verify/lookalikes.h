#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "client/stator.h"
#include "model/layout/layout.h"
#include "model/layout/rows.h"

// Values under which different instances have the same key, where a model allows such.
namespace stator::model {

// Two attributes of one key text that both may contain what stands between them, so that nobody can
// tell from the text where the one ends. Leans on the access.
struct Ambiguity {
  const StoredRow* access = nullptr;
  const Template* text = nullptr;
  std::size_t first = 0;   // places of their parts
  std::size_t second = 0;  // after `first`
};
std::vector<Ambiguity> AmbiguitiesOf(const std::vector<StoredRow>& accesses);

// Two different sets of values, of all that the key must have alike and the ambiguous attributes,
// that make the same text; the rest as in `like`. nullopt: `like` has no such key.
struct Lookalikes {
  client::Item one;
  client::Item other;
};
std::optional<Lookalikes> LookalikesOf(const Ambiguity& ambiguity, const Instance& like);

// Whether keys of two entities have the same form there, but for the names of attributes: they meet
// whenever values do, and nothing says that values do not.
bool MayMeet(const StoredRow& access, const StoredRow& other);

// The values with which the key's partition is that of `met`, and the whole key, where that has the
// same form, too. nullopt: some attribute cannot have such a value, or there is no such key.
// REQUIRES: MayMeet(access, other), `met` is of the other's entity.
std::optional<client::Item> ValuesToMeet(const StoredRow& access, const StoredRow& other,
                                         const Instance& met);

}  // namespace stator::model
