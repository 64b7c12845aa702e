#include <algorithm>
#include <span>
#include <utility>

#include "base/contain.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "table/batch_builder.h"
#include "table/commit_queue.h"

// The part of the commit queue that commits the waiting writes in batches.
// Threads: the commit thread.
namespace stator::table {

bool CommitQueue::IsWrite(const Task& task) {
  return std::holds_alternative<PendingWrite>(task) || std::holds_alternative<PendingGroup>(task);
}

std::size_t CommitQueue::BytesOf(const Task& task) {
  if (const auto* one = std::get_if<PendingWrite>(&task)) return table::BytesOf(one->write);
  if (const auto* group = std::get_if<PendingGroup>(&task)) return table::BytesOf(group->writes);
  return 0;
}

// Commits writes from the first one on and returns how many. It commits fewer than all if their
// final decisions are too large for one batch.
std::size_t CommitQueue::CommitWrites(std::span<Task> tasks) {
  std::size_t added = 0;
  auto batch = Contain([&]() -> Result<Batch> { return BuildBatch(tasks, added); });
  Result<> applied;
  if (batch) {
    applied = ApplyBatch(*batch);
  } else {
    Forget();  // the numbers given out are never written
    added = std::max<std::size_t>(added, 1);
    applied = Fail(batch.error());
  }
  for (auto& task : tasks.first(added)) {
    if (auto* one = std::get_if<PendingWrite>(&task)) {
      Settle(*one, applied);
    } else {
      Settle(std::get<PendingGroup>(task), applied);
    }
  }
  return added;
}

// Builds a batch of as many tasks as fit; `added` counts them.
Batch CommitQueue::BuildBatch(std::span<Task> tasks, std::size_t& added) {
  BatchBuilder builder(engine_, catalog_, clock_, state_,
                       {.collection_bytes_max = collection_bytes_max_,
                        .has_workers = bool{run_heavy_},
                        .mark_met = met_mark_},
                       tasks.size());
  while (added < tasks.size() && builder.bytes() < limits::kBytesPerBatchMax) {
    auto& task = tasks[added++];
    if (auto* one = std::get_if<PendingWrite>(&task)) {
      builder.Add(one->write);
    } else {
      auto& group = std::get<PendingGroup>(task);
      builder.Add(group.writes, group.extra_mutations);
    }
  }
  return builder.Finish();
}

Result<> CommitQueue::ApplyBatch(Batch& batch) noexcept {
  if (batch.commits.empty()) return {};
  auto applied = Apply(batch.commits);
  state_.lag.Appended(batch.lagged_records, batch.lagged_bytes);
  lagged_.store(state_.lag.records(), std::memory_order_relaxed);
  if (!applied) return applied;
  for (const auto& [table, deltas] : batch.statistics) catalog_.PublishStatistics(*table, deltas);
  return {};
}

// Lets a worker decide on the newest image. Other writes may overtake that decision again.
void CommitQueue::HandBack(PendingWrite& pending) {
  auto& write = pending.write;
  if (++write.rounds >= limits::kDecisionRoundsMax) {
    return Finish(write.command, pending.done,
                  Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites));
  }
  write.overtaken = false;
  write.outcome = {};
  write.effect = {};
  HandToWorker(std::move(pending));
}

// A decision may depend on another commit of this batch, so it fails with the batch.
void CommitQueue::Settle(PendingWrite& pending, const Result<>& applied) {
  auto& write = pending.write;
  if (write.overtaken) return HandBack(pending);
  if (!applied) {
    Finish(write.command, pending.done, std::unexpected(applied.error()));
  } else if (!write.outcome) {
    Finish(write.command, pending.done, std::unexpected(std::move(write.outcome.error())));
  } else {
    Finish(write.command, pending.done, std::move(write.effect.written));
  }
}

// `outcomes` has its room reserved, so reporting committed writes throws nothing. Reporting failed
// writes may throw; then missing outcomes tell the submitter that nothing was written.
void CommitQueue::Settle(PendingGroup& pending, const Result<>& applied) {
  auto& outcomes = pending.outcomes;
  ContainQuietly([&] {
    for (auto& write : pending.writes) {
      if (!applied) {
        outcomes.push_back(std::unexpected(applied.error()));
      } else if (!write.outcome) {
        outcomes.push_back(std::unexpected(std::move(write.outcome.error())));
      } else {
        outcomes.push_back(std::move(write.effect.written));
      }
    }
  });
  ContainQuietly([&] { pending.done(std::move(outcomes)); });
}

}  // namespace stator::table
