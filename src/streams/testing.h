#pragma once

// A database's lower layers on a memory engine, with a clock that stands still: the fixture of this
// folder's tests.

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "base/durations.h"
#include "catalog/catalog.h"
#include "storage/memory/memory_engine.h"
#include "streams/lineage.h"
#include "streams/reader.h"
#include "table/commit_queue.h"
#include "table/testing.h"

namespace stator::streams::testing {

class Store {
 public:
  explicit Store(std::shared_ptr<storage::Engine> from = storage::OpenMemory())
      : engine(std::move(from)) {
    catalog = std::move(*catalog::Catalog::Load(*engine));
    queue = std::make_unique<table::CommitQueue>(*engine, *catalog, clock);
  }

  Result<catalog::TablePtr> Change(table::CommitQueue::Planner plan) {
    return queue->Change(std::move(plan));
  }

  catalog::TablePtr Create(const std::string& name, bool with_stream = true) {
    auto settings = table::testing::KeyedTable(name);
    settings.arn = catalog::TableArn("us-east-1", "1", name);
    settings.stream.enabled = with_stream;
    return *Change([&](catalog::Catalog& all) { return PlanCreate(all, settings, clock.Now()); });
  }

  void Enable(const std::string& name, bool enabled) {
    const auto done = Change([&](catalog::Catalog& all) {
      const auto table = all.Find(name);
      auto settings = table->settings();
      settings.stream.enabled = enabled;
      return PlanReplace(all, *table, std::move(settings), clock.Now());
    });
    CHECK(done.has_value());
  }

  void Drop(const std::string& name) {
    const auto done = Change([&](catalog::Catalog& all) -> Result<catalog::Change> {
      catalog::Change change;
      AddDrop(all, all.Find(name), clock.Now(), change);
      return change;
    });
    CHECK(done.has_value());
  }

  void Split(const std::string& name) {
    const auto done = Change([&](catalog::Catalog& all) -> Result<catalog::Change> {
      const auto table = all.Find(name);
      const auto point = ChooseSplit(table->settings(), {});
      CHECK(point.has_value());
      return PlanSplit(all, *table, *point, catalog::SplitReason::kRequest, clock.Now());
    });
    CHECK(done.has_value());
  }

  void Put(const std::string& name, const std::string& key, std::int64_t value) {
    using table::testing::MakeItem;
    using table::testing::N;
    using table::testing::S;
    std::promise<Result<table::Written>> written;
    queue->Submit(table::testing::PutCommand(catalog->Find(name),
                                             MakeItem({{"pk", S(key)}, {"v", N(value)}})),
                  [&](Result<table::Written> result) { written.set_value(std::move(result)); });
    CHECK(written.get_future().get().has_value());
  }

  catalog::StreamPtr StreamOf(const std::string& name) const {
    const auto table = catalog->Find(name);
    return catalog->FindStream(catalog::StreamArn((*table)->arn, table->settings().stream.label));
  }

  // Returns all records of a shard that are not trimmed.
  std::vector<LoggedRecord> RecordsOf(const catalog::Shard& shard) {
    const auto horizon = HorizonAt(clock.Now());
    const auto oldest = OldestOf(*engine, shard, horizon);
    CHECK(oldest.has_value());
    auto page = ReadRecords(*engine, shard, *oldest, horizon);
    CHECK(page.has_value());
    return std::move(page->records);
  }

  ManualServiceClock clock{1'000'000 * kHour};
  std::shared_ptr<storage::Engine> engine;
  std::unique_ptr<catalog::Catalog> catalog;
  std::unique_ptr<table::CommitQueue> queue;
};

}  // namespace stator::streams::testing
