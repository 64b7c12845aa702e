#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "catalog/table.h"
#include "storage/engine.h"

// Streams as the catalog keeps them: apart from their tables, which they outlive by a day. A
// published descriptor never changes; a change publishes a new one.
namespace stator::catalog {

// What happened in one range of row keys between two commits. It is open until a later commit
// closes it, in which its children, if it has any, are opened.
struct Shard {
  std::uint32_t number = 0;      // within the stream, from 1 on: parents before children
  std::uint32_t parent = 0;      // 0: none
  TimeMicros parent_opened = 0;  // the parent may be gone already, but its id is shown
  storage::Space log = 0;        // where its records are (docs/formats/change-records.md)
  Bytes begin;                   // of the range
  Bytes end;                     // of the range; empty: to the end of the table
  TimeMicros opened = 0;
  storage::CommitNumber opened_by = 0;  // every record's commit is later
  TimeMicros closed = 0;                // of a closed one
  storage::CommitNumber closed_by = 0;  // 0: open; else every record's commit is earlier

  bool open() const { return closed_by == 0; }
  bool operator==(const Shard&) const = default;
};

struct StreamSettings {
  std::string arn;
  std::string label;
  std::string id;  // a UUID that nobody sees: what marks iterators as ours
  std::string table_name;
  TableNumber table = 0;
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key;
  StreamView view = StreamView::kNewAndOldImages;
  TimeMicros created = 0;
  TimeMicros settled = 0;              // until when the last change of status takes
  std::optional<TimeMicros> disabled;  // when it was, or its table deleted
  std::uint32_t next_shard = 1;
  std::vector<Shard> shards;  // by number

  bool operator==(const StreamSettings&) const = default;
};

enum class StreamStatus : std::uint8_t { kEnabling, kEnabled, kDisabling, kDisabled };

// A published descriptor of a stream.
class StreamDescriptor {
 public:
  explicit StreamDescriptor(StreamSettings settings) : settings_(std::move(settings)) {}

  const StreamSettings& settings() const { return settings_; }
  const StreamSettings* operator->() const { return &settings_; }

  StreamStatus StatusAt(TimeMicros now) const;
  // nullptr: there is none, or none any more.
  const Shard* FindShard(std::uint32_t number) const;
  const Shard* FindShard(std::string_view shard_id) const;

 private:
  StreamSettings settings_;
};

using StreamPtr = std::shared_ptr<const StreamDescriptor>;

// "shardId-00000001414576573621-0000002a": when it was opened, in ms, and its number; so ids order
// as numbers do.
std::string ShardId(const Shard& shard);
// REQUIRES: it has one.
std::string ParentShardId(const Shard& shard);

// Of a table's stream with that label.
std::string StreamArn(std::string_view table_arn, std::string_view label);
// The name of the table in the ARN of a stream; nullopt: it is no such ARN.
std::optional<std::string_view> TableNameInStreamArn(std::string_view arn);

}  // namespace stator::catalog
