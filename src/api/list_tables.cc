#include <cstddef>

#include "api/handlers.h"
#include "api/lookup.h"

namespace stator::api {

// Lists names in byte order. If more than a page remains, returns the last name as the start of the
// next page.
Result<ListTablesResponse> ListTables(const TableServices& services,
                                      const ListTablesRequest& request) {
  constexpr std::int64_t kPageMax = 100;
  const auto limit = static_cast<std::size_t>(request.limit.value_or(kPageMax));
  ListTablesResponse response;
  auto& names = response.table_names.emplace();
  std::string after = request.exclusive_start_table_name.value_or("");
  while (true) {
    const auto tables = services.catalog.List(after, limit + 1);
    for (const auto& table : tables) {
      after = table->settings().name;
      if (!FindLiveTable(services.catalog, services.clock, after)) continue;
      if (names.size() == limit) {
        response.last_evaluated_table_name = names.back();
        return response;
      }
      names.push_back(after);
    }
    if (tables.size() <= limit) return response;
  }
}

}  // namespace stator::api
