#include "table/lag_log.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "storage/rising_numbers.h"

namespace stator::table {
namespace {

using Counts = std::map<catalog::TablePtr, catalog::TableStatistics>;

// Moves a record's changes of indexes that still exist into `change`.
void Take(LagRecord record, const catalog::Catalog& catalog, catalog::Change& change,
          Counts& counts) {
  const auto table = catalog.Find(record.table);
  if (!table) return;
  for (auto& part : record.parts) {
    // No space is used twice, so this distinguishes an index from a later one of the same name.
    const auto index = std::ranges::find((*table)->indexes, part.index, &catalog::Index::space);
    if (index == (*table)->indexes.end() || !index->maintained()) continue;
    std::ranges::move(part.changes, std::back_inserter(change.mutations));
    auto& sum = counts[table][part.index];
    sum.entries += part.counts.entries;
    sum.bytes += part.counts.bytes;
  }
}

}  // namespace

Result<LagLog> LagLog::Load(storage::Engine& engine, TimeMicros lag, std::function<void()> begun) {
  LagLog log;
  log.lag_ = lag;
  log.begun_ = std::move(begun);
  storage::KeyRange range;
  while (true) {
    const auto page = TRY(engine.Read(catalog::kIndexLagSpace, range, {}));
    for (const auto& entry : page.entries) log.bytes_ += entry.value.size();
    if (log.records_ == 0 && !page.entries.empty()) log.front_ = page.entries.front().key;
    log.records_ += page.entries.size();
    if (!page.more) return log;
    range.begin = page.entries.back().key + '\0';
  }
}

void LagLog::Follow(storage::CommitNumber last) {
  if (records_ == 0) front_ = storage::LogKey(last, {});
}

bool LagLog::pressed() const {
  return records_ >= limits::kLagRecordsMax || bytes_ >= limits::kLagBytesMax ||
         (lag_ == 0 && records_ > 0);
}

std::optional<storage::LogRecord> LagLog::Divert(const catalog::Table& table, TimeMicros now,
                                                 Effect& effect) {
  LagRecord record{.time = now, .table = table->name, .parts = {}};
  for (const auto& index : table->indexes) {
    if (index.kind != catalog::IndexKind::kGlobal) continue;
    const auto counts =
        std::ranges::find(effect.statistics, index.space,
                          &std::pair<storage::Space, catalog::SpaceStatistics>::first);
    if (counts == effect.statistics.end()) continue;
    auto& part = record.parts.emplace_back();
    part.index = index.space;
    part.counts = counts->second;
    for (auto& change : effect.changes) {
      if (change.address.space == index.space) part.changes.push_back(std::move(change));
    }
    LeaveOut(index.space, effect);
  }
  if (record.parts.empty()) return std::nullopt;
  return storage::LogRecord{catalog::kIndexLagSpace, Bytes(), EncodeLagRecord(record)};
}

void LagLog::Appended(std::size_t records, std::size_t bytes) {
  if (records == 0) return;
  const bool was_empty = records_ == 0;
  records_ += records;
  bytes_ += bytes;
  if (was_empty && begun_) begun_();
}

Result<LagLog::Step> LagLog::Plan(storage::Engine& engine, const catalog::Catalog& catalog,
                                  TimeMicros now) const {
  auto page = TRY(engine.Read(
      catalog::kIndexLagSpace, {.begin = front_},
      {.entries_max = limits::kCommitsPerBatchMax, .bytes_max = limits::kBytesPerBatchMax}));
  Step step;
  Counts counts;
  for (auto& entry : page.entries) {
    auto record = TRY(DecodeLagRecord(entry.value));
    if (!pressed() && record.time + lag_ > now) {
      step.wait = record.time + lag_ - now;
      break;
    }
    ++step.records;
    step.bytes += entry.value.size();
    step.last = entry.key;
    Take(std::move(record), catalog, step.change, counts);
    step.change.mutations.push_back(
        {{catalog::kIndexLagSpace, std::move(entry.key)}, std::nullopt});
  }
  for (const auto& [table, deltas] : counts) catalog.AddCounts(*table, deltas, step.change);
  step.empties = !page.more && step.records == page.entries.size();
  return step;
}

void LagLog::Applied(const Step& step) {
  records_ -= std::min(step.records, records_);
  bytes_ -= std::min(step.bytes, bytes_);
  if (step.records > 0) front_ = step.last + '\0';
  if (step.empties) records_ = bytes_ = 0;
}

}  // namespace stator::table
