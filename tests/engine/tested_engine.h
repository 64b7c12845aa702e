#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "storage/engine.h"
#include "storage/rocksdb/testing/temporary_folder.h"

// The engines that the contract suite runs on. A new engine is added to kEngineKinds and must pass
// every test unchanged.
namespace stator::storage::testing {

enum class EngineKind {
  kMemory,
  kRocksDb,
  kRocksDbReopened,  // reopened after every Apply: all reads are from files
};

inline constexpr EngineKind kEngineKinds[] = {EngineKind::kMemory, EngineKind::kRocksDb,
                                              EngineKind::kRocksDbReopened};

std::string NameOf(EngineKind kind);
inline void PrintTo(EngineKind kind, std::ostream* out) { *out << NameOf(kind); }

// An engine with its folder, and short functions to write to it. Commits are numbered from 1.
// Threads: one at a time for Apply and Reopen.
class TestedEngine {
 public:
  explicit TestedEngine(EngineKind kind);

  Engine& engine() { return *engine_; }
  bool is_lasting() const { return kind_ != EngineKind::kMemory; }

  // Closes and reopens the engine.
  void Reopen();

  CommitNumber NextNumber() { return ++last_number_; }
  // Numbers the commit. Returns true if it was applied.
  bool Apply(Commit commit);
  std::vector<bool> ApplyAll(const std::vector<Commit>& commits);

  // Each writes a commit of its own and returns its number.
  CommitNumber Put(Space space, Bytes key, Bytes value);
  CommitNumber Delete(Space space, Bytes key);
  CommitNumber Drop(Space space);

  std::optional<Entry> Get(Space space, BytesView key);
  Page Read(Space space, const KeyRange& range = {}, const PageLimits& limits = {});
  // Returns every key of the range in order.
  std::vector<Bytes> Keys(Space space, const KeyRange& range = {});

 private:
  void Open();

  const EngineKind kind_;
  TemporaryFolder folder_;
  std::unique_ptr<Engine> engine_;
  CommitNumber last_number_ = 0;
};

}  // namespace stator::storage::testing
