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

// Whether what a series tells of is there no more.
using Gone = std::function<bool(const Series&)>;
inline bool NoneGone(const Series& /*series*/) { return false; }

// The series of tables and global indexes that are not in the catalog, which outlives it.
Gone GoneFrom(const catalog::Catalog& catalog);

// Says which of a bounded number of series makes way for a new one: first what is gone, then what
// had no value for longest. `Held` has the minute of its newest value as `last`. Series that come
// meanwhile are not looked at; only those it names may be removed.
template <class Held>
class SeriesRoom {
 public:
  using Map = std::map<Series, Held>;

  // The map outlives it.
  SeriesRoom(Map& held, Gone gone) : held_(held), gone_(std::move(gone)) {}

  // The next to go for a series of this minute. nullopt: all have values in it, or newer ones. So
  // who has noted the values of known series before does not lose one that is in use.
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
  std::vector<Candidate> leaving_;  // the first to go stands last
};

}  // namespace stator::observe
