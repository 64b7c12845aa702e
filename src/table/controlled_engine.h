#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "storage/engine.h"
#include "storage/memory/memory_engine.h"
#include "storage/space_guard.h"

namespace stator::table::testing {

// A memory engine that a test can pause or make fail.
class ControlledEngine : public storage::Engine, public storage::SpaceGuard {
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
    auto page = inner_->Read(space, range, limits);
    const bool committing = std::this_thread::get_id() == committer_.load();
    if (page && committing) CountTraces(space, range, *page);
    if (after_read && !committing) after_read(range);
    return page;
  }
  Result<std::vector<bool>> Apply(std::span<const storage::Commit> commits) override {
    if (hold) hold->wait();
    committer_ = std::this_thread::get_id();
    ++applies;
    if (refuse) return Fail(ErrorCode::kUnavailable, "the disk is full");
    for (const auto& commit : commits) {
      EXPECT_GT(commit.number, last_number) << "[INV-QUEUE-1]";
      last_number = commit.number;
      NoteTraces(commit);
    }
    return inner_->Apply(commits);
  }

  bool is_low_on_space() const override { return low_on_space; }

  std::atomic<int> gets = 0;
  std::atomic<int> applies = 0;
  std::atomic<bool> refuse = false;
  std::atomic<bool> low_on_space = false;
  std::atomic<bool> traces = false;  // makes every bounded read give up
  std::optional<std::shared_future<void>> hold;
  storage::CommitNumber last_number = 0;
  // The traces of deleted entries that range reads of the commit thread had to skip.
  std::atomic<std::size_t> traces_passed = 0;
  // Called on other threads than the commit thread, with the range just read.
  std::function<void(const storage::KeyRange&)> after_read;

 private:
  void NoteTraces(const storage::Commit& commit) {
    const std::scoped_lock lock(mutex_);
    for (const auto& [address, value] : commit.changes) {
      if (value) {
        deleted_[address.space].erase(address.key);
      } else {
        deleted_[address.space].insert(address.key);
      }
    }
  }
  void CountTraces(storage::Space space, const storage::KeyRange& range,
                   const storage::Page& page) {
    const std::scoped_lock lock(mutex_);
    const auto& deleted = deleted_[space];
    const Bytes end = page.more ? page.entries.back().key : range.end;
    const auto last = end.empty() ? deleted.end() : deleted.lower_bound(end);
    traces_passed +=
        static_cast<std::size_t>(std::distance(deleted.lower_bound(range.begin), last));
  }

  std::mutex mutex_;
  std::map<storage::Space, std::set<Bytes>> deleted_;
  std::atomic<std::thread::id> committer_;
  std::unique_ptr<storage::Engine> inner_ = storage::OpenMemory();
};

}  // namespace stator::table::testing
