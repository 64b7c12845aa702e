#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"
#include "model/layout/layout.h"

// The requests that serve a pattern. Pure: follows from the model alone.
namespace stator::model {

// Partition keys that one read may ask: shards times buckets of time.
inline constexpr std::size_t kFanOutMax = 10'000;

enum class Operation : std::uint8_t { kNone, kGetItem, kQuery, kScan, kExport };

// What the sort key is compared with.
struct SortRange {
  enum class Type : std::uint8_t {
    kAny,      // no condition
    kEquals,   // = prefix
    kPrefix,   // begins_with(prefix)
    kBetween,  // from prefix + the range's begin to prefix + the range's end, `tail` included
  };
  Type type = Type::kAny;
  Template prefix;              // literals and attributes that the pattern binds
  std::optional<Part> between;  // the part the range is over
  // kBetween: stands behind the last value, where further parts follow in the key, so that the
  // range has all keys of that value. Behind values that begin with one another this is the
  // character after their delimiter: name-1$ is before name-10#, and behind every name-1#.
  std::string end;
  bool unterminated = false;  // kPrefix: ends in a value that may be the beginning of another
};

struct ReadPlan {
  Operation operation = Operation::kNone;
  // Where it reads. Not set for kNone, kScan of a table has table only.
  const Table* table = nullptr;
  const Index* index = nullptr;
  Template partition;  // its shard and bucket parts are fanned out over
  SortRange sort;
  bool backward = false;
  std::int64_t limit = 0;        // 0: none
  std::int64_t shards = 1;       // how many partition keys are asked because of shards …
  std::int64_t buckets = 1;      // … and, times that, because of time buckets
  std::optional<Bucket> bucket;  // which
  std::string bucket_attribute;
  std::vector<StoredRow> wanted;     // what it is asked for: the target's rows, then the children's
  std::vector<StoredRow> over_read;  // what lies in the same key range
  std::vector<Condition> constants;  // attributes that the pattern gives a value: [status=OPEN]
  std::vector<std::string> filtered;  // attributes bound by the pattern that no key takes
  bool ordered = true;                // comes in the order the pattern wants
  bool second_read = false;  // an index answers with keys; the items must be got one by one
  // A local index lacks what is wanted: the Query itself takes it from the table, item by item.
  bool fetches_rest = false;
  std::string reason;  // kNone: why
  std::string cure;    // kNone: what would serve it, where the reason is no usual one
  // Of a fetch whose children lie in shards of their own: this is the read of the parent and of
  // what lies with it, and these are those of the other children, in the order of the pattern.
  std::vector<ReadPlan> children;
  // Of such children, if they lie under one of several keys by conditions that exclude each other:
  // the reads under the other keys. Their answers are merged with this one's.
  std::vector<ReadPlan> others;

  std::int64_t partitions() const { return shards * buckets; }
  // This read and the others.
  std::vector<const ReadPlan*> alternatives() const;
  // Those of the children, too.
  std::int64_t all_partitions() const;
  // The rows of which order and limit are asked: the target's, or the last of the children.
  const StoredRow& last_wanted() const;
};

// The request that serves a read pattern: the one its `via` names, or else the best. The best
// filters and sorts least outside of keys, asks the fewest partitions, reads the least beside the
// answer, and then prefers a GetItem to a Query and the table to an index. RankOf in plan.cc is the
// whole order.
ReadPlan PlanRead(const Model& model, const Pattern& pattern);
// The same with all stored rows of the model, for callers that plan many patterns.
ReadPlan PlanRead(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern);

// A row that a write puts, updates or deletes.
struct RowWrite {
  enum class Type : std::uint8_t { kPut, kUpdate, kDelete, kCheck };
  Type type = Type::kPut;
  StoredRow access;                     // in the table
  bool if_absent = false;               // attribute_not_exists
  std::vector<std::string> conditions;  // attributes compared
  std::vector<std::string> attributes;  // kUpdate: which are written
  // kUpdate: index keys that change with it, and how (their `when` may no longer hold).
  std::vector<StoredRow> rewritten;
  std::vector<StoredRow> stale;  // index keys or copies made of what is written, and not rewritten
  // A copy or unique row of an update that changes what its key is made of: kDelete where it lay,
  // beside a kPut where it comes to lie. Where both are one place, the put alone is made.
  bool moved = false;
  std::int64_t times = 1;
  const Action* action = nullptr;  // of the pattern
};

struct WritePlan {
  bool transaction = false;
  std::vector<RowWrite> rows;
  std::string reason;  // why an item cannot be addressed; empty: all can
  // Why a copy or a unique row cannot be, from what the pattern binds: its old values must be read.
  std::string secondary_reason;
  Place reason_place;
};

// What is done to the row: of one that moves, put or delete; else what the pattern says.
Verb VerbOf(const RowWrite& row);

WritePlan PlanWrite(const Model& model, const Pattern& pattern);

// Writes of rows that a stream's consumer keeps: each by itself, outside of any transaction.
WritePlan StreamCopiesOf(const Model& model, const Pattern& pattern);

// The attributes that an update writes; and of these, what the row has.
std::vector<std::string> WrittenBy(const Action& action);
std::vector<std::string> WrittenTo(const StoredRow& access, const Action& action);

// "none", "GetItem", …, "Export".
std::string_view NameOf(Operation operation);
// "PutItem", …, "TransactWriteItems": by which a write is made.
std::string_view OperationOf(Verb verb);

// "x4 " where that many partition keys are asked; empty for one.
std::string FanOutText(const ReadPlan& plan);

// Of a GetItem or a Query: "PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 5"; and that
// with what is filtered: "…, filter on status".
std::string DescribeKeyCondition(const ReadPlan& plan);
std::string DescribeCondition(const ReadPlan& plan);

// "Query GSI1 x4 GSI1PK = CUST#{custId}#{status}, GSI1SK begins_with ORDER#": one line for a
// person.
std::string Describe(const ReadPlan& plan);
// "PutItem app CUST#{custId} / PROFILE if it is new", or all rows of a transaction.
std::string Describe(const WritePlan& plan);

}  // namespace stator::model
