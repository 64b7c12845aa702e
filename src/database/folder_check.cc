#include "database/folder_check.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "catalog/catalog.h"
#include "item/row.h"
#include "storage/integrity.h"
#include "storage/rocksdb/rocksdb_engine.h"
#include "table/expiry.h"
#include "table/index_entries.h"
#include "table/keys.h"

namespace stator::database {
namespace {

constexpr storage::PageLimits kPage{.entries_max = 1000, .bytes_max = 4U << 20U};
constexpr std::size_t kTablesPerPage = 100;

// Visits all entries of a space, reading a page at a time.
Result<> Walk(storage::Engine& engine, storage::Space space,
              const std::function<Result<>(const storage::KeyedEntry&)>& visit) {
  storage::KeyRange range;
  while (true) {
    const auto page = TRY(engine.Read(space, range, kPage));
    for (const auto& entry : page.entries) TRY(visit(entry));
    if (!page.more) return {};
    range.begin = page.entries.back().key + '\0';
  }
}

class TableCheck {
 public:
  using Tell = std::function<void(std::string text, std::optional<item::Item> key)>;

  // `lagging`: some writes are not yet in the global indexes, so these cannot be compared.
  TableCheck(storage::Engine& engine, const catalog::Catalog& catalog, const catalog::Table& table,
             bool lagging, const Tell& tell)
      : engine_(engine), catalog_(catalog), table_(table), lagging_(lagging), tell_(tell) {}

  // Checks the table and returns its number of items.
  std::uint64_t Run() {
    const auto walked =
        Walk(engine_, table_->rows, [this](const storage::KeyedEntry& row) { return Visit(row); });
    if (!walked) {
      Say(fmt::format("not all items can be read ({})", walked.error().message));
      return static_cast<std::uint64_t>(rows_.entries);
    }
    CompareCounts(table_->rows, rows_, "items");
    for (const auto& index : table_->indexes) {
      if (!Compares(index)) continue;
      const auto& found = expected_[index.space];
      CompareCounts(index.space, found.counts, fmt::format("entries of index {}", index.name));
      CompareEntries(index.space, found, fmt::format("index {}", index.name));
    }
    if (ComparesExpiry()) {
      const auto space = table_->time_to_live.index;
      CompareEntries(space, expected_[space], "the index of expiry times");
    }
    return static_cast<std::uint64_t>(rows_.entries);
  }

 private:
  struct Expected {
    catalog::SpaceStatistics counts;
    std::int64_t missing = 0;
  };

  bool Compares(const catalog::Index& index) const {
    return index.readable() && !(lagging_ && index.kind == catalog::IndexKind::kGlobal);
  }

  bool ComparesExpiry() const {
    return table_->time_to_live.state == catalog::TimeToLiveState::kEnabled;
  }

  Result<> Visit(const storage::KeyedEntry& entry) {
    const auto row = item::DecodeRow(entry.value);
    if (!row) {
      Say("an item cannot be decoded");
      return {};
    }
    if (!row->holds_item()) return {};
    const item::ItemView item = row->item;
    rows_.entries += 1;
    rows_.bytes += static_cast<std::int64_t>(item.Size());
    for (const auto& index : table_->indexes) {
      if (Compares(index)) TRY(CompareEntry(index, item));
    }
    return ComparesExpiry() ? CompareExpiry(entry.key, item) : Result<>();
  }

  Result<> CompareEntry(const catalog::Index& index, item::ItemView item) {
    const auto delta = table::DeltaOf(table_, index, nullptr, &item, 0);
    if (delta.changes.empty()) return {};
    auto& expected = expected_[index.space];
    expected.counts.entries += delta.statistics.entries;
    expected.counts.bytes += delta.statistics.bytes;
    const auto& wanted = delta.changes.front();
    const auto found = TRY(engine_.Get(index.space, wanted.address.key));
    if (!found) {
      ++expected.missing;
      Say(fmt::format("an item has no entry in index {}", index.name), item);
      return {};
    }
    const auto stored = item::DecodeRow(found->value);
    const auto computed = item::DecodeRow(*wanted.value);
    if (!stored || !computed || !(stored->item == computed->item)) {
      Say(fmt::format("the entry of an item in index {} differs from the item", index.name), item);
    }
    return {};
  }

  Result<> CompareExpiry(BytesView row_key, item::ItemView item) {
    const auto changes = table::ExpiryChanges(table_->time_to_live, row_key, nullptr, &item);
    auto& expected = expected_[table_->time_to_live.index];
    for (const auto& change : changes) {
      expected.counts.entries += 1;
      if (TRY(engine_.Get(change.address.space, change.address.key))) continue;
      ++expected.missing;
      Say("an item is not in the index of expiry times", item);
    }
    return {};
  }

  void CompareCounts(storage::Space space, const catalog::SpaceStatistics& counted,
                     std::string_view what) {
    const auto stored = catalog_.StatisticsOf(table_, space);
    if (stored == counted) return;
    Say(fmt::format("the stored counts say {} {} of {} bytes, but the folder holds {} of {} bytes",
                    stored.entries, what, stored.bytes, counted.entries, counted.bytes));
  }

  // Entries without an item are stale.
  void CompareEntries(storage::Space space, const Expected& expected, std::string_view what) {
    std::int64_t entries = 0;
    const auto walked = Walk(engine_, space, [&](const storage::KeyedEntry&) -> Result<> {
      ++entries;
      return {};
    });
    if (!walked) return Say(fmt::format("{} cannot be read ({})", what, walked.error().message));
    const auto stale = entries - (expected.counts.entries - expected.missing);
    if (stale == 0) return;
    Say(fmt::format("{} holds {} without an item", what, Counted(stale, "entry", "entries")));
  }

  void Say(std::string_view what, std::optional<item::ItemView> item = {}) {
    auto key = item ? std::optional(table::KeyOf(table_, *item)) : std::nullopt;
    tell_(fmt::format("Table {}: {}.", table_->name, what), std::move(key));
  }

  storage::Engine& engine_;
  const catalog::Catalog& catalog_;
  const catalog::Table& table_;
  const bool lagging_;
  const Tell& tell_;
  catalog::SpaceStatistics rows_;
  std::map<storage::Space, Expected> expected_;  // computed from the items
};

Result<bool> IsLagging(storage::Engine& engine) {
  return !TRY(engine.Read(catalog::kIndexLagSpace, {}, {.entries_max = 1})).entries.empty();
}

}  // namespace

Result<FolderSummary> CheckFolder(const std::string& folder,
                                  const std::function<void(const FolderProblem&)>& tell) {
  const auto engine = TRY(storage::OpenRocksDb({.path = folder, .read_only = true}));
  FolderSummary summary;
  const TableCheck::Tell note = [&](std::string text, std::optional<item::Item> key) {
    ++summary.problems;
    tell({std::move(text), std::move(key)});
  };
  if (auto* integrity = storage::FindIntegrity(*engine)) {
    for (auto& file : integrity->DamagedFiles()) note(std::move(file), std::nullopt);
  }
  const auto catalog = catalog::Catalog::Load(*engine);
  const auto lagging = IsLagging(*engine);
  if (!catalog || !lagging) {
    const auto& error = catalog ? lagging.error() : catalog.error();
    note(fmt::format("The catalog cannot be read ({}).", error.message), std::nullopt);
    return summary;
  }
  if (*lagging) {
    note(
        "Global indexes lag, so they were not compared. Serve the folder once without "
        "--index-lag, then check again.",
        std::nullopt);
  }
  std::string after;
  while (true) {
    const auto tables = (*catalog)->List(after, kTablesPerPage);
    for (const auto& table : tables) {
      after = (*table)->name;
      if ((*table)->deleted) continue;
      ++summary.tables;
      summary.items += TableCheck(*engine, **catalog, *table, *lagging, note).Run();
    }
    if (tables.size() < kTablesPerPage) return summary;
  }
}

}  // namespace stator::database
