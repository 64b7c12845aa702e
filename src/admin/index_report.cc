#include "admin/index_report.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "json/describe.h"
#include "json/to_json.h"

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

// Written with one digit behind the point.
struct Percent {
  double value = 0;
};
void WriteJson(const Percent& percent, std::string& out) {
  fmt::format_to(std::back_inserter(out), "{:.1f}", percent.value);
}

struct UnsettledIndex {
  std::string table;
  std::string index;
  IndexState status = IndexState::kActive;
  // While it is backfilled.
  std::optional<std::int64_t> rows;
  std::optional<std::int64_t> rows_estimated;
  std::optional<Percent> percent;
};
BOOST_DESCRIBE_STRUCT(UnsettledIndex, (), (table, index, status, rows, rows_estimated, percent))

struct IndexesAnswer {
  std::vector<UnsettledIndex> indexes;
  std::size_t lagged_records = 0;
};
BOOST_DESCRIBE_STRUCT(IndexesAnswer, (), (indexes, lagged_records))

}  // namespace

std::string IndexesJson(database::Database& database) {
  const auto& catalog = database.store().catalog();
  IndexesAnswer answer{.lagged_records = database.store().queue().lagged()};
  for (const auto& table : catalog.Unsettled()) {
    const auto& index = *table->UnsettledIndex();
    auto& reported = answer.indexes.emplace_back();
    reported.table = (*table)->name;
    reported.index = index.name;
    reported.status = index.state;
    if (index.state != IndexState::kBackfilling) continue;
    const auto walk = WalkOf(catalog, *table);
    reported.rows = walk.rows;
    reported.rows_estimated = walk.estimated;
    reported.percent = Percent{walk.Percent()};
  }
  return json::ToJson(answer);
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
