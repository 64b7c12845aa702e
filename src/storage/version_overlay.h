#pragma once

#include <deque>
#include <optional>
#include <unordered_map>

#include "storage/engine.h"

namespace stator::storage {

// The versions that entries will have once the commits noted so far are applied, so that a guard
// sees the commits before it in the same call while nothing is written yet. Borrows the keys of the
// commits noted: they must outlive it. Not safe for concurrent use.
class VersionOverlay {
 public:
  void Note(const Commit& commit);

  // The version after the noted commits, or nothing where they leave the stored entry as it is.
  std::optional<Version> Find(const Address& address) const;

 private:
  struct SpaceVersions {
    bool dropped = false;
    std::unordered_map<BytesView, Version> versions;
  };

  std::unordered_map<Space, SpaceVersions> spaces_;
  std::deque<Bytes> log_keys_;  // of the commits' appends; a deque, so that views into it stay
};

}  // namespace stator::storage
