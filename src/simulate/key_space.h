#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "model/language/model.h"
#include "model/layout/layout.h"

// Which keys the rows of an entity have, as far as traffic tells them apart: the busiest one by
// one, all others as a whole.
namespace stator::simulate {

// Keys that are looked at one by one, and the share of traffic that makes one worth it.
inline constexpr std::size_t kBusyKeysMax = 32;
inline constexpr double kBusyShareMin = 0.002;

enum class SortOrder : std::uint8_t {
  kOne,      // one row under each key
  kAny,      // rows under a key are met in any order
  kGrowing,  // each new row comes after those before
};

struct BusyKey {
  std::string name;  // "ORDER#{orderId} (1st)"
  Bytes prefix;      // of its rows: route and partition key
  double share = 0;
};

struct KeySpace {
  std::vector<BusyKey> busy;
  double others = 1;  // the share of all other keys, which are everywhere alike
  SortOrder sort = SortOrder::kAny;
};

// Of what is everywhere alike: a Scan.
KeySpace EvenKeys();
// Keys follow Zipf's law, with the exponent by which the busiest has the share that the model says
// (model/sizes.h). `inserts`: rows are new, so that those with a time in front come in its order.
KeySpace KeysOf(const model::Model& model, const model::StoredRow& access, bool inserts);

}  // namespace stator::simulate
