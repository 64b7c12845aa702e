#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

// The storage seam: ordered bytes in numbered spaces. No item, no JSON and no engine name crosses
// it.
namespace stator::storage {

// A numbered key space: a table's rows, one index, a change log, the catalog. Never reused.
using Space = std::uint32_t;

// Strictly rising; given by whoever orders the commits. 0 is never a commit.
using CommitNumber = std::uint64_t;

// The number of the commit that wrote an entry; kAbsent stands for "there is no such entry".
using Version = CommitNumber;
inline constexpr Version kAbsent = 0;

struct Address {
  Space space = 0;
  Bytes key;
};

struct Entry {
  Version version = kAbsent;
  Bytes value;
};

struct KeyedEntry {
  Bytes key;
  Version version = kAbsent;
  Bytes value;
};

// From `begin` (included) to `end` (excluded); an empty `end` means to the end of the space.
struct KeyRange {
  Bytes begin;
  Bytes end;
  bool backward = false;  // start at the last entry of the range and walk down
};

struct PageLimits {
  std::size_t entries_max = 1000;
  std::size_t bytes_max = 1U << 20U;  // of keys and values; the entry that reaches it is the last
  // Traces of deleted entries to pass over before an entry is found; beyond, the engine may give
  // up. 0: any number.
  std::size_t traces_max = 0;
};

struct Page {
  std::vector<KeyedEntry> entries;
  bool more = false;     // the range holds entries beyond the page, or may if it gave up
  bool gave_up = false;  // over too many traces; to read on takes a higher limit
};

// The entry must still be at this version when the commit applies.
struct Guard {
  Address address;
  Version version = kAbsent;
};

// A put, or a delete where `value` is absent.
struct Mutation {
  Address address;
  std::optional<Bytes> value;
};

// An entry of a change log; its key is the commit's number (8 bytes, big-endian) and then `suffix`.
struct LogRecord {
  Space log = 0;
  Bytes suffix;
  Bytes value;
};

// Drops every entry of a space that earlier commits left there; what the same commit puts stays.
struct SpaceDrop {
  Space space = 0;
};

// Everything that changes together. Entries it puts get `number` as their version.
struct Commit {
  CommitNumber number = 0;
  std::vector<Guard> guards;
  std::vector<Mutation> changes;
  std::vector<LogRecord> appends;
  std::vector<SpaceDrop> drops;
};

// What an engine promises beyond the contract, fixed for its life.
struct Traits {
  bool atomic_across_routes = false;  // a commit may touch entries of several routes
  bool sole_writer = false;  // no other process can write; guards cannot fail between processes
};

// Safe for concurrent use. A read never returns what a crash could still take back, and never a
// part of a commit.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual Traits traits() const = 0;

  virtual Result<std::optional<Entry>> Get(Space space, BytesView key) = 0;

  // All as of one moment, in the order asked.
  virtual Result<std::vector<std::optional<Entry>>> MultiGet(std::span<const Address> wanted) = 0;

  // The first entries of the range in its direction, never more than the limits allow.
  virtual Result<Page> Read(Space space, const KeyRange& range, const PageLimits& limits) = 0;

  // Applies the commits in order, each wholly or not at all, and returns when those applied are
  // durable. Element i is true if commit i was applied, false if one of its guards did not hold;
  // guards see the commits before them in the same call. REQUIRES: numbers strictly rising, within
  // and across calls. kUnavailable: none was applied, the store refuses writes for now (disk full);
  // reads go on. kInternalServerError: some may have been applied; only idempotent work may be
  // repeated.
  virtual Result<std::vector<bool>> Apply(std::span<const Commit> commits) = 0;
};

}  // namespace stator::storage
