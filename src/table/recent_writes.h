#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "storage/engine.h"

namespace stator::table {

// Which rows the latest commits wrote, so that the commit thread can tell without reading whether
// an image is still the newest. Bounded: older commits are forgotten, and `floor` says up to where.
// For one thread.
class RecentWrites {
 public:
  // Remembers commits of at most this many rows.
  RecentWrites(storage::CommitNumber floor, std::size_t rows_max)
      : floor_(floor), rows_max_(rows_max) {}

  // The version a reader of the newest state would see (kAbsent after a delete), if one of the
  // remembered commits wrote the row.
  std::optional<storage::Version> Find(const storage::Address& row) const;

  // Every commit above this number is remembered.
  storage::CommitNumber floor() const { return floor_; }

  // `number` put the row or, where it is not `present` afterwards, deleted it. REQUIRES: numbers
  // rise.
  void Add(const storage::Address& row, storage::CommitNumber number, bool present);

  // Forgets everything up to `number`: who read before it must read again.
  void Reset(storage::CommitNumber number);

 private:
  static Bytes KeyOf(const storage::Address& row);

  storage::CommitNumber floor_;
  std::size_t rows_max_;
  struct Newest {
    storage::CommitNumber number;
    bool present;
  };
  std::unordered_map<Bytes, Newest> rows_;
  std::deque<std::pair<storage::CommitNumber, Bytes>> order_;  // oldest first
};

}  // namespace stator::table
