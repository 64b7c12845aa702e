#include "observe/throttle_log.h"

#include <algorithm>
#include <utility>

namespace stator::observe {
namespace {

std::size_t BytesOf(const NotedThrottle& noted) {
  return sizeof(noted) + noted.operation.capacity() + noted.throttle.resource.capacity() +
         noted.key.capacity();
}

NotedThrottle NotedOf(const capacity::Usage& usage, const capacity::Throttle& throttle) {
  NotedThrottle noted{.time = usage.now,
                      .operation = std::string(usage.operation),
                      .throttle = throttle,
                      .key = Bytes(throttle.key),
                      .refused = usage.refused};
  noted.throttle.key = {};  // it refers to the request
  return noted;
}

}  // namespace

void ThrottleLog::Throttled(const capacity::Usage& usage,
                            std::span<const capacity::Throttle> throttles) {
  for (const auto& throttle : throttles) {
    auto noted = NotedOf(usage, throttle);
    const auto bytes = BytesOf(noted);
    const MutexLock lock(mutex_);
    auto& kept = tables_[usage.table->number];
    ++kept.total;
    if (kept.throttles.size() >= limits::kThrottlesKept) DropOldest(kept);
    kept.throttles.push_back(std::move(noted));
    kept.bytes += bytes;
    bytes_ += bytes;
    MakeRoom();
  }
}

void ThrottleLog::DropOldest(Kept& kept) {
  const auto bytes = BytesOf(kept.throttles.front());
  kept.throttles.pop_front();
  kept.bytes -= bytes;
  bytes_ -= bytes;
}

// Looks at every table. At the bound that is a few microseconds for each throttle.
void ThrottleLog::MakeRoom() {
  while (bytes_ > bytes_max_) {
    const auto most =
        std::ranges::max_element(tables_, {}, [](const auto& each) { return each.second.bytes; });
    DropOldest(most->second);
  }
}

ThrottleLog::List ThrottleLog::Read(catalog::TableNumber table) const {
  const MutexLock lock(mutex_);
  const auto found = tables_.find(table);
  if (found == tables_.end()) return {};
  const auto& kept = found->second.throttles;
  return {.total = found->second.total, .throttles = {kept.rbegin(), kept.rend()}};
}

void ThrottleLog::Forget(catalog::TableNumber table) {
  const MutexLock lock(mutex_);
  const auto found = tables_.find(table);
  if (found == tables_.end()) return;
  bytes_ -= found->second.bytes;
  tables_.erase(found);
}

std::size_t ThrottleLog::bytes() const {
  const MutexLock lock(mutex_);
  return bytes_;
}

}  // namespace stator::observe
