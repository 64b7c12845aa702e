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

// Streams as the catalog keeps them. A stream has a descriptor of its own, because it outlives its
// table by a day. A published descriptor never changes; a change publishes a new one.
namespace stator::catalog {

// The records of one range of row keys between two commits. A shard is open until a later commit
// closes it; that commit also opens its children, if it has any.
struct Shard {
  std::uint32_t number = 0;      // within the stream, from 1 on; parents before children
  std::uint32_t parent = 0;      // 0: none
  TimeMicros parent_opened = 0;  // part of the parent's id, which outlives the parent
  storage::Space log = 0;        // the space of its records (docs/formats/change-records.md)
  Bytes begin;                   // of the range, inclusive
  Bytes end;                     // of the range, exclusive; empty: the end of the table
  TimeMicros opened = 0;
  storage::CommitNumber opened_by = 0;  // every record's commit is later
  TimeMicros closed = 0;                // 0: open
  storage::CommitNumber closed_by = 0;  // 0: open; otherwise every record's commit is earlier

  bool open() const { return closed_by == 0; }
  bool operator==(const Shard&) const = default;
};

// Everything that a stream's descriptor holds.
struct StreamSettings {
  std::string arn;
  std::string label;
  std::string id;  // a secret UUID, which marks iterators as ours
  std::string table_name;
  TableNumber table = 0;
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key;
  StreamView view = StreamView::kNewAndOldImages;
  TimeMicros created = 0;
  TimeMicros settled = 0;              // time before which ENABLING or DISABLING does not end
  std::optional<TimeMicros> disabled;  // when a client disabled it or deleted its table
  std::uint32_t next_shard = 1;
  std::vector<Shard> shards;  // by number

  bool operator==(const StreamSettings&) const = default;
};

enum class StreamStatus : std::uint8_t { kEnabling, kEnabled, kDisabling, kDisabled };

// A published descriptor of a stream. It is immutable.
class StreamDescriptor {
 public:
  explicit StreamDescriptor(StreamSettings settings) : settings_(std::move(settings)) {}

  const StreamSettings& settings() const { return settings_; }
  const StreamSettings* operator->() const { return &settings_; }

  StreamStatus StatusAt(TimeMicros now) const;
  // Returns the shard, or nullptr if the stream has none of this number or id. Lifetime: that of
  // the descriptor.
  const Shard* FindShard(std::uint32_t number) const;
  const Shard* FindShard(std::string_view shard_id) const;

 private:
  StreamSettings settings_;
};

using StreamPtr = std::shared_ptr<const StreamDescriptor>;

// "shardId-00000001414576573621-0000002a": the time when the shard opened in ms, and its number in
// hexadecimal. So ids order as numbers do.
std::string ShardId(const Shard& shard);
// REQUIRES: the shard has a parent.
std::string ParentShardId(const Shard& shard);

// The ARN of the table's stream with this label.
std::string StreamArn(std::string_view table_arn, std::string_view label);
// Returns the table's name in the ARN of a stream, or nullopt if the text is no such ARN. Lifetime:
// a view into `arn`.
std::optional<std::string_view> TableNameInStreamArn(std::string_view arn);

}  // namespace stator::catalog
