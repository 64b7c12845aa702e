#pragma once

#include <deque>
#include <optional>
#include <unordered_map>

#include "storage/engine.h"

namespace stator::storage {

// The versions that entries will have once the noted commits are applied. With it, a guard sees the
// earlier commits of its call before any of them is written.
// Lifetime: the overlay views the keys of noted commits, which must outlive it.
// Threads: not safe for concurrent use.
class VersionOverlay {
 public:
  // Adds a commit's changes.
  void Note(const Commit& commit);

  // Returns the version after the noted commits, or nullopt if they do not touch the entry.
  std::optional<Version> Find(const Address& address) const;

 private:
  struct SpaceVersions {
    bool dropped = false;
    std::unordered_map<BytesView, Version> versions;
  };

  std::unordered_map<Space, SpaceVersions> spaces_;
  std::deque<Bytes> log_keys_;  // of the commits' appends; a deque keeps views into it valid
};

}  // namespace stator::storage
