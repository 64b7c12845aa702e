#include "tested_engine.h"

#include <cstdio>
#include <utility>

#include "base/check.h"
#include "storage/memory/memory_engine.h"
#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::storage::testing {
namespace {

// A failed call ends the suite, because the tests are about its result.
template <class T>
T Must(Result<T> result) {
  if (!result) std::fprintf(stderr, "%s\n", result.error().message.c_str());
  CHECK(result.has_value());
  return *std::move(result);
}

}  // namespace

std::string NameOf(EngineKind kind) {
  switch (kind) {
    case EngineKind::kMemory:
      return "Memory";
    case EngineKind::kRocksDb:
      return "RocksDb";
    case EngineKind::kRocksDbReopened:
      return "RocksDbReopened";
  }
  std::unreachable();
}

TestedEngine::TestedEngine(EngineKind kind) : kind_(kind) { Open(); }

void TestedEngine::Reopen() {
  engine_.reset();
  Open();
}

void TestedEngine::Open() {
  if (kind_ == EngineKind::kMemory) {
    engine_ = OpenMemory();
    return;
  }
  engine_ = Must(OpenRocksDb({.path = folder_.path() + "/data"}));
}

bool TestedEngine::Apply(Commit commit) {
  commit.number = NextNumber();
  return ApplyAll({std::move(commit)}).front();
}

std::vector<bool> TestedEngine::ApplyAll(const std::vector<Commit>& commits) {
  auto applied = Must(engine_->Apply(commits));
  if (kind_ == EngineKind::kRocksDbReopened) Reopen();
  return applied;
}

CommitNumber TestedEngine::Put(Space space, Bytes key, Bytes value) {
  CHECK(Apply({.changes = {{{space, std::move(key)}, std::move(value)}}}));
  return last_number_;
}

CommitNumber TestedEngine::Delete(Space space, Bytes key) {
  CHECK(Apply({.changes = {{{space, std::move(key)}, std::nullopt}}}));
  return last_number_;
}

CommitNumber TestedEngine::Drop(Space space) {
  CHECK(Apply({.drops = {{space}}}));
  return last_number_;
}

std::optional<Entry> TestedEngine::Get(Space space, BytesView key) {
  return Must(engine_->Get(space, key));
}

Page TestedEngine::Read(Space space, const KeyRange& range, const PageLimits& limits) {
  return Must(engine_->Read(space, range, limits));
}

std::vector<Bytes> TestedEngine::Keys(Space space, const KeyRange& range) {
  std::vector<Bytes> keys;
  for (KeyedEntry& entry : Read(space, range).entries) keys.push_back(std::move(entry.key));
  return keys;
}

}  // namespace stator::storage::testing
