// Tests snapshots: no reader ever sees part of a commit, or a commit without its predecessors.
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/mutex.h"
#include "tested_engine.h"

namespace stator::storage::testing {
namespace {

constexpr int kCommits = 400;
constexpr int kReaders = 3;

class EngineConcurrencyTest : public ::testing::TestWithParam<EngineKind> {
 protected:
  TestedEngine store_{GetParam()};
  std::atomic<bool> is_done_{false};

  // Every commit writes its number to all of these entries.
  const std::vector<Address> wanted_{{1, "routeAAA1"}, {1, "routeBBB1"}, {2, "x"}, {9, ""}};

  void WriteAll() {
    for (int i = 0; i < kCommits; ++i) {
      Commit commit;
      for (const Address& address : wanted_) commit.changes.push_back({address, std::to_string(i)});
      ASSERT_TRUE(store_.Apply(commit));
    }
    is_done_ = true;
  }

  // Runs `read` on several threads while the writer writes.
  template <class Read>
  void ReadWhileWriting(Read read) {
    std::vector<std::jthread> readers;
    for (int i = 0; i < kReaders; ++i) {
      readers.emplace_back([&] {
        while (!is_done_) read();
      });
    }
    WriteAll();
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineConcurrencyTest,
                         ::testing::Values(EngineKind::kMemory, EngineKind::kRocksDb),
                         [](const auto& kind) { return NameOf(kind.param); });

TEST_P(EngineConcurrencyTest, MultiGetReadsOneSnapshot) {
  ReadWhileWriting([&] {
    const auto found = store_.engine().MultiGet(wanted_);
    ASSERT_TRUE(found.has_value());
    for (const auto& entry : *found) {
      ASSERT_EQ(entry.has_value(), found->front().has_value());
      if (entry) {
        ASSERT_EQ(entry->version, found->front()->version);
      }
    }
  });
}

TEST_P(EngineConcurrencyTest, ReadReadsOneSnapshot) {
  ReadWhileWriting([&] {
    const auto page = store_.engine().Read(1, {}, {});
    ASSERT_TRUE(page.has_value());
    if (page->entries.empty()) return;
    ASSERT_EQ(page->entries.size(), 2U);
    ASSERT_EQ(page->entries[0].version, page->entries[1].version);
  });
}

TEST_P(EngineConcurrencyTest, SeenVersionsNeverDecrease) {
  ReadWhileWriting([&] {
    const auto first = store_.engine().Get(1, "routeAAA1");
    const auto second = store_.engine().Get(9, "");
    ASSERT_TRUE(first.has_value() && second.has_value());
    if (!first->has_value()) return;
    ASSERT_TRUE(second->has_value());
    ASSERT_GE((*second)->version, (*first)->version);
    thread_local Version seen = 0;
    ASSERT_GE((*first)->version, seen);
    seen = (*first)->version;
  });
}

TEST_P(EngineConcurrencyTest, OneOfManyWritersWithTheSameGuardWins) {
  // Commit numbers must rise over all calls, so the writers number and apply under one lock.
  Mutex turn;
  std::atomic<int> winners{0};
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 4; ++i) {
      writers.emplace_back([&] {
        for (int round = 0; round < 20; ++round) {
          const MutexLock lock(turn);
          const Address address{1, std::to_string(round)};
          if (store_.Apply({.guards = {{address, kAbsent}}, .changes = {{address, "x"}}}))
            ++winners;
        }
      });
    }
  }
  EXPECT_EQ(winners, 20);
}

}  // namespace
}  // namespace stator::storage::testing
