#include "admin/index_report.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace stator::admin {
namespace {

using catalog::IndexState;

struct Walk {
  std::int64_t rows = 0;
  std::int64_t estimated = 0;  // the table may change meanwhile

  double Percent() const {
    if (estimated <= 0) return 100;
    return std::min(100.0, 100.0 * static_cast<double>(rows) / static_cast<double>(estimated));
  }
};

Walk WalkOf(const catalog::Catalog& catalog, const catalog::Table& table) {
  return {catalog.BackfillOf(table).rows, catalog.StatisticsOf(table, table->rows).entries};
}

std::string_view StateName(IndexState state) {
  switch (state) {
    case IndexState::kActive:
      return "active";
    case IndexState::kAllocating:
      return "allocating";
    case IndexState::kBackfilling:
      return "backfilling";
    case IndexState::kDeleting:
      return "deleting";
  }
  std::unreachable();
}

}  // namespace

std::string IndexesJson(database::Database& database) {
  const auto& catalog = database.store().catalog();
  std::string out;
  for (const auto& table : catalog.Unsettled()) {
    const auto& index = *table->UnsettledIndex();
    // Names of tables and indexes have no characters that JSON must escape.
    fmt::format_to(std::back_inserter(out), R"({}{{"table":"{}","index":"{}","status":"{}")",
                   out.empty() ? "" : ",", (*table)->name, index.name, StateName(index.state));
    if (index.state == IndexState::kBackfilling) {
      const auto walk = WalkOf(catalog, *table);
      fmt::format_to(std::back_inserter(out), R"(,"rows":{},"rowsEstimated":{},"percent":{:.1f})",
                     walk.rows, walk.estimated, walk.Percent());
    }
    out += '}';
  }
  return fmt::format(R"({{"indexes":[{}],"laggedRecords":{}}})", out,
                     database.store().queue().lagged());
}

void ReportIndexes(database::Database& database, metrics::Exposition& exposition) {
  const auto& catalog = database.store().catalog();
  std::uint64_t backfills = 0;
  double least = 100;
  for (const auto& table : catalog.Unsettled()) {
    if (table->UnsettledIndex()->state != IndexState::kBackfilling) continue;
    ++backfills;
    least = std::min(least, WalkOf(catalog, *table).Percent());
  }
  exposition.Sample(metrics::Id::kIndexBackfills, {}, backfills);
  exposition.Sample(metrics::Id::kIndexBackfillPercent, {}, least);
  exposition.Sample(metrics::Id::kLaggedRecords, {},
                    std::uint64_t{database.store().queue().lagged()});
  exposition.Sample(metrics::Id::kBackgroundFailures, {}, database.background_failures());
}

}  // namespace stator::admin
