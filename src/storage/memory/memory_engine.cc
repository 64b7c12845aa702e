#include "storage/memory/memory_engine.h"

#include <functional>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "base/endian.h"
#include "base/limits.h"
#include "base/mutex.h"
#include "storage/page_fill.h"
#include "storage/range_sizes.h"
#include "storage/rising_numbers.h"
#include "storage/statistics.h"

namespace stator::storage {
namespace {

using Entries = std::map<Bytes, Entry, std::less<>>;

struct SpaceContents {
  Entries entries;
  std::uint64_t bytes = 0;  // of keys and values
};

// Keeps all entries in memory. Each call holds the lock for its whole length, which makes it
// atomic. Page limits and the commit queue's limits bound that length.
class MemoryEngine final : public Engine, public StatisticsSource, public RangeSizes {
 public:
  Traits traits() const override { return {.atomic_across_routes = true, .sole_writer = true}; }

  Result<std::optional<Entry>> Get(Space space, BytesView key) override;
  Result<std::vector<std::optional<Entry>>> MultiGet(std::span<const Address> wanted) override;
  Result<Page> Read(Space space, const KeyRange& range, const PageLimits& limits) override;
  Result<std::vector<bool>> Apply(std::span<const Commit> commits) override;

  EngineStatistics Statistics() const override;
  Result<std::vector<std::uint64_t>> SizesOf(Space space,
                                             std::span<const KeyRange> ranges) const override;

 private:
  const Entry* Find(Space space, BytesView key) const
      STATOR_ANNOTATE(requires_shared_capability(mutex_));
  bool Holds(const Guard& guard) const STATOR_ANNOTATE(requires_shared_capability(mutex_));
  void ApplyOne(const Commit& commit, std::vector<SpaceContents>& dropped) REQUIRES(mutex_);
  void Put(Space space, Bytes key, Version version, BytesView value) REQUIRES(mutex_);
  void Erase(Space space, BytesView key) REQUIRES(mutex_);

  mutable SharedMutex mutex_;
  std::map<Space, SpaceContents> spaces_ GUARDED_BY(mutex_);
  RisingNumbers numbers_ GUARDED_BY(mutex_);
};

Result<std::optional<Entry>> MemoryEngine::Get(Space space, BytesView key) {
  const ReadLock lock(mutex_);
  const Entry* const entry = Find(space, key);
  return entry != nullptr ? std::optional(*entry) : std::nullopt;
}

Result<std::vector<std::optional<Entry>>> MemoryEngine::MultiGet(std::span<const Address> wanted) {
  std::vector<std::optional<Entry>> found;
  found.reserve(wanted.size());
  const ReadLock lock(mutex_);
  for (const Address& address : wanted) {
    const Entry* const entry = Find(address.space, address.key);
    found.push_back(entry != nullptr ? std::optional(*entry) : std::nullopt);
  }
  return found;
}

// Fills a page from `first` to `last`, in either direction.
template <class Iterator>
Page FillPage(Iterator first, const Iterator& last, const PageLimits& limits) {
  PageFill page(limits);
  while (first != last && !page.full()) {
    page.Add(first->first, first->second.version, first->second.value);
    ++first;
  }
  return std::move(page).Finish(first != last);
}

Result<Page> MemoryEngine::Read(Space space, const KeyRange& range, const PageLimits& limits) {
  if (!range.end.empty() && range.begin >= range.end) return Page();
  const ReadLock lock(mutex_);
  const auto contents = spaces_.find(space);
  if (contents == spaces_.end()) return Page();
  const Entries& entries = contents->second.entries;
  const auto begin = entries.lower_bound(range.begin);
  const auto end = range.end.empty() ? entries.end() : entries.lower_bound(range.end);
  if (!range.backward) return FillPage(begin, end, limits);
  return FillPage(std::make_reverse_iterator(end), std::make_reverse_iterator(begin), limits);
}

Result<std::vector<bool>> MemoryEngine::Apply(std::span<const Commit> commits) {
  std::vector<bool> applied;
  applied.reserve(commits.size());
  std::vector<SpaceContents> dropped;  // freed after unlocking: a dropped table may be large
  const WriteLock lock(mutex_);
  numbers_.Check(commits);
  for (const Commit& commit : commits) {
    bool holds = true;
    for (const Guard& guard : commit.guards) holds = holds && Holds(guard);
    if (holds) ApplyOne(commit, dropped);
    applied.push_back(holds);
  }
  numbers_.Settle(commits);
  return applied;
}

EngineStatistics MemoryEngine::Statistics() const {
  EngineStatistics statistics;
  const ReadLock lock(mutex_);
  for (const auto& [space, contents] : spaces_) {
    statistics.memory_bytes += contents.bytes;
  }
  return statistics;
}

namespace {

// The first bytes of a key as a number, to estimate its position among other keys.
double PlaceOf(BytesView key) {
  Bytes first(key.substr(0, 8));
  first.resize(8, '\0');
  return static_cast<double>(ReadBigEndian64(first));
}

// Counts up to a bound of entries. It extrapolates the rest by its share of the keys' first bytes.
std::uint64_t SizeOf(const Entries& entries, const KeyRange& range) {
  if (!range.end.empty() && range.begin >= range.end) return 0;
  const auto end = range.end.empty() ? entries.end() : entries.lower_bound(range.end);
  auto at = entries.lower_bound(range.begin);
  std::uint64_t bytes = 0;
  for (std::size_t count = 0; at != end && count < limits::kSizedEntriesMax; ++at, ++count) {
    bytes += at->first.size() + at->second.value.size();
  }
  if (at == end) return bytes;
  constexpr double kLast = 18'446'744'073'709'551'615.0;
  const double first = PlaceOf(range.begin);
  const double seen = PlaceOf(at->first) - first;
  const double whole = (range.end.empty() ? kLast : PlaceOf(range.end)) - first;
  if (seen <= 0 || whole <= seen) return bytes;
  return static_cast<std::uint64_t>(static_cast<double>(bytes) * whole / seen);
}

}  // namespace

Result<std::vector<std::uint64_t>> MemoryEngine::SizesOf(Space space,
                                                         std::span<const KeyRange> ranges) const {
  std::vector<std::uint64_t> sizes(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const ReadLock lock(mutex_);  // taken again for each range, so that writers get their turn
    const auto contents = spaces_.find(space);
    if (contents != spaces_.end()) sizes[i] = SizeOf(contents->second.entries, ranges[i]);
  }
  return sizes;
}

const Entry* MemoryEngine::Find(Space space, BytesView key) const {
  const auto contents = spaces_.find(space);
  if (contents == spaces_.end()) return nullptr;
  const auto entry = contents->second.entries.find(key);
  return entry != contents->second.entries.end() ? &entry->second : nullptr;
}

bool MemoryEngine::Holds(const Guard& guard) const {
  const Entry* const entry = Find(guard.address.space, guard.address.key);
  return guard.version == (entry != nullptr ? entry->version : kAbsent);
}

void MemoryEngine::ApplyOne(const Commit& commit, std::vector<SpaceContents>& dropped) {
  for (const SpaceDrop& drop : commit.drops) {
    auto node = spaces_.extract(drop.space);
    if (!node.empty()) dropped.push_back(std::move(node.mapped()));
  }
  for (const Mutation& change : commit.changes) {
    const auto& [space, key] = change.address;
    if (change.value) {
      Put(space, key, commit.number, *change.value);
    } else {
      Erase(space, key);
    }
  }
  for (const LogRecord& record : commit.appends) {
    Put(record.log, LogKey(commit.number, record.suffix), commit.number, record.value);
  }
}

void MemoryEngine::Put(Space space, Bytes key, Version version, BytesView value) {
  SpaceContents& contents = spaces_[space];
  const std::size_t key_bytes = key.size();
  const auto [entry, is_new] = contents.entries.try_emplace(std::move(key));
  contents.bytes += value.size() + (is_new ? key_bytes : 0);
  contents.bytes -= entry->second.value.size();
  entry->second = {version, Bytes(value)};
}

void MemoryEngine::Erase(Space space, BytesView key) {
  const auto contents = spaces_.find(space);
  if (contents == spaces_.end()) return;
  Entries& entries = contents->second.entries;
  const auto entry = entries.find(key);
  if (entry == entries.end()) return;
  contents->second.bytes -= key.size() + entry->second.value.size();
  entries.erase(entry);
}

}  // namespace

std::unique_ptr<Engine> OpenMemory() { return std::make_unique<MemoryEngine>(); }

}  // namespace stator::storage
