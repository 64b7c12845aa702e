#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "model/language/model.h"
#include "model/layout/layout.h"

// The keys of an entity's rows, as far as traffic distinguishes them: the busiest keys one by one,
// all others together.
namespace stator::simulate {

// Bound of the keys tracked one by one, and the smallest share of traffic that earns a key this.
inline constexpr std::size_t kBusyKeysMax = 32;
inline constexpr double kBusyShareMin = 0.002;

// The order in which requests reach the rows under one key.
enum class SortOrder : std::uint8_t {
  kOne,      // one row under each key
  kAny,      // requests reach the rows under a key in any order
  kGrowing,  // each new row sorts after all earlier ones
};

// A key with a noticeable share of the traffic.
struct BusyKey {
  std::string name;  // "ORDER#{orderId} (1st)"
  Bytes prefix;      // the beginning of its rows' keys: route and partition key
  double share = 0;
};

// The keys that one want's traffic uses.
struct KeySpace {
  std::vector<BusyKey> busy;
  double others = 1;  // the share of all other keys, which are spread evenly
  SortOrder sort = SortOrder::kAny;
};

// Returns keys that are spread evenly, as a Scan reads them.
KeySpace EvenKeys();
// Returns the keys of a stored row. Their shares follow Zipf's law, with the exponent that gives
// the busiest key the model's share (model/sizes.h). `inserts`: the traffic creates the rows. New
// rows whose sort key begins with a time come in its order.
KeySpace KeysOf(const model::Model& model, const model::StoredRow& access, bool inserts);

}  // namespace stator::simulate
