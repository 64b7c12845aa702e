#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"
#include "model/layout/layout.h"

// Plans the requests that serve a pattern. A plan depends on the model alone.
namespace stator::model {

// The most partition keys that one read may ask: shards times buckets of time.
inline constexpr std::size_t kFanOutMax = 10'000;

// The DynamoDB operation of a read; kNone: no request serves it. kStatement is ExecuteStatement.
enum class Operation : std::uint8_t { kNone, kGetItem, kQuery, kScan, kExport, kStatement };

// The condition of a Query on the sort key.
struct SortRange {
  enum class Type : std::uint8_t {
    kAny,      // no condition
    kEquals,   // = prefix
    kPrefix,   // begins_with(prefix)
    kBetween,  // from prefix + range's begin to prefix + range's end + `end`
  };
  Type type = Type::kAny;
  Template prefix;              // literals and attributes that the pattern binds
  std::optional<Part> between;  // the part that the range is over
  // kBetween: the text behind the range's last value, if further parts follow in the key, so that
  // the range includes all keys of that value. If a value may be the beginning of another, the text
  // is the character after their delimiter: name-1$ sorts before name-10# and behind every name-1#.
  std::string end;
  bool unterminated = false;  // kPrefix: ends in a value that may be the beginning of another
};

// One read of a statement, as PartiQL's planner finds it.
struct StatementRead {
  Operation operation = Operation::kScan;  // kGetItem, kQuery or kScan
  std::string condition;                   // on the key: "PK = CUST#{custId}"; empty for a Scan
  // The rows that it meets before the filter.
  double items = 0;
  double bytes = 0;
};

// How DynamoDB executes the statement of a pattern.
struct StatementPlan {
  std::vector<StatementRead> reads;  // none: the condition contradicts itself, or it is refused
  bool filtered = false;             // items must meet more than the conditions on the key
  std::string because;               // why it scans; empty: it does not
  // The parts that an index could serve: attributes that equal a value, the first attribute with
  // bounds, and the attributes of the list. `shows` is empty if the list has anything else.
  std::vector<Binding> equals;
  std::string range;
  std::vector<std::string> shows;

  bool scans() const { return !because.empty(); }
};

// How one read is executed, and the properties that rank it.
struct ReadPlan {
  Operation operation = Operation::kNone;
  // The table and index that it reads. Both are null for kNone; a Scan reads a table.
  const Table* table = nullptr;
  const Index* index = nullptr;
  Template partition;  // the read asks every value of its shard and bucket parts
  SortRange sort;
  bool backward = false;
  std::int64_t limit = 0;        // 0: none
  std::int64_t shards = 1;       // partition keys asked because of shards
  std::int64_t buckets = 1;      // and because of time buckets; both multiply
  std::optional<Bucket> bucket;  // the time buckets' length
  std::string bucket_attribute;
  std::vector<StoredRow> wanted;      // the target's rows, then the children's
  std::vector<StoredRow> over_read;   // other rows in the same key range
  std::vector<Condition> constants;   // bound attributes with a constant: [status=OPEN]
  std::vector<std::string> filtered;  // bound attributes that no key part uses
  bool ordered = true;                // the rows come in the pattern's order
  bool second_read = false;           // an index returns only keys; each item needs a get
  // A local index lacks wanted attributes. The Query itself fetches them from the table, item by
  // item.
  bool fetches_rest = false;
  std::optional<StatementPlan> statement;  // of a pattern with a statement
  std::string reason;                      // kNone: why
  std::string cure;                        // kNone: how to serve it, if the reason is unusual
  // For a fetch whose children lie in shards of their own, this plan reads the parent and the
  // children that lie with it. These plans read the other children, in the order of the pattern.
  std::vector<ReadPlan> children;
  // If such children lie under one of several keys with exclusive conditions, these plans read the
  // other keys. Their results are merged with this plan's.
  std::vector<ReadPlan> others;

  std::int64_t partitions() const { return shards * buckets; }
  // Whether keys lead to the rows: no Scan and no export.
  bool keyed() const;
  // Returns this plan and `others`.
  std::vector<const ReadPlan*> alternatives() const;
  // Returns the partition keys of this plan and of all plans for children.
  std::int64_t all_partitions() const;
  // Returns the rows that order and limit apply to: the target's, or the last child's.
  const StoredRow& last_wanted() const;
};

// Plans a read pattern: the request that its `via` names, or else the best one. The best request
// filters and sorts least outside of keys, asks the fewest partitions and reads the least beside
// the answer. After that a GetItem is better than a Query, and the table better than an index.
// RankOf in plan.cc defines the whole order. Lifetime: the plan points into the model.
ReadPlan PlanRead(const Model& model, const Pattern& pattern);
// Like the overload above, with all stored rows of the model, for callers that plan many patterns.
ReadPlan PlanRead(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern);

// Plans a statement with the planner of ExecuteStatement. kNone: DynamoDB refuses the statement.
// REQUIRES: pattern.sql. Lifetime: as PlanRead.
ReadPlan PlanStatement(const Model& model, const std::vector<StoredRow>& all,
                       const Pattern& pattern);

// A row that a write puts, updates or deletes.
struct RowWrite {
  enum class Type : std::uint8_t { kPut, kUpdate, kDelete, kCheck };
  Type type = Type::kPut;
  StoredRow access;                     // in the table
  bool if_absent = false;               // attribute_not_exists
  std::vector<std::string> conditions;  // attributes compared
  std::vector<std::string> attributes;  // kUpdate: the attributes to write
  // kUpdate: index entries whose key changes with it. Their `when` may no longer hold.
  std::vector<StoredRow> rewritten;
  std::vector<StoredRow> stale;  // index entries or copies that keep old values
  // An update moves a copy or unique row if it changes its key: a kDelete of the old row and a kPut
  // of the new one. If both have the same key, only the put is made.
  bool moved = false;
  std::int64_t times = 1;
  const Action* action = nullptr;  // the pattern's action
};

// The rows that a write pattern writes.
struct WritePlan {
  bool transaction = false;
  std::vector<RowWrite> rows;
  std::string reason;  // why an item cannot be addressed; empty: all items can
  // Why the bound attributes do not address a copy or a unique row, so that a read must get its old
  // values.
  std::string secondary_reason;
  Place reason_place;
};

// Returns what happens to the row: put or delete for a moved row, else the pattern's verb.
Verb VerbOf(const RowWrite& row);

// Plans a write pattern. Lifetime: the plan points into the model and the pattern.
WritePlan PlanWrite(const Model& model, const Pattern& pattern);

// Plans the rows that a stream's consumer keeps. It writes each by itself, outside any transaction.
WritePlan StreamCopiesOf(const Model& model, const Pattern& pattern);

// Returns the attributes that an update writes.
std::vector<std::string> WrittenBy(const Action& action);
// Returns the written attributes that the row holds.
std::vector<std::string> WrittenTo(const StoredRow& access, const Action& action);

// Returns "none", "GetItem", …, "Export".
std::string_view NameOf(Operation operation);
// Returns the operation that makes a write: "PutItem", …, "TransactWriteItems".
std::string_view OperationOf(Verb verb);

// Returns "x4 " for a read that asks four partition keys; empty for one.
std::string FanOutText(const ReadPlan& plan);

// Describes the key condition of a GetItem or a Query: "PK = CUST#{custId}, SK begins_with ORDER#,
// backward, limit 5".
std::string DescribeKeyCondition(const ReadPlan& plan);
// Like DescribeKeyCondition, and adds the filter: "…, filter on status".
std::string DescribeCondition(const ReadPlan& plan);

// Describes the reads of a statement: "Query GSI1 GSI1PK = OPEN + Query GSI1 GSI1PK = PAID,
// filter". REQUIRES: plan.statement, and DynamoDB does not refuse it.
std::string DescribeReads(const ReadPlan& plan);

// Describes a read in one line: "Query GSI1 x4 GSI1PK = CUST#{custId}#{status}, GSI1SK begins_with
// ORDER#".
std::string Describe(const ReadPlan& plan);
// Describes a write: "PutItem app CUST#{custId} / PROFILE if it is new", or all rows of a
// transaction.
std::string Describe(const WritePlan& plan);

}  // namespace stator::model
