#include "query/reader.h"

#include <algorithm>

#include "base/clock.h"
#include "base/limits.h"
#include "base/work_limits.h"
#include "item/row.h"
#include "table/keys.h"

namespace stator::query {
namespace {

using item::ItemView;
using storage::KeyedEntry;

// The work between two reads of the clock. One read costs as much as a small item.
constexpr std::size_t kClockedWork = 64U * 1024;

// Cuts the item out of a row, reusing the row's bytes.
item::Item ItemOf(Bytes row_value, ItemView item) {
  row_value.erase(0, row_value.size() - item.bytes().size());
  return item::Item(std::move(row_value));
}

}  // namespace

table::HalfUnits Reader::SourceUnits() const {
  return table::ReadUnitsFor(contents_.bytes, plan_.consistent);
}

Reader::Reader(storage::Engine& engine, PagePlan plan) : engine_(&engine), plan_(std::move(plan)) {
  if (plan_.filter) cost_ = expr::CostOf(*plan_.filter);
}

Result<bool> Reader::Advance(const Budget& budget) {
  Budget left = budget;
  unclocked_ = 0;  // a reader past its deadline still takes one item
  while (!complete_ && left.work > 0) {
    if (taken_ < step_.entries.size()) {
      TRY(TakeStep(left));
    } else {
      if (left.entries == 0 || left.bytes == 0) break;
      TRY(ReadStep(left));
    }
  }
  return complete_;
}

Result<> Reader::ReadStep(Budget& left) {
  const storage::PageLimits step{
      .entries_max = std::min(
          {plan_.items_max - contents_.examined, left.entries, limits::kReadStepEntriesMax}),
      .bytes_max =
          std::min({plan_.bytes_max - contents_.bytes, left.bytes, limits::kReadStepBytesMax}),
      .traces_max = left.traces};
  step_ = TRY(engine_->Read(plan_.source.space(), plan_.range, step));
  taken_ = 0;
  for (const auto& entry : step_.entries) {
    left.bytes -= std::min(left.bytes, entry.key.size() + entry.value.size());
  }
  left.entries -= step_.gave_up ? left.entries : std::min(left.entries, step_.entries.size());
  if (!step_.entries.empty()) {
    if (contents_.first_key.empty()) contents_.first_key = step_.entries.front().key;
    MoveBehind(step_.entries.back().key);
  } else if (!step_.more) {
    complete_ = true;
  }
  return {};
}

// Takes entries of the last step until the budget is spent or no entry is left.
Result<> Reader::TakeStep(Budget& left) {
  while (taken_ < step_.entries.size() && !complete_ && left.work > 0) {
    const auto entries = std::span(step_.entries).subspan(taken_);
    if (plan_.fetch) {
      TRY(TakeFetched(entries.first(std::min(entries.size(), limits::kFetchedTogetherMax)), left));
    } else if (Affords(entries.front().value, left)) {
      TRY(Take(entries.front(), std::nullopt));
      ++taken_;
    }
  }
  if (taken_ == step_.entries.size() && !step_.more) complete_ = true;
  return {};
}

// Takes the work on one row from the budget. False if the budget is too small for it, or the
// deadline has passed.
bool Reader::Affords(BytesView row_value, Budget& left) {
  if (left.until && unclocked_ >= kClockedWork) {
    unclocked_ = 0;
    if (MachineSteadyNow() >= *left.until) left.work = 0;
  }
  const std::size_t work =
      limits::kSearchWeight * cost_.passes * row_value.size() + cost_.literal_bytes;
  unclocked_ += work + row_value.size();
  const bool affords = work < left.work;
  left.work = affords ? left.work - work : 0;
  return affords;
}

// Takes entries of a local index with their items from the table, as far as the budget goes.
Result<> Reader::TakeFetched(std::span<KeyedEntry> entries, Budget& left) {
  const auto& table = *plan_.source.table;
  std::vector<storage::Address> rows;
  for (const auto& entry : entries) {
    const auto row = TRY(item::DecodeRow(entry.value));
    const auto key = table::KeyOf(table, row.item);
    rows.push_back({table->rows, TRY(table::RowKeyOfKey(table, key.view()))});
  }
  auto fetched = TRY(engine_->MultiGet(rows));
  for (std::size_t i = 0; i < entries.size() && !complete_; ++i, ++taken_) {
    // An item deleted between the two reads counts as deleted before both.
    if (!fetched[i] || !TRY(item::DecodeRow(fetched[i]->value)).holds_item()) continue;
    if (!Affords(fetched[i]->value, left)) break;
    TRY(Take(entries[i], std::move(fetched[i]->value)));
  }
  return {};
}

Result<> Reader::Take(KeyedEntry& entry, std::optional<Bytes> fetched) {
  const auto row = TRY(item::DecodeRow(entry.value));
  if (!row.holds_item()) return {};
  contents_.examined += 1;
  contents_.bytes += row.header.size;
  std::size_t page_bytes = contents_.bytes;
  if (fetched) {
    const auto whole = TRY(item::DecodeRow(*fetched));
    contents_.fetched_bytes += whole.header.size;
    contents_.fetched_units += table::ReadUnitsFor(whole.header.size, plan_.consistent);
    page_bytes += contents_.fetched_bytes;
  }
  // Fetched items count towards the page limit as well. Otherwise a page of small entries could
  // stand for gigabytes of items.
  if (contents_.examined == plan_.items_max || page_bytes >= plan_.bytes_max) {
    EndPage(row.item);
  }
  if (fetched) {
    Keep(*fetched, TRY(item::DecodeRow(*fetched)).item);
  } else {
    Keep(entry.value, row.item);
  }
  return {};
}

// Adds the item to the answer if it passes the filter. `item` views `row_value`, whose bytes the
// answer may take.
void Reader::Keep(Bytes& row_value, ItemView item) {
  if (plan_.filter && !expr::Holds(*plan_.filter, item)) return;
  contents_.returned += 1;
  if (plan_.count_only) return;
  contents_.items.push_back(plan_.projection ? expr::Project(*plan_.projection, item)
                                             : ItemOf(std::move(row_value), item));
}

void Reader::EndPage(ItemView last) {
  complete_ = true;
  if (!plan_.single) contents_.last_key = PositionOf(plan_.source, last);
}

void Reader::MoveBehind(const Bytes& key) {
  if (plan_.range.backward) {
    plan_.range.end = key;
  } else {
    plan_.range.begin = key;
    plan_.range.begin.push_back('\0');
  }
}

}  // namespace stator::query
