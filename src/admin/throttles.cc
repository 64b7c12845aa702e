#include "admin/throttles.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "admin/answer.h"
#include "admin/boundary.h"
#include "admin/query.h"
#include "admin/refusal.h"
#include "admin/seconds.h"
#include "api/lookup.h"
#include "capacity/throttle.h"
#include "catalog/partitions.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "observe/metric.h"
#include "observe/throttle_log.h"

namespace stator::admin {
namespace {

struct ReportedThrottle {
  double time = 0;
  std::string operation;
  capacity::Access access = capacity::Access::kRead;
  std::string reason;
  std::optional<std::string> index;
  std::string resource;
  std::optional<KeyAttributes> key;
  std::optional<std::uint32_t> partition;
  bool refused = false;
};
BOOST_DESCRIBE_STRUCT(ReportedThrottle, (),
                      (time, operation, access, reason, index, resource, key, partition, refused))

struct ThrottlesAnswer {
  std::string table;
  catalog::CapacityMode mode = catalog::CapacityMode::kOff;
  double now = 0;
  double since = 0;
  std::uint64_t total = 0;
  std::vector<ReportedThrottle> throttles;
};
BOOST_DESCRIBE_STRUCT(ThrottlesAnswer, (), (table, mode, now, since, total, throttles))

// An index that was deleted since has no key attributes and no partitions.
void AddPlace(const catalog::Table& table, const observe::NotedThrottle& noted,
              ReportedThrottle& reported) {
  const auto* index = reported.index ? table.FindIndex(*reported.index) : nullptr;
  if (reported.index && index == nullptr) return;
  reported.key = ReadableKey(table, index, noted.key);
  const auto* partitions = catalog::PartitionsOf(table.settings(), reported.index.value_or(""));
  if (partitions == nullptr || partitions->empty()) return;
  reported.partition = (*partitions)[catalog::PartitionOf(*partitions, noted.key)].number;
}

ReportedThrottle ReportOf(const catalog::Table& table, const observe::NotedThrottle& noted) {
  ReportedThrottle reported{.time = SecondsOf(noted.time),
                            .operation = noted.operation,
                            .access = noted.throttle.access,
                            .reason = capacity::ReasonOf(noted.throttle),
                            .resource = noted.throttle.resource,
                            .refused = noted.refused};
  if (noted.throttle.index) reported.index = observe::IndexInArn(noted.throttle.resource);
  AddPlace(table, noted, reported);
  return reported;
}

wire::Response Answer(database::Database& database, std::string_view name) {
  const auto found = api::FindAnyTable(database.store().catalog(), database.clock(), name);
  if (!found) return AdminRefusal(found.error());
  const auto& table = **found;
  const auto list = database.observation().throttles().Read(table->number);
  ThrottlesAnswer answer{.table = table->name,
                         .mode = database.meter().ModeOf(table),
                         .now = SecondsOf(database.clock().Now()),
                         .since = SecondsOf(std::max(database.started(), table->created)),
                         .total = list.total};
  for (const auto& each : list.throttles) answer.throttles.push_back(ReportOf(table, each));
  return {.body = json::ToJson(answer)};
}

}  // namespace

void ReadThrottles(database::Database& database, std::string_view table, std::string_view query,
                   Loop& loop, wire::Reply done) {
  if (const auto parsed = Query::Parse(query, {}); !parsed) {
    return done(AdminRefusal(parsed.error()));
  }
  AnswerFromPool(database, loop, std::move(done),
                 [&database, table = std::string(table)] { return Answer(database, table); });
}

}  // namespace stator::admin
