#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "storage/engine.h"
#include "storage/memory/memory_engine.h"

namespace stator::table::testing {

// A memory engine that a test can hold up or make fail.
class ControlledEngine : public storage::Engine {
 public:
  storage::Traits traits() const override { return inner_->traits(); }
  Result<std::optional<storage::Entry>> Get(storage::Space space, BytesView key) override {
    ++gets;
    return inner_->Get(space, key);
  }
  Result<std::vector<std::optional<storage::Entry>>> MultiGet(
      std::span<const storage::Address> wanted) override {
    return inner_->MultiGet(wanted);
  }
  Result<storage::Page> Read(storage::Space space, const storage::KeyRange& range,
                             const storage::PageLimits& limits) override {
    if (traces && limits.traces_max > 0) return storage::Page{.more = true, .gave_up = true};
    return inner_->Read(space, range, limits);
  }
  Result<std::vector<bool>> Apply(std::span<const storage::Commit> commits) override {
    if (hold) hold->wait();
    ++applies;
    if (refuse) return Fail(ErrorCode::kUnavailable, "the disk is full");
    for (const auto& commit : commits) {
      EXPECT_GT(commit.number, last_number) << "[INV-QUEUE-1]";
      last_number = commit.number;
    }
    return inner_->Apply(commits);
  }

  std::atomic<int> gets = 0;
  std::atomic<int> applies = 0;
  std::atomic<bool> refuse = false;
  std::atomic<bool> traces = false;  // more traces of deleted entries than any reader would pass
  std::optional<std::shared_future<void>> hold;
  storage::CommitNumber last_number = 0;

 private:
  std::unique_ptr<storage::Engine> inner_ = storage::OpenMemory();
};

}  // namespace stator::table::testing
