#include "admin/observed_report.h"

#include <string_view>

namespace stator::admin {
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

void ReportObserved(database::Database& database, metrics::Exposition& exposition) {
  const auto& catalog = database.store().catalog();
  auto& observation = database.observation();
  const auto totals = observation.recorder().Totals(observe::GoneFrom(catalog));
  const auto sample = [&](Id id, const observe::Series& series, double value) {
    exposition.Sample(id,
                      {{"metric", series.metric},
                       {"table", Value(series, "TableName")},
                       {"index", Value(series, "GlobalSecondaryIndexName")},
                       {"operation", Value(series, "Operation")},
                       {"stream", Value(series, "StreamLabel")}},
                      value);
  };
  for (const auto& [series, total] : totals.all()) sample(Id::kObservedSum, series, total.sum);
  for (const auto& [series, total] : totals.all()) {
    sample(Id::kObservedSamples, series, total.count);
  }
  const auto left_out = [&](std::string_view from, auto values) {
    exposition.Sample(Id::kObservedLeftOut, {{"from", from}}, values);
  };
  left_out("metrics", totals.left_out());
  left_out("cloudwatch", observation.metrics().left_out());
  const auto entities = observation.entities().Counts(observe::TablesGoneFrom(catalog));
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

}  // namespace stator::admin
