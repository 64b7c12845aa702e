#include "table/recent_writes.h"

#include <utility>

#include "base/endian.h"

namespace stator::table {

Bytes RecentWrites::KeyOf(const storage::Address& row) {
  Bytes key;
  key.reserve(sizeof(storage::Space) + row.key.size());
  AppendBigEndian32(row.space, key);
  key += row.key;
  return key;
}

std::optional<storage::Version> RecentWrites::Find(const storage::Address& row) const {
  const auto found = rows_.find(KeyOf(row));
  if (found == rows_.end()) return std::nullopt;
  return found->second.present ? found->second.number : storage::kAbsent;
}

void RecentWrites::Add(const storage::Address& row, storage::CommitNumber number, bool present) {
  Bytes key = KeyOf(row);
  rows_[key] = {number, present};
  order_.emplace_back(number, std::move(key));
  while (order_.size() > rows_max_) {
    const auto& [oldest, oldest_key] = order_.front();
    floor_ = oldest;
    const auto found = rows_.find(oldest_key);
    if (found != rows_.end() && found->second.number == oldest) rows_.erase(found);
    order_.pop_front();
  }
}

void RecentWrites::Reset(storage::CommitNumber number) {
  floor_ = number;
  rows_.clear();
  order_.clear();
}

}  // namespace stator::table
