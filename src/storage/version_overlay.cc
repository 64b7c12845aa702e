#include "storage/version_overlay.h"

#include "storage/rising_numbers.h"

namespace stator::storage {

void VersionOverlay::Note(const Commit& commit) {
  for (const SpaceDrop& drop : commit.drops) {
    SpaceVersions& space = spaces_[drop.space];
    space.dropped = true;
    space.versions.clear();
  }
  for (const Mutation& change : commit.changes) {
    spaces_[change.address.space].versions[change.address.key] =
        change.value ? commit.number : kAbsent;
  }
  for (const LogRecord& record : commit.appends) {
    log_keys_.push_back(LogKey(commit.number, record.suffix));
    spaces_[record.log].versions[log_keys_.back()] = commit.number;
  }
}

std::optional<Version> VersionOverlay::Find(const Address& address) const {
  const auto space = spaces_.find(address.space);
  if (space == spaces_.end()) return std::nullopt;
  const auto version = space->second.versions.find(address.key);
  if (version != space->second.versions.end()) return version->second;
  if (space->second.dropped) return kAbsent;
  return std::nullopt;
}

}  // namespace stator::storage
