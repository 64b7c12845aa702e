#include "api/estimates.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/limits.h"
#include "storage/range_sizes.h"
#include "table/index_entries.h"
#include "table/units.h"

namespace stator::api {
namespace {

using catalog::Index;
using table::HalfUnits;

struct Counts {
  std::size_t entries = 0;
  std::size_t bytes = 0;

  std::size_t Mean() const { return entries > 0 ? (bytes + entries - 1) / entries : 0; }
};

Counts CountsOf(const ItemServices& services, const catalog::Table& table, storage::Space space) {
  const auto statistics = services.catalog.StatisticsOf(table, space);
  return {static_cast<std::size_t>(std::max<std::int64_t>(0, statistics.entries)),
          static_cast<std::size_t>(std::max<std::int64_t>(0, statistics.bytes))};
}

// The units of pages of equal items.
HalfUnits UnitsOfPages(std::size_t items, std::size_t mean, std::size_t per_page, std::size_t pages,
                       bool consistent) {
  const std::size_t full = items / per_page;
  const auto full_units =
      static_cast<HalfUnits>(full) * table::ReadUnitsFor(per_page * mean, consistent);
  if (pages <= full) return full_units;
  return full_units + table::ReadUnitsFor((items - full * per_page) * mean, consistent);
}

// Whether an update changes entries of the index, and whether it moves them.
enum class Touch : std::uint8_t { kNone, kContents, kKey };

Touch TouchOf(const Index& index, const expr::Update& changes) {
  const auto is_key = [&](std::string_view name) {
    return std::ranges::find(index.hash_keys, name, &catalog::KeyAttribute::name) !=
               index.hash_keys.end() ||
           std::ranges::find(index.range_keys, name, &catalog::KeyAttribute::name) !=
               index.range_keys.end();
  };
  Touch touch = Touch::kNone;
  for (const auto& target : changes.Targets()) {
    if (is_key(target.attribute)) return Touch::kKey;
    if (index.projection == catalog::ProjectionKind::kAll ||
        std::ranges::find(index.included, target.attribute) != index.included.end()) {
      touch = Touch::kContents;
    }
  }
  return touch;
}

}  // namespace

SourceEstimate::SourceEstimate(const ItemServices& services, const query::Source& source)
    : services_(services), source_(source) {
  const Counts own = CountsOf(services, *source.table, source.space());
  const Counts whole = CountsOf(services, *source.table, (*source.table)->rows);
  entries_ = own.entries;
  bytes_ = own.bytes;
  item_bytes_ = whole.Mean();
  table_bytes_ = whole.bytes;
}

Expectation SourceEstimate::OfItem(bool consistent) const {
  if (entries_ == 0) return {{}, {table::ReadUnitsFor(0, consistent)}};
  // No item is larger than all items together, so the smallest price may be certain.
  const auto how = bytes_ <= limits::kReadUnitBytes ? Knowledge::kExact : Knowledge::kEstimated;
  return {{1, Knowledge::kAtMost}, {table::ReadUnitsFor(item_bytes_, consistent), how}};
}

SourceEstimate::Pages SourceEstimate::OfScan(const Form& form, std::size_t segments) const {
  if (segments <= 1) return PagesOf({entries_}, {bytes_}, form);
  return PagesOf({(entries_ + segments - 1) / segments, Knowledge::kEstimated},
                 {(bytes_ + segments - 1) / segments, Knowledge::kEstimated}, form);
}

Result<SourceEstimate::Pages> SourceEstimate::OfRange(const storage::KeyRange& range,
                                                      const Form& form) const {
  if (entries_ == 0) return PagesOf({}, {}, form);
  Pages pages;
  const storage::RangeSizes* sizes = storage::FindRangeSizes(services_.engine);
  double share = 1;
  if (sizes != nullptr) {
    const storage::KeyRange ranges[] = {range, {}};
    const auto bytes = TRY(sizes->SizesOf(source_.space(), ranges));
    if (bytes[1] > 0) {
      share = std::min(1.0, static_cast<double>(bytes[0]) / static_cast<double>(bytes[1]));
    }
  }
  // Engines know small ranges poorly. A client that names a collection expects it to be there.
  const auto part = [&](std::size_t all) {
    const auto scaled = std::llround(static_cast<double>(all) * share);
    return std::clamp<std::size_t>(static_cast<std::size_t>(scaled), 1,
                                   std::max<std::size_t>(1, all));
  };
  pages =
      PagesOf({part(entries_), Knowledge::kEstimated}, {part(bytes_), Knowledge::kEstimated}, form);
  const bool one_page = entries_ < form.items_max && bytes_ <= limits::kReadUnitBytes;
  if (one_page && !form.fetch) pages.expected.units.how = Knowledge::kExact;
  return pages;
}

SourceEstimate::Pages SourceEstimate::PagesOf(Known<std::size_t> items, Known<std::size_t> bytes,
                                              const Form& form) const {
  Pages pages{.expected = {.items = items}};
  auto& units = pages.expected.units;
  const bool one_page =
      items.value == 0 || (items.value < form.items_max && bytes.value < limits::kPageBytesMax);
  units.how = one_page ? bytes.how : Knowledge::kEstimated;
  if (one_page) {
    units.value = table::ReadUnitsFor(bytes.value, form.consistent);
  } else {
    const std::size_t mean = std::max<std::size_t>(1, bytes.value / items.value);
    const std::size_t by_size = (limits::kPageBytesMax + mean - 1) / mean;
    const bool limited = form.items_max <= by_size;
    const std::size_t per_page = std::min(form.items_max, by_size);
    // A page that has as many items as the client asked for is never the last.
    pages.count = limited ? items.value / per_page + 1 : (items.value + per_page - 1) / per_page;
    units.value = UnitsOfPages(items.value, mean, per_page, pages.count, form.consistent);
  }
  if (!form.fetch || items.value == 0) return pages;
  units.value +=
      static_cast<HalfUnits>(items.value) * table::ReadUnitsFor(item_bytes_, form.consistent);
  if (table_bytes_ > limits::kReadUnitBytes) units.how = Knowledge::kEstimated;
  return pages;
}

Expectation ExpectInsert(const catalog::Table& table, item::ItemView item) {
  Expectation expected{{1}, {table::WriteUnitsFor(item.Size())}};
  for (const Index& index : table->indexes) {
    if (!index.maintained()) continue;
    expected.units.value += table::DeltaOf(table, index, nullptr, &item, 0).units;
  }
  return expected;
}

Expectation ExpectUpdate(const ItemServices& services, const catalog::Table& table,
                         const expr::Update& changes) {
  const Counts items = CountsOf(services, table, table->rows);
  Expectation expected{{1}, {table::WriteUnitsFor(items.Mean()), Knowledge::kEstimated}};
  for (const Index& index : table->indexes) {
    const Touch touch = index.maintained() ? TouchOf(index, changes) : Touch::kNone;
    if (touch == Touch::kNone) continue;
    const Counts entries = CountsOf(services, table, index.space);
    // An entry that moves is removed and put.
    expected.units.value += (touch == Touch::kKey ? 2 : 1) * table::WriteUnitsFor(entries.Mean());
  }
  return expected;
}

Expectation ExpectRemoval(const ItemServices& services, const catalog::Table& table) {
  const Counts items = CountsOf(services, table, table->rows);
  if (items.entries == 0) return {{}, {table::WriteUnitsFor(0)}};
  Expectation expected{{1, Knowledge::kAtMost},
                       {table::WriteUnitsFor(items.Mean()), Knowledge::kEstimated}};
  for (const Index& index : table->indexes) {
    const Counts entries = CountsOf(services, table, index.space);
    // In a sparse index the item probably has no entry.
    if (!index.maintained() || 2 * entries.entries < items.entries) continue;
    expected.units.value += table::WriteUnitsFor(entries.Mean());
  }
  return expected;
}

}  // namespace stator::api
