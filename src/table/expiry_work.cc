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

// Writes may bring an expiry at any moment, and nobody says so; a look costs one short read.
constexpr TimeMicros kLookAgain = 1'000'000;

// Counts deletes that are on their way to the disk.
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

  // How many items went, once all are settled.
  Result<std::size_t> Await() {
    const MutexLock lock(mutex_);
    while (left_ > 0) changed_.wait(mutex_);
    if (!outcome_) return Fail(outcome_.error());
    return removed_;
  }

 private:
  // What is no failure: the item was revived or is gone, the table has changed, a transaction holds
  // the item, or clients write as much as the queue takes. A later step finds what is left.
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

// Removes the item if it is still expired; that it is not is no client's error.
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
      // Somebody may have changed the table meanwhile; the next step looks again.
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

// A walk that has come to the end before its state may end has nothing to do until then.
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
  // Where nothing could be removed the queue is full or transactions hold the items: later.
  if (removed == 0 && due.more) return StepOutcome{.wait = kLookAgain / 10};
  if (removed > 0) return StepOutcome{.worked = true};
  return StepOutcome{.wait = kLookAgain};
}

// The next that are due. `more` implies that there are some.
Result<storage::Page> ExpiryWork::ReadDue(const catalog::Table& table, TimeMicros now,
                                          std::size_t deletes) {
  auto range = ExpiredRange(now, options_.delay);
  const auto& position = places_[table->number].position;
  if (position.empty()) return ReadAnew(table, range, deletes);
  range.begin = std::max(range.begin, position);
  return ReadRange(engine_, table, range, {.entries_max = deletes});
}

// A sweep begins with the oldest entry. Where many have just gone, to find it takes as long as to
// pass over all their traces, and there may be none; so most looks then begin where the last sweep
// ended, and what was written with a time before that waits for one that is patient.
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

// Submits the deletes of the items and waits until all are settled: how many went.
Result<std::size_t> ExpiryWork::Remove(const catalog::TablePtr& table, const storage::Page& due,
                                       TimeMicros now) {
  std::vector<Bytes> row_keys;
  for (const auto& entry : due.entries) row_keys.emplace_back(TRY(RowKeyInEntry(entry.key)));
  const auto decide = RemoveExpired(table->settings().time_to_live.attribute, now, options_.delay);
  // Shared, because what is submitted outlives this call if memory runs out before all are.
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
