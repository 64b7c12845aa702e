#include "table/expiry_work.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <utility>

#include "base/mutex.h"
#include "table/expiry.h"
#include "table/expiry_walk.h"

namespace stator::table {
namespace {

using catalog::TimeToLiveState;

// The wait until the next look. A write may add an expiry time at any moment without an event; a
// look costs one short read.
constexpr TimeMicros kLookAgain = 1'000'000;

// Counts deletes on their way to the disk.
class Removals {
 public:
  explicit Removals(std::size_t left) : left_(left) {}

  void Done(const Result<Written>& written) {
    const MutexLock lock(mutex_);
    if (written) {
      ++removed_;
    } else if (IsFailure(written.error().code) && outcome_) {
      outcome_ = Fail(written.error());
    }
    if (--left_ == 0) changed_.notify_all();
  }

  // Waits until all deletes are settled, and returns the number of items removed.
  Result<std::size_t> Await() {
    const MutexLock lock(mutex_);
    while (left_ > 0) changed_.wait(mutex_);
    if (!outcome_) return Fail(outcome_.error());
    return removed_;
  }

 private:
  // Whether a delete failed. It has not if a client changed or deleted the item, the table changed,
  // a transaction holds the item, or clients fill the queue. A later step finds the items that are
  // left.
  static bool IsFailure(ErrorCode code) {
    return code != ErrorCode::kConditionalCheckFailedException &&
           code != ErrorCode::kStaleDescriptor &&
           code != ErrorCode::kTransactionConflictException &&
           code != ErrorCode::kThrottlingException;
  }

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t left_ GUARDED_BY(mutex_);
  std::size_t removed_ GUARDED_BY(mutex_) = 0;
  Result<> outcome_ GUARDED_BY(mutex_);
};

// Removes the item if it is still expired. The error in the other case reaches no client.
Decide RemoveExpired(std::string attribute, TimeMicros now, TimeMicros delay) {
  return [attribute = std::move(attribute), now,
          delay](const item::ItemView* stored) -> Result<Decision> {
    const auto expiry = stored == nullptr ? std::nullopt : ExpiryOf(*stored, attribute);
    if (expiry && IsExpired(*expiry, now) && *expiry < now - delay) return Decision::Remove();
    return Fail(ErrorCode::kConditionalCheckFailedException, "the item is not expired any more");
  };
}

catalog::Change PlanDisabled(catalog::Catalog& catalog, const catalog::Table& table) {
  auto settings = table.settings();
  settings.time_to_live = {.changed = settings.time_to_live.changed};
  return catalog.PlanReplace(table, std::move(settings));
}

Result<storage::Page> ReadRange(storage::Engine& engine, const catalog::Table& table,
                                const storage::KeyRange& range, const storage::PageLimits& page) {
  if (range.begin >= range.end) return storage::Page{};
  return engine.Read(table->time_to_live.index, range, page);
}

}  // namespace

Result<StepOutcome> ExpiryWork::Step(const BackfillBudget& budget, std::size_t deletes) {
  const auto tables = catalog_.WithTimeToLive();
  std::erase_if(places_, [&](const auto& place) {
    return std::ranges::none_of(
        tables, [&](const auto& table) { return table->settings().number == place.first; });
  });
  StepSum sum;
  for (const auto& table : tables) sum.Add(Advance(table, budget, deletes));
  return sum.Take();
}

Result<StepOutcome> ExpiryWork::Advance(const catalog::TablePtr& table,
                                        const BackfillBudget& budget, std::size_t deletes) {
  if (table->settings().deleted) return StepOutcome{};
  if (table->settings().time_to_live.state != TimeToLiveState::kEnabled) {
    return Change(table, budget);
  }
  const bool is_held = options_.is_held && options_.is_held();
  return options_.sweep && !is_held ? Sweep(table, deletes) : StepOutcome{};
}

Result<StepOutcome> ExpiryWork::Change(const catalog::TablePtr& table,
                                       const BackfillBudget& budget) {
  const auto now = clock_.Now();
  if (TRY(MustWait(*table, now))) {
    return StepOutcome{.wait = table->settings().time_to_live.settled - now};
  }
  if (table->settings().time_to_live.state == TimeToLiveState::kDisabling) {
    TRY(queue_.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
      // Another change of the table may have come first. The next step looks again.
      if (!table->current()) return catalog::Change{};
      return PlanDisabled(catalog, *table);
    }));
    return StepOutcome{.worked = true};
  }
  return walk_.Step(table, catalog_.ExpiryWalkOf(*table).next, budget,
                    [&](catalog::Catalog& catalog, const PassedRows& passed) {
                      return PlanExpiryWalk(catalog, *table, passed, now);
                    });
}

// Whether the step must wait: a walk that reached the end before its state may end has nothing to
// do until then.
Result<bool> ExpiryWork::MustWait(const catalog::Table& table, TimeMicros now) {
  if (now >= table->time_to_live.settled) return false;
  if (table->time_to_live.state == TimeToLiveState::kDisabling) return true;
  const auto next = catalog_.ExpiryWalkOf(table).next;
  return TRY(engine_.Read(table->rows, {.begin = next}, {.entries_max = 1})).entries.empty();
}

Result<StepOutcome> ExpiryWork::Sweep(const catalog::TablePtr& table, std::size_t deletes) {
  const auto now = clock_.Now();
  const auto due = TRY(ReadDue(*table, now, deletes));
  const auto removed = due.entries.empty() ? 0 : TRY(Remove(table, due, now));
  deleted_.fetch_add(removed, std::memory_order_relaxed);
  if (removed > 0 && options_.removed) options_.removed(*table, now, removed);
  auto& place = places_[table->settings().number];
  place.position = due.more ? due.entries.back().key + '\0' : Bytes();
  if (!due.more) place.swept = ExpiredRange(now, options_.delay).end;
  // If nothing could be removed, the queue is full or transactions hold the items. Try again later.
  if (removed == 0 && due.more) return StepOutcome{.wait = kLookAgain / 10};
  if (removed > 0) return StepOutcome{.worked = true};
  return StepOutcome{.wait = kLookAgain};
}

// Reads the next due entries. If `more` is set, there is at least one.
Result<storage::Page> ExpiryWork::ReadDue(const catalog::Table& table, TimeMicros now,
                                          std::size_t deletes) {
  auto range = ExpiredRange(now, options_.delay);
  const auto& position = places_[table->number].position;
  if (position.empty()) return ReadAnew(table, range, deletes);
  range.begin = std::max(range.begin, position);
  return ReadRange(engine_, table, range, {.entries_max = deletes});
}

// Reads from the oldest entry. After many deletes, an engine must skip all their traces to find it,
// and may find none. So most looks give up at a bound of traces and begin where the last sweep
// ended. After kHastyLooksMax such looks, one has no bound; it finds entries written with an
// earlier time.
Result<storage::Page> ExpiryWork::ReadAnew(const catalog::Table& table,
                                           const storage::KeyRange& range, std::size_t deletes) {
  auto& place = places_[table->number];
  const bool patient = place.hasty_looks >= limits::kHastyLooksMax;
  storage::PageLimits page{.entries_max = deletes};
  page.traces_max = patient ? 0 : limits::kExpiryTracesMax;
  auto due = TRY(ReadRange(engine_, table, range, page));
  if (!due.gave_up || !due.entries.empty()) {
    place.hasty_looks = 0;
    return due;
  }
  ++place.hasty_looks;
  return ReadRange(engine_, table, {.begin = std::max(range.begin, place.swept), .end = range.end},
                   {.entries_max = deletes});
}

// Submits the deletes of the items and waits until all are settled. Returns the number of items
// removed.
Result<std::size_t> ExpiryWork::Remove(const catalog::TablePtr& table, const storage::Page& due,
                                       TimeMicros now) {
  std::vector<Bytes> row_keys;
  for (const auto& entry : due.entries) row_keys.emplace_back(TRY(RowKeyInEntry(entry.key)));
  const auto decide = RemoveExpired(table->settings().time_to_live.attribute, now, options_.delay);
  // Shared, because submitted deletes outlive this call if memory runs out before all are
  // submitted.
  const auto removals = std::make_shared<Removals>(row_keys.size());
  for (auto& row_key : row_keys) {
    Command command{.table = table, .row_key = std::move(row_key), .decide = decide};
    command.origin = Origin::kTimeToLive;
    queue_.Submit(std::move(command),
                  [removals](const Result<Written>& written) { removals->Done(written); });
  }
  return removals->Await();
}

}  // namespace stator::table
