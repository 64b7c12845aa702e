#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/stream.h"
#include "hooks/hook_position.h"
#include "storage/engine.h"
#include "streams/sequence.h"

// The state of a hook, for display.
namespace stator::hooks {

// The records that are not delivered yet.
struct HookLag {
  std::size_t records = 0;
  bool counted_all = true;           // false: counting stopped at a bound
  std::optional<TimeMicros> oldest;  // service time of the oldest of them
};

// The delivery of one shard.
struct HookShardReport {
  std::string stream_arn;
  std::string shard_id;
  HookPosition position;
  std::size_t attempts = 0;  // failed attempts for the next batch
  bool retrying = false;     // the next batch has failed before, whole or as a part of another
  HookLag lag;
};

// A call of the function that failed.
struct HookFailure {
  TimeMicros time = 0;  // service time
  std::string error;
  std::string stream_arn;
  std::string shard_id;
  std::size_t records = 0;   // of the batch
  streams::Position first;   // its first record
  std::size_t attempts = 0;  // counted for the batch; 0: it is halved
  bool given_up = false;
};

struct HookReport {
  std::string table;
  std::string target;
  bool has_stream = false;
  bool calling = false;  // the function is being called
  std::uint64_t accepted = 0;
  std::uint64_t given_up = 0;
  std::vector<HookShardReport> shards;
  std::optional<HookFailure> last_failure;
};

// Counts the records of a shard from `next` on, up to a bound.
Result<HookLag> LagOf(storage::Engine& engine, const catalog::Shard& shard, streams::Position next,
                      TimeMicros now);

}  // namespace stator::hooks
