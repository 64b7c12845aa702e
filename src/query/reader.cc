#include "query/reader.h"

#include <algorithm>

#include "base/limits.h"
#include "item/row.h"
#include "table/keys.h"

namespace stator::query {
namespace {

using item::ItemView;
using storage::KeyedEntry;

// The item of a row in the row's own bytes.
item::Item ItemOf(Bytes row_value, ItemView item) {
  row_value.erase(0, row_value.size() - item.bytes().size());
  return item::Item(std::move(row_value));
}

}  // namespace

table::HalfUnits Reader::SourceUnits() const {
  return table::ReadUnitsFor(contents_.bytes, plan_.consistent);
}

Result<bool> Reader::Advance(const Budget& budget) {
  Budget left = budget;
  while (!complete_ && left.entries > 0 && left.bytes > 0) TRY(ReadStep(left));
  return complete_;
}

Result<> Reader::ReadStep(Budget& left) {
  const storage::PageLimits step{
      .entries_max = std::min(
          {plan_.items_max - contents_.examined, left.entries, limits::kReadStepEntriesMax}),
      .bytes_max = std::min(
          {limits::kPageBytesMax - contents_.bytes, left.bytes, limits::kReadStepBytesMax}),
      .traces_max = left.traces};
  auto page = TRY(engine_->Read(plan_.source.space(), plan_.range, step));
  for (const auto& entry : page.entries) {
    left.bytes -= std::min(left.bytes, entry.key.size() + entry.value.size());
  }
  left.entries -= page.gave_up ? left.entries : std::min(left.entries, page.entries.size());
  if (!page.entries.empty()) {
    if (contents_.first_key.empty()) contents_.first_key = page.entries.front().key;
    MoveBehind(page.entries.back().key);
  }

  std::span<KeyedEntry> entries(page.entries);
  while (!entries.empty() && !complete_) {
    const auto together = entries.first(
        std::min(entries.size(), plan_.fetch ? limits::kFetchedTogetherMax : entries.size()));
    entries = entries.subspan(together.size());
    if (plan_.fetch) {
      TRY(TakeFetched(together));
      continue;
    }
    for (auto& entry : together) {
      TRY(Take(entry, std::nullopt));
      if (complete_) break;
    }
  }
  if (!page.more) complete_ = true;
  return {};
}

// Entries of a local index with the items they stand for.
Result<> Reader::TakeFetched(std::span<KeyedEntry> entries) {
  const auto& table = *plan_.source.table;
  std::vector<storage::Address> rows;
  for (const auto& entry : entries) {
    const auto row = TRY(item::DecodeRow(entry.value));
    const auto key = table::KeyOf(table, row.item);
    rows.push_back({table->rows, TRY(table::RowKeyOfKey(table, key.view()))});
  }
  auto fetched = TRY(engine_->MultiGet(rows));
  for (std::size_t i = 0; i < entries.size() && !complete_; ++i) {
    // An item that went away between the two reads is as if it had gone before both.
    if (!fetched[i] || !TRY(item::DecodeRow(fetched[i]->value)).holds_item()) continue;
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
  // What is fetched counts towards the page as well, so that a page of small entries cannot stand
  // for gigabytes of items.
  if (contents_.examined == plan_.items_max || page_bytes >= limits::kPageBytesMax) {
    EndPage(row.item);
  }
  if (fetched) {
    Keep(*fetched, TRY(item::DecodeRow(*fetched)).item);
  } else {
    Keep(entry.value, row.item);
  }
  return {};
}

// Adds the item to the answer if it passes the filter. `item` leans on `row_value`, which may be
// taken.
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
