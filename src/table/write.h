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

// What a write wants done to the item under its key.
struct Decision {
  enum class Kind : std::uint8_t { kKeep, kReplace, kRemove };
  Kind kind = Kind::kKeep;
  std::shared_ptr<const item::Item> image;  // kReplace: the whole new item

  static Decision Keep() { return {}; }
  static Decision Remove() { return {Kind::kRemove, {}}; }
  static Decision Replace(item::Item image) {
    return {Kind::kReplace, std::make_shared<const item::Item>(std::move(image))};
  }
  // `image` outlives the decision's use.
  static Decision ReplaceBorrowed(const item::Item& image) {
    return {Kind::kReplace, {std::shared_ptr<const void>(), &image}};
  }
};

// Decides from the stored item alone (nullptr: there is none). Pure, and may run again on a newer
// image and on another thread, so it changes nothing, which const enforces.
using Decide = std::function<Result<Decision>(const item::ItemView* stored)>;

// An upper bound on what a decision looks at, known before it is made.
struct Effort {
  std::size_t passes = 0;  // over the stored item
  std::size_t bytes = 0;   // that the request brings: an item, literals
};

// What the answer to a write needs to know besides the units; nothing else is kept for it.
struct Wanted {
  bool old_image = false;
  bool new_image = false;
  bool collection_size = false;
};

// Who writes. Streams tell their readers of what time to live removed.
enum class Origin : std::uint8_t { kClient, kTimeToLive };

// What a write is to a transaction in two phases (docs/design/0008-transactions.md). kPrepare
// decides and marks the row without changing the item; kApply makes the change of a row that bears
// the mark, kRelease takes the mark off. Both do nothing to a row that does not bear it.
enum class Phase : std::uint8_t { kNone, kPrepare, kApply, kRelease };

struct Command;
struct Written;

// The check that may refuse a write before it is made, and that hears what the write came to.
// Capacity implements it, above this layer. Threads: any.
class WriteAdmission {
 public:
  virtual ~WriteAdmission() = default;
  // Of a write that was decided for the first time, with what it is going to come to. A condition
  // that failed is decided, too, and comes to the units of its table alone. An error refuses the
  // write, and nothing is written.
  virtual Result<> Admit(const Command& command, const Written& written) = 0;
  // Once for each command that was decided and is not to be decided again under a newer descriptor:
  // written, failed or refused; those of a transaction when that is over. On the thread that calls
  // `done`, just before. `units` of a success are what it costs. What else has a cost says in its
  // error how large the item was: a condition that failed, and what could have been written but was
  // cancelled with its transaction (TransactionCanceledException).
  virtual void Settled(const Command& command, const Result<Written>& outcome) = 0;

  // Tells the admission of the command, if there is one. An outcome stands: an admission that
  // throws has missed it.
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
  Bytes transaction = {};                          // whose phase it is; the mark
  std::shared_ptr<WriteAdmission> admission = {};  // nullptr: nobody meters it
  Effort effort = {};
};

// What one read or write consumed: on the table, and on each index it touched, in the order of the
// descriptor's indexes. Untouched indexes have no element.
struct UnitsUsed {
  HalfUnits table = 0;
  std::vector<std::pair<const catalog::Index*, HalfUnits>> indexes;

  HalfUnits Total() const;
  // Adds what another write consumed on the same table. Indexes are told apart by name: descriptors
  // may have changed between the two.
  void Add(const UnitsUsed& other);
};

// Units that a write consumed at one entry of a global index.
struct EntryUnits {
  const catalog::Index* index = nullptr;
  Bytes key;
  HalfUnits units = 0;
};

// What a durable write did, as far as it was wanted.
struct Written {
  std::shared_ptr<const catalog::Table> table;  // keeps alive what `units` points into
  std::optional<item::Item> old_image;
  std::optional<item::Item> new_image;
  std::int64_t collection_bytes = 0;  // of the item's collection, after the write (collections.h)
  std::int64_t collection_delta = 0;  // by how much a prepared write is going to change that
  std::size_t item_bytes = 0;         // the larger of the item before and after, as billed
  UnitsUsed units;
  std::vector<EntryUnits> entries;  // what `units` has for global indexes, by where it was used
};

}  // namespace stator::table
