#include "admin/table_functions.h"

#include <utility>

#include "admin/capacity_mode.h"
#include "admin/partitions.h"
#include "admin/split.h"

namespace stator::admin {
namespace {

void ReadPartitions(database::Database& database, std::string_view table,
                    const std::string& /*body*/, Loop& loop, wire::Reply done) {
  admin::ReadPartitions(database, table, loop, std::move(done));
}

void ReadCapacity(database::Database& database, std::string_view table, const std::string& /*body*/,
                  Loop& loop, wire::Reply done) {
  admin::ReadCapacity(database, table, loop, std::move(done));
}

struct Named {
  std::string_view method;
  std::string_view name;
  decltype(TableFunction::run) run;
};

constexpr Named kFunctions[] = {
    {"POST", "split", SplitTable},
    {"GET", "partitions", ReadPartitions},
    {"GET", "capacity", ReadCapacity},
    {"POST", "capacity", SetCapacity},
};

}  // namespace

TableFunction FindTableFunction(std::string_view method, std::string_view path) {
  constexpr std::string_view kBefore = "tables/";
  if (!path.starts_with(kBefore)) return {};
  path.remove_prefix(kBefore.size());
  const auto slash = path.find('/');
  if (slash == std::string_view::npos || slash == 0) return {};
  const auto function = path.substr(slash + 1);
  for (const auto& each : kFunctions) {
    if (each.method == method && each.name == function) return {path.substr(0, slash), each.run};
  }
  return {};
}

}  // namespace stator::admin
