#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/limits.h"
#include "table/commit_queue.h"
#include "table/controlled_engine.h"
#include "table/testing.h"

namespace stator::table::testing {

// A table "t" in a store that a test can restart, pause or make fail. Each write takes one line.
class TableUnderTest : public ::testing::Test {
 protected:
  // Reopens the store on what the engine holds, as after a restart.
  void OpenStore(LagLog lag = {}) {
    queue_.reset();
    catalog_ = std::move(*catalog::Catalog::Load(engine_));
    queue_ = std::make_unique<CommitQueue>(engine_, *catalog_, clock_, limits::kCollectionBytesMax,
                                           std::move(lag));
  }

  void Create(catalog::TableSettings settings) {
    const auto table = queue_->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
      return catalog.PlanCreate(std::move(settings));
    });
    ASSERT_TRUE(table.has_value());
  }

  void Change(const std::function<void(catalog::TableSettings&)>& edit) {
    const auto table = queue_->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
      auto settings = catalog.Find("t")->settings();
      edit(settings);
      return catalog.PlanReplace(*catalog.Find("t"), std::move(settings));
    });
    ASSERT_TRUE(table.has_value());
  }

  catalog::TablePtr table() { return catalog_->Find("t"); }

  // Repeats the write while the descriptor changes, as the wire layer does.
  Result<Written> Write(const std::string& key, const Decide& decide) {
    while (true) {
      const auto current = table();
      const auto item = MakeItem({{"pk", S(key)}});
      std::promise<Result<Written>> promise;
      queue_->Submit({current, *RowKeyOfKey(*current, item.view()), decide},
                     [&](Result<Written> written) { promise.set_value(std::move(written)); });
      auto written = promise.get_future().get();
      if (written || written.error().code != ErrorCode::kStaleDescriptor) return written;
    }
  }

  void Put(const std::string& key, item::Tree::Map attributes) {
    attributes.emplace("pk", S(key));
    const auto item = MakeItem(std::move(attributes));
    const auto written = Write(
        key, [item](const item::ItemView*) -> Result<Decision> { return Decision::Replace(item); });
    ASSERT_TRUE(written.has_value());
  }

  void Remove(const std::string& key) {
    const auto written =
        Write(key, [](const item::ItemView*) -> Result<Decision> { return Decision::Remove(); });
    ASSERT_TRUE(written.has_value());
  }

  // Returns all entries of a space.
  std::vector<storage::KeyedEntry> ReadAll(storage::Space space) {
    auto page = engine_.Read(space, {}, {.entries_max = 100'000, .bytes_max = 1U << 30U});
    EXPECT_FALSE(page->more);
    return std::move(page->entries);
  }

  ControlledEngine engine_;
  ManualServiceClock clock_{1'700'000'000'000'000};
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<CommitQueue> queue_;
};

}  // namespace stator::table::testing
