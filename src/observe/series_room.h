#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "observe/metric.h"

namespace stator::observe {

// Whether a series belongs to a deleted table or index.
using Gone = std::function<bool(const Series&)>;
inline bool NoneGone(const Series& /*series*/) { return false; }

// Recognises series of tables and global indexes that the catalog does not have. Lifetime:
// `catalog` outlives the function.
Gone GoneFrom(const catalog::Catalog& catalog);

// Selects which of a bounded number of series a new one evicts: first series of deleted tables,
// then the one without values for longest. `Held` has the minute of its newest value as `last`. It
// ranks the series once, so it never selects one that is added later. Only selected series may be
// removed from the map.
template <class Held>
class SeriesRoom {
 public:
  using Map = std::map<Series, Held>;

  // Lifetime: the map outlives this object.
  SeriesRoom(Map& held, Gone gone) : held_(held), gone_(std::move(gone)) {}

  // Returns the next series to evict for a new series of this minute; nullopt if all have values in
  // it or later. So a caller that first adds the values of known series never evicts a series in
  // use.
  std::optional<typename Map::iterator> Next(Minute minute) {
    if (!ranked_) Rank();
    while (!leaving_.empty()) {
      const auto [live, last, at] = leaving_.back();
      if (live && at->second.last == last && last >= minute) return std::nullopt;
      leaving_.pop_back();
      if (!live || at->second.last == last) return at;
    }
    return std::nullopt;
  }

 private:
  struct Candidate {
    bool live;
    Minute last;
    typename Map::iterator at;
  };

  void Rank() {
    leaving_.reserve(held_.size());
    for (auto at = held_.begin(); at != held_.end(); ++at) {
      leaving_.push_back({!gone_(at->first), at->second.last, at});
    }
    std::ranges::sort(leaving_, [](const Candidate& left, const Candidate& right) {
      return std::tie(left.live, left.last, left.at->first) >
             std::tie(right.live, right.last, right.at->first);
    });
    ranked_ = true;
  }

  Map& held_;
  const Gone gone_;
  bool ranked_ = false;
  std::vector<Candidate> leaving_;  // the next to evict is last
};

}  // namespace stator::observe
