#include "table/row_walk.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/endian.h"

namespace stator::table {
namespace {

constexpr std::size_t kComparedBytes = 8;
constexpr std::size_t kWalksMax = 1024;
constexpr std::size_t kEndsMax = 256;

// The bytes of a key from `place` on, as a number.
std::uint64_t NumberAt(BytesView key, std::size_t place) {
  Bytes bytes(key.substr(std::min(place, key.size()), kComparedBytes));
  bytes.resize(kComparedBytes, '\0');
  return ReadBigEndian64(bytes);
}

Bytes Behind(BytesView key) { return Bytes(key) + '\0'; }

storage::PageLimits LimitsOf(const BackfillBudget& budget) {
  return {.entries_max = budget.rows_max, .bytes_max = budget.bytes_max};
}

// Returns the range that a page covers completely.
storage::KeyRange Covered(const storage::KeyRange& range, const storage::Page& page) {
  auto covered = range;
  const auto& entries = page.entries;
  if (page.more) covered.end = entries.empty() ? range.begin : Behind(entries.back().key);
  return covered;
}

// Takes rows in key order while the budget allows.
class Passing {
 public:
  Passing(const BackfillBudget& budget, Bytes from) : budget_(budget) {
    passed_.next = std::move(from);
  }

  bool full() const { return looks_ >= budget_.rows_max || bytes_ >= budget_.bytes_max; }

  void Take(storage::KeyedEntry row) {
    Pass(row.key);
    bytes_ += row.key.size() + row.value.size();
    passed_.rows.push_back(std::move(row));
  }
  // Passes a key, whether or not it has a row.
  void Pass(BytesView key) {
    ++looks_;
    passed_.next = Behind(key);
  }

  PassedRows Finish(Bytes next, bool end) && {
    if (passed_.next < next) passed_.next = std::move(next);
    passed_.end = end;
    return std::move(passed_);
  }

 private:
  const BackfillBudget budget_;
  std::size_t looks_ = 0;
  std::size_t bytes_ = 0;
  PassedRows passed_;
};

}  // namespace

Bytes Between(BytesView a, BytesView b) {
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  const auto low = NumberAt(a, same);
  const auto middle = low + (NumberAt(b, same) - low) / 2;
  if (middle == low) return Behind(b);
  Bytes between(b.substr(0, same));
  AppendBigEndian64(middle, between);
  return between;
}

Result<StepOutcome> RowWalk::Step(const catalog::TablePtr& table, Bytes next,
                                  const BackfillBudget& budget, const Plan& plan) {
  const auto began = MachineSteadyNow();
  changes_ = 0;
  TRY(StepOnce(table, std::move(next), budget, plan));
  return StepOutcome{.worked = true, .rest = courtesy_.RestAfter(began, changes_)};
}

Result<> RowWalk::Change(CommitQueue::Planner plan) {
  TRY(queue_.Change(std::move(plan)));
  ++changes_;
  return {};
}

Result<> RowWalk::StepOnce(const catalog::TablePtr& table, Bytes next, const BackfillBudget& budget,
                           const Plan& plan) {
  const auto& settings = table->settings();
  Piece piece{.range = {.begin = std::move(next)},
              .read_after = queue_.settled(),
              .page = {},
              .written = {}};
  piece.range.end = EndFor(settings.number, piece.range.begin);
  piece.page = TRY(engine_.Read(settings.rows, piece.range, LimitsOf(budget)));
  if (TRY(Finish(table, piece, budget, plan))) return {};
  TRY(ReadWatched(table, budget, piece));
  if (!TRY(Finish(table, piece, budget, plan))) ReadLess(settings.number, piece);
  return {};
}

Result<bool> RowWalk::Finish(const catalog::TablePtr& table, const Piece& piece,
                             const BackfillBudget& budget, const Plan& plan) {
  bool stale = false;
  TRY(Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    // Another change of the table may have come first. The next step looks again.
    if (!table->current()) return catalog::Change{};
    const auto passed = TRY(Pass(table->settings().rows, piece, budget));
    stale = !passed;
    return stale ? catalog::Change{} : plan(catalog, *passed);
  }));
  return !stale;
}

// Reads the piece again. Before that, the queue begins to collect the keys written among its rows.
// So no number of other writes can make the piece stale before its change is made.
Result<> RowWalk::ReadWatched(const catalog::TablePtr& table, const BackfillBudget& budget,
                              Piece& piece) {
  const auto rows = table->settings().rows;
  piece.range = Covered(piece.range, piece.page);
  piece.written = std::make_shared<WrittenWithin>(rows, piece.range, limits::kRecentEntriesMax);
  TRY(Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    queue_.Tell(piece.written);
    return catalog::Change{};
  }));
  piece.page = TRY(engine_.Read(rows, piece.range, LimitsOf(budget)));
  return {};
}

// Returns the key where the next piece must end; empty: no bound.
Bytes RowWalk::EndFor(catalog::TableNumber table, BytesView begin) {
  const auto found = ends_.find(table);
  if (found == ends_.end()) return {};
  auto& ends = found->second;
  while (!ends.empty() && BytesView(ends.back()) <= begin) ends.pop_back();
  if (!ends.empty()) return ends.back();
  ends_.erase(found);
  return {};
}

// Bounds the next piece. It ends with the first row of this piece. If there is no row, or that end
// is no nearer, it ends half way. Reading half of a range that holds only traces takes about half
// the time.
void RowWalk::ReadLess(catalog::TableNumber table, const Piece& piece) {
  const auto& range = piece.range;
  const auto& page = piece.page;
  const auto nearer = [&range](const Bytes& key) { return range.end.empty() || key < range.end; };
  Bytes bound = range.end.empty() ? Bytes(kComparedBytes, '\xFF') : range.end;
  if (!page.entries.empty()) bound = Behind(page.entries.front().key);
  if (!nearer(bound) || page.entries.empty()) {
    if (bound <= range.begin) return;
    bound = Between(range.begin, bound);
  }
  if (!nearer(bound)) return;
  if (ends_.size() >= kWalksMax) ends_.clear();  // mostly of tables that no longer exist
  auto& ends = ends_[table];
  if (ends.size() >= kEndsMax) ends.erase(ends.begin());
  ends.push_back(std::move(bound));
}

// Returns the rows as they are now. nullopt if more was written since the piece was read than the
// queue remembers. Threads: the commit thread.
Result<std::optional<PassedRows>> RowWalk::Pass(storage::Space rows, const Piece& piece,
                                                const BackfillBudget& budget) const {
  const auto& entries = piece.page.entries;
  const auto range = Covered(piece.range, piece.page);
  const auto written =
      piece.written ? piece.written->In(range) : queue_.WrittenSince(rows, range, piece.read_after);
  if (!written) return std::nullopt;
  std::set<BytesView> keys(written->begin(), written->end());
  for (const auto& entry : entries) keys.insert(entry.key);
  Passing passing(budget, range.begin);
  auto entry = entries.begin();
  for (const auto key : keys) {
    if (passing.full()) return std::move(passing).Finish({}, false);
    const bool was_read = entry != entries.end() && entry->key == key;
    if (written->contains(key)) {
      auto now = TRY(engine_.Get(rows, key));
      now ? passing.Take({Bytes(key), now->version, std::move(now->value)}) : passing.Pass(key);
    } else {
      passing.Take(*entry);
    }
    if (was_read) ++entry;
  }
  return std::move(passing).Finish(range.end, range.end.empty() && !piece.page.more);
}

}  // namespace stator::table
