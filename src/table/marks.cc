#include "table/marks.h"

namespace stator::table {

std::vector<bool> Marks::Take(std::span<const storage::Address> rows) {
  std::vector<bool> taken;
  taken.reserve(rows.size());
  const MutexLock lock(mutex_);
  for (const auto& [space, key] : rows) taken.push_back(rows_.emplace(space, key).second);
  count_.store(rows_.size(), std::memory_order_release);
  return taken;
}

void Marks::Release(std::span<const storage::Address> rows) {
  const MutexLock lock(mutex_);
  for (const auto& [space, key] : rows) rows_.erase({space, key});
  count_.store(rows_.size(), std::memory_order_release);
}

bool Marks::Has(storage::Space space, BytesView row_key) const {
  if (count_.load(std::memory_order_acquire) == 0) return false;
  const MutexLock lock(mutex_);
  return rows_.contains(Less::View(space, row_key));
}

}  // namespace stator::table
