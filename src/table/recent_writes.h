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

// Collects the keys in one range that later commits write, however many other entries they write.
// After too many keys, or after Lose, the keys are unknown.
// Threads: the commit thread only.
class WrittenWithin {
 public:
  WrittenWithin(storage::Space space, storage::KeyRange range, std::size_t keys_max)
      : space_(space), range_(std::move(range)), keys_max_(keys_max) {}

  // Notes an entry that a commit wrote, if it is in the range.
  void Note(const storage::Address& address);
  // Makes the keys unknown from now on.
  void Lose() noexcept;

  // Returns the keys in a part of the range, or nullopt if they are unknown.
  using Keys = std::set<Bytes, std::less<>>;
  std::optional<Keys> In(const storage::KeyRange& part) const;

 private:
  const storage::Space space_;
  const storage::KeyRange range_;
  const std::size_t keys_max_;
  Keys keys_;
  bool lost_ = false;
};

// The entries that the latest commits wrote. From them the commit thread knows without a read
// whether an image is still the newest. The number of entries is bounded: older commits are
// forgotten, up to floor().
// Threads: one thread.
class RecentWrites {
 public:
  // Remembers at most `entries_max` entries.
  RecentWrites(storage::CommitNumber floor, std::size_t entries_max)
      : floor_(floor), entries_max_(entries_max) {}

  // Returns the version that a reader of the newest state would see (kAbsent after a delete).
  // nullopt if no remembered commit wrote the entry.
  std::optional<storage::Version> Find(storage::Space space, BytesView key) const;

  // Returns the keys in the range that commits above `number` wrote, whatever later commits did to
  // them. nullopt unless all of these commits are remembered.
  using Keys = WrittenWithin::Keys;
  std::optional<Keys> WrittenSince(storage::Space space, const storage::KeyRange& range,
                                   storage::CommitNumber number) const;

  // Notes all later writes in `written`, for as long as another owner keeps it alive.
  void Tell(const std::shared_ptr<WrittenWithin>& written);

  // Every commit above this number is remembered.
  storage::CommitNumber floor() const { return floor_; }

  // Notes that commit `number` wrote the entry; `present` is false if it deleted it. REQUIRES:
  // numbers never fall.
  void Add(const storage::Address& address, storage::CommitNumber number, bool present);

  // Forgets all commits up to `number`. A writer that read before it must read again.
  void Reset(storage::CommitNumber number) noexcept;

 private:
  struct Newest {
    storage::CommitNumber number;
    bool present;
  };
  // A key for lookups without a copy of an address.
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
  // The oldest writes first. An entry leaves the map together with its newest element here, so no
  // element points to an erased entry.
  std::deque<std::pair<storage::CommitNumber, const Entries::value_type*>> order_;
  std::vector<std::weak_ptr<WrittenWithin>> told_;
};

}  // namespace stator::table
