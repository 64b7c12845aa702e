#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "storage/engine.h"

namespace stator::table {

// The keys in one range that commits write from a certain one on, however many others are written
// meanwhile. Bounded: of too many, or when somebody lost sight of them, none is known any more.
// Used by the thread that commits alone.
class WrittenWithin {
 public:
  WrittenWithin(storage::Space space, storage::KeyRange range, std::size_t keys_max)
      : space_(space), range_(std::move(range)), keys_max_(keys_max) {}

  // What a commit wrote, if it is in the range.
  void Note(const storage::Address& address);
  void Lose() noexcept;

  // Those in a part of the range; nullopt: not known.
  using Keys = std::set<Bytes, std::less<>>;
  std::optional<Keys> In(const storage::KeyRange& part) const;

 private:
  const storage::Space space_;
  const storage::KeyRange range_;
  const std::size_t keys_max_;
  Keys keys_;
  bool lost_ = false;
};

// Which entries the latest commits wrote, so that the commit thread can tell without reading
// whether an image is still the newest. Bounded: older commits are forgotten, and `floor` says up
// to where. For one thread.
class RecentWrites {
 public:
  // Remembers commits of at most this many entries.
  RecentWrites(storage::CommitNumber floor, std::size_t entries_max)
      : floor_(floor), entries_max_(entries_max) {}

  // The version a reader of the newest state would see (kAbsent after a delete), if one of the
  // remembered commits wrote the entry.
  std::optional<storage::Version> Find(storage::Space space, BytesView key) const;

  // The keys in the range that commits above this number wrote, whatever has become of them since;
  // nullopt if not all of these commits are remembered.
  using Keys = WrittenWithin::Keys;
  std::optional<Keys> WrittenSince(storage::Space space, const storage::KeyRange& range,
                                   storage::CommitNumber number) const;

  // Tells it of what is written from now on, for as long as somebody else has it.
  void Tell(const std::shared_ptr<WrittenWithin>& written);

  // Every commit above this number is remembered.
  storage::CommitNumber floor() const { return floor_; }

  // `number` put the entry or, where it is not `present` afterwards, deleted it. REQUIRES: numbers
  // never fall.
  void Add(const storage::Address& address, storage::CommitNumber number, bool present);

  // Forgets everything up to `number`: who read before it must read again.
  void Reset(storage::CommitNumber number) noexcept;

 private:
  struct Newest {
    storage::CommitNumber number;
    bool present;
  };
  // Looked up by address without making one.
  using Place = std::pair<storage::Space, BytesView>;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const Place& place) const;
    std::size_t operator()(const storage::Address& a) const {
      return (*this)(Place(a.space, a.key));
    }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const Place& a, const storage::Address& b) const {
      return a.first == b.space && a.second == b.key;
    }
    bool operator()(const storage::Address& a, const storage::Address& b) const {
      return (*this)(Place(a.space, a.key), b);
    }
  };
  using Entries = std::unordered_map<storage::Address, Newest, Hash, Equal>;

  storage::CommitNumber floor_;
  std::size_t entries_max_;
  Entries entries_;
  // Oldest first. An entry leaves the map with its newest element here, so none outlives it.
  std::deque<std::pair<storage::CommitNumber, const Entries::value_type*>> order_;
  std::vector<std::weak_ptr<WrittenWithin>> told_;
};

}  // namespace stator::table
