#include "server/observed_report.h"

#include <string_view>

namespace stator::server {
namespace {

using metrics::Id;

std::string_view Value(const observe::Series& series, std::string_view dimension) {
  for (const auto& each : series.dimensions) {
    if (each.name == dimension) return each.value;
  }
  return {};
}

std::string_view NameOf(capacity::Access access) {
  return access == capacity::Access::kRead ? "read" : "write";
}

}  // namespace

void ReportObserved(api::Database& database, metrics::Exposition& exposition) {
  const auto totals = database.context().recorder.Totals();
  const auto sample = [&](Id id, const observe::Series& series, double value) {
    exposition.Sample(id,
                      {{"metric", series.metric},
                       {"table", Value(series, "TableName")},
                       {"index", Value(series, "GlobalSecondaryIndexName")},
                       {"operation", Value(series, "Operation")},
                       {"stream", Value(series, "StreamLabel")}},
                      value);
  };
  for (const auto& [series, statistics] : totals) sample(Id::kObservedSum, series, statistics.sum);
  for (const auto& [series, statistics] : totals) {
    sample(Id::kObservedSamples, series, statistics.count);
  }
  const auto entities = database.entities().Counts();
  const auto each = [&](Id id, auto value) {
    for (const auto& [entity, counts] : entities) {
      exposition.Sample(
          id,
          {{"table", entity.table}, {"entity", entity.prefix}, {"access", NameOf(entity.access)}},
          value(counts));
    }
  };
  each(Id::kEntityRequests, [](const observe::EntityCounts& counts) { return counts.requests; });
  each(Id::kEntityUnits, [](const observe::EntityCounts& counts) { return counts.units; });
  each(Id::kEntityThrottles, [](const observe::EntityCounts& counts) { return counts.throttles; });
}

}  // namespace stator::server
