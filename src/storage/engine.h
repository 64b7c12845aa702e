#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

// The storage seam: ordered bytes in numbered spaces. It knows no items, no JSON and no engine by
// name.
namespace stator::storage {

// The number of a key space: a table's rows, one index, a change log, the catalog. Numbers are
// never reused.
using Space = std::uint32_t;

// A strictly rising number, which the caller that orders the commits assigns. 0 is never a commit.
using CommitNumber = std::uint64_t;

// The number of the commit that wrote an entry. kAbsent means that there is no entry.
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

// The keys from `begin` (included) to `end` (excluded). An empty `end` is the end of the space.
struct KeyRange {
  Bytes begin;
  Bytes end;
  bool backward = false;  // start at the last entry and walk down
};

// The bounds of one page.
struct PageLimits {
  std::size_t entries_max = 1000;
  std::size_t bytes_max = 1U << 20U;  // of keys and values; the entry that reaches it is the last
  // The traces of deleted entries that Read skips before it finds an entry. Beyond this bound the
  // engine may give up. 0: any number.
  std::size_t traces_max = 0;
};

// One page of a range.
struct Page {
  std::vector<KeyedEntry> entries;
  bool more = false;     // the range holds entries beyond the page; if gave_up, it may hold some
  bool gave_up = false;  // after too many traces; reading on needs a higher bound
};

// A condition of a commit: the entry is still at this version when the commit applies.
struct Guard {
  Address address;
  Version version = kAbsent;
};

// A put, or a delete if `value` is absent.
struct Mutation {
  Address address;
  std::optional<Bytes> value;
};

// An entry of a change log. Its key is the commit's number (8 bytes, big-endian), then `suffix`.
struct LogRecord {
  Space log = 0;
  Bytes suffix;
  Bytes value;
};

// Drops all entries that earlier commits put into a space. Entries that the same commit puts stay.
struct SpaceDrop {
  Space space = 0;
};

// Changes that apply together. Entries that the commit puts get `number` as their version.
struct Commit {
  CommitNumber number = 0;
  std::vector<Guard> guards;
  std::vector<Mutation> changes;
  std::vector<LogRecord> appends;
  std::vector<SpaceDrop> drops;
};

// An engine's promises beyond this contract. They never change during its life.
struct Traits {
  bool atomic_across_routes = false;  // a commit may touch entries of several routes
  bool sole_writer = false;  // no other process can write; guards cannot fail between processes
};

// Stores entries. A read never returns changes that a crash could still undo, and never a part of a
// commit.
// Threads: safe for concurrent use.
class Engine {
 public:
  virtual ~Engine() = default;

  virtual Traits traits() const = 0;

  // Returns the entry, or nullopt if it is absent.
  virtual Result<std::optional<Entry>> Get(Space space, BytesView key) = 0;

  // Returns all entries as of one moment, in the order of `wanted`.
  virtual Result<std::vector<std::optional<Entry>>> MultiGet(std::span<const Address> wanted) = 0;

  // Returns the first entries of the range in its direction, never more than the limits allow.
  virtual Result<Page> Read(Space space, const KeyRange& range, const PageLimits& limits) = 0;

  // Applies the commits in order, each wholly or not at all, and returns when the applied ones are
  // durable. Element i is false if a guard of commit i did not hold, and the commit was not
  // applied. Guards see the earlier commits of the same call.
  // REQUIRES: numbers rise strictly, within a call and from call to call.
  // Errors: kUnavailable if none was applied because the store refuses writes for now (disk full);
  // reads go on. kInternalServerError if some may have been applied; the caller may repeat only
  // idempotent work.
  virtual Result<std::vector<bool>> Apply(std::span<const Commit> commits) = 0;
};

}  // namespace stator::storage
