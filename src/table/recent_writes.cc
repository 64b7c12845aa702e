#include "table/recent_writes.h"

namespace stator::table {
namespace {

bool IsIn(const storage::KeyRange& range, BytesView key) {
  return key >= range.begin && (range.end.empty() || key < range.end);
}

}  // namespace

void WrittenWithin::Note(const storage::Address& address) {
  if (lost_ || address.space != space_ || !IsIn(range_, address.key)) return;
  keys_.insert(address.key);
  if (keys_.size() > keys_max_) Lose();
}

void WrittenWithin::Lose() noexcept {
  lost_ = true;
  keys_.clear();
}

std::optional<WrittenWithin::Keys> WrittenWithin::In(const storage::KeyRange& part) const {
  if (lost_) return std::nullopt;
  const auto end = part.end.empty() ? keys_.end() : keys_.lower_bound(part.end);
  return Keys(keys_.lower_bound(part.begin), end);
}

std::size_t RecentWrites::Hash::operator()(const Place& place) const {
  constexpr std::size_t kSpread = 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio
  return std::hash<BytesView>()(place.second) ^ (place.first * kSpread);
}

std::optional<storage::Version> RecentWrites::Find(storage::Space space, BytesView key) const {
  const auto found = entries_.find(Place(space, key));
  if (found == entries_.end()) return std::nullopt;
  return found->second.present ? found->second.number : storage::kAbsent;
}

std::optional<RecentWrites::Keys> RecentWrites::WrittenSince(storage::Space space,
                                                             const storage::KeyRange& range,
                                                             storage::CommitNumber number) const {
  if (number < floor_) return std::nullopt;
  Keys keys;
  for (auto at = order_.rbegin(); at != order_.rend() && at->first > number; ++at) {
    const auto& address = at->second->first;
    if (address.space == space && IsIn(range, address.key)) keys.insert(address.key);
  }
  return keys;
}

void RecentWrites::Add(const storage::Address& address, storage::CommitNumber number,
                       bool present) {
  for (const auto& each : told_) {
    if (const auto written = each.lock()) written->Note(address);
  }
  const auto [place, added] = entries_.try_emplace(address);
  // A transaction may write an entry twice, such as the size of a collection with several of its
  // items. `order_` holds an entry once for each commit.
  const bool again = !added && place->second.number == number;
  place->second = {number, present};
  if (again) return;
  order_.emplace_back(number, &*place);
  while (order_.size() > entries_max_) {
    const auto& [oldest, entry] = order_.front();
    floor_ = oldest;
    if (entry->second.number == oldest) entries_.erase(entries_.find(entry->first));
    order_.pop_front();
  }
}

void RecentWrites::Tell(const std::shared_ptr<WrittenWithin>& written) {
  std::erase_if(told_, [](const auto& each) { return each.expired(); });
  told_.push_back(written);
}

void RecentWrites::Reset(storage::CommitNumber number) noexcept {
  for (const auto& each : told_) {
    if (const auto written = each.lock()) written->Lose();
  }
  floor_ = number;
  entries_.clear();
  order_.clear();
}

}  // namespace stator::table
