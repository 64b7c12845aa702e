#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "storage/engine.h"
#include "storage/rocksdb/testing/temporary_folder.h"

// What the contract suite runs over. A new engine is added to kEngineKinds and must pass every test
// as it is.
namespace stator::storage::testing {

enum class EngineKind {
  kMemory,
  kRocksDb,
  kRocksDbReopened,  // closed and opened again after every Apply: all reads are of files
};

inline constexpr EngineKind kEngineKinds[] = {EngineKind::kMemory, EngineKind::kRocksDb,
                                              EngineKind::kRocksDbReopened};

std::string NameOf(EngineKind kind);
inline void PrintTo(EngineKind kind, std::ostream* out) { *out << NameOf(kind); }

// An engine with its folder, and short ways to write to it. The commits are numbered from 1.
// Apply and Reopen are not safe for concurrent use.
class TestedEngine {
 public:
  explicit TestedEngine(EngineKind kind);

  Engine& engine() { return *engine_; }
  bool is_lasting() const { return kind_ != EngineKind::kMemory; }

  // Closes the engine and opens it again.
  void Reopen();

  CommitNumber NextNumber() { return ++last_number_; }
  // The number is given to the commit. True if it was applied.
  bool Apply(Commit commit);
  std::vector<bool> ApplyAll(const std::vector<Commit>& commits);

  // Each a commit of its own; returns its number.
  CommitNumber Put(Space space, Bytes key, Bytes value);
  CommitNumber Delete(Space space, Bytes key);
  CommitNumber Drop(Space space);

  std::optional<Entry> Get(Space space, BytesView key);
  Page Read(Space space, const KeyRange& range = {}, const PageLimits& limits = {});
  // Every key of the range, in its order.
  std::vector<Bytes> Keys(Space space, const KeyRange& range = {});

 private:
  void Open();

  const EngineKind kind_;
  TemporaryFolder folder_;
  std::unique_ptr<Engine> engine_;
  CommitNumber last_number_ = 0;
};

}  // namespace stator::storage::testing
