#include "table/transaction_pauses.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"

namespace stator::table {
namespace {

bool Same(const storage::Address& a, const storage::Address& b) {
  return a.space == b.space && a.key == b.key;
}

}  // namespace

void TransactionPauses::Stop() {
  {
    const MutexLock lock(mutex_);
    stopped_ = true;
  }
  Release(std::nullopt, Onward::kGiveUp);
}

Result<> TransactionPauses::Arm(storage::Address row) {
  const MutexLock lock(mutex_);
  const auto same = [&](const storage::Address& each) { return Same(each, row); };
  if (!stopped_ && std::ranges::any_of(armed_, same)) return {};
  if (stopped_ || armed_.size() + held_.size() >= limits::kTransactionsHeldMax) {
    return Fail(ErrorCode::kLimitExceededException, "Too many transactions are held already");
  }
  armed_.push_back(std::move(row));
  return {};
}

bool TransactionPauses::Catch(std::span<const storage::Address> rows, Continue& go_on) {
  const MutexLock lock(mutex_);
  for (const auto& row : rows) {
    const auto same = [&](const storage::Address& each) { return Same(each, row); };
    const auto found = std::ranges::find_if(armed_, same);
    if (found == armed_.end()) continue;
    held_.reserve(held_.size() + 1);  // if it throws, nothing has changed
    held_.push_back({std::move(*found), std::move(go_on)});
    armed_.erase(found);
    return true;
  }
  return false;
}

std::size_t TransactionPauses::Release(const std::optional<storage::Address>& row, Onward onward) {
  std::vector<Held> released;
  {
    const MutexLock lock(mutex_);
    const auto chosen = [&](const storage::Address& each) { return !row || Same(each, *row); };
    std::vector<Held> kept;
    kept.reserve(held_.size());
    released.reserve(held_.size());
    std::erase_if(armed_, chosen);
    for (auto& held : held_) (chosen(held.row) ? released : kept).push_back(std::move(held));
    held_ = std::move(kept);
  }
  for (auto& held : released) held.go_on(onward);
  return released.size();
}

TransactionPauses::Counts TransactionPauses::counts() const {
  const MutexLock lock(mutex_);
  return {armed_.size(), held_.size()};
}

}  // namespace stator::table
