#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"
#include "table/units.h"

namespace stator::table {

// The result of a decision on the item under a write's key.
struct Decision {
  enum class Kind : std::uint8_t { kKeep, kReplace, kRemove };
  Kind kind = Kind::kKeep;
  std::shared_ptr<const item::Item> image;  // kReplace: the whole new item

  // Leaves the item as it is.
  static Decision Keep() { return {}; }
  static Decision Remove() { return {Kind::kRemove, {}}; }
  static Decision Replace(item::Item image) {
    return {Kind::kReplace, std::make_shared<const item::Item>(std::move(image))};
  }
  // REQUIRES: `image` outlives every use of the decision.
  static Decision ReplaceBorrowed(const item::Item& image) {
    return {Kind::kReplace, {std::shared_ptr<const void>(), &image}};
  }
};

// Decides from the stored item alone (nullptr: none). The function must be pure, because it may run
// again on a newer image and on another thread; `stored` is const for that reason.
using Decide = std::function<Result<Decision>(const item::ItemView* stored)>;

// An upper bound on the work of a decision, known before it is made.
struct Effort {
  std::size_t passes = 0;  // passes over the stored item
  std::size_t bytes = 0;   // bytes that the request brings: an item, literals
};

// The parts of the result that a write's answer needs besides the units. The write keeps no other
// parts.
struct Wanted {
  bool old_image = false;
  bool new_image = false;
  bool collection_size = false;
};

// The origin of a write. Stream records tell readers which items time to live removed.
enum class Origin : std::uint8_t { kClient, kTimeToLive };

// The phase of a write that belongs to a transaction in two phases
// (docs/design/0008-transactions.md). kPrepare decides and marks the row without changing the item.
// kApply makes the change and kRelease only removes the mark; both do nothing to a row without the
// mark.
enum class Phase : std::uint8_t { kNone, kPrepare, kApply, kRelease };

struct Command;
struct Written;

// A check that may refuse a write before it is made, and that learns its outcome. The handlers
// above implement it with the meters of capacity.
// Threads: any.
class WriteAdmission {
 public:
  virtual ~WriteAdmission() = default;
  // Called once a write is decided for the first time, with its expected result. After a failed
  // condition the result has only the units of the table. Errors: any error refuses the write, and
  // nothing is written.
  virtual Result<> Admit(const Command& command, const Written& written) = 0;
  // Called once for each decided command that is not to be decided again under a newer descriptor:
  // written, failed or refused. The writes of a transaction are settled when it ends. Threads: the
  // thread that calls `done`, just before it does.
  // A success costs `units`. Some failures also have a cost, and their error then holds the item's
  // size. These are a failed condition, and a valid write cancelled with its transaction
  // (TransactionCanceledException).
  virtual void Settled(const Command& command, const Result<Written>& outcome) = 0;

  // Calls Settled of the command's admission, if there is one. An exception of the admission is
  // swallowed, and the outcome stands.
  static void Tell(const Command& command, const Result<Written>& outcome) noexcept;
};

// One item's write, ready for the commit queue.
struct Command {
  std::shared_ptr<const catalog::Table> table;
  Bytes row_key;
  Decide decide;
  Wanted wanted = {};
  Origin origin = Origin::kClient;
  Phase phase = Phase::kNone;
  Bytes transaction = {};                          // id of its transaction: the mark
  std::shared_ptr<WriteAdmission> admission = {};  // nullptr: the write is not metered
  Effort effort = {};
};

// The units that one read or write consumed on the table and on each index it touched, in the order
// of the descriptor's indexes. Untouched indexes have no element.
struct UnitsUsed {
  HalfUnits table = 0;
  std::vector<std::pair<const catalog::Index*, HalfUnits>> indexes;

  HalfUnits Total() const;
  // Adds the units of another write on the same table. Indexes are matched by name, because the
  // descriptor may have changed between the two.
  void Add(const UnitsUsed& other);
};

// The units that a write consumed at one entry of a global index.
struct EntryUnits {
  const catalog::Index* index = nullptr;
  Bytes key;
  HalfUnits units = 0;
};

// The result of a durable write, with the parts that its command wanted.
struct Written {
  std::shared_ptr<const catalog::Table> table;  // keeps alive the indexes in `units`
  std::optional<item::Item> old_image;
  std::optional<item::Item> new_image;
  std::int64_t collection_bytes = 0;  // of the item's collection after the write (collections.h)
  std::int64_t collection_delta = 0;  // the growth that a prepared write will cause
  std::size_t item_bytes = 0;         // the larger of the item before and after, as billed
  UnitsUsed units;
  std::vector<EntryUnits> entries;  // the units of global indexes in `units`, by entry
};

}  // namespace stator::table
