#include "api/settle.h"

#include <chrono>
#include <tuple>

#include "api/lookup.h"
#include "base/work_limits.h"

namespace stator::api {

void AwaitSettled(const TableServices& services, std::string_view name,
                  const std::function<bool(const catalog::Table&)>& settled) {
  if (services.account.status_delay != 0) return;
  const auto is_over = [&] {
    const auto table = FindLiveTable(services.catalog, services.clock, name);
    return table == nullptr || settled(*table);
  };
  std::ignore =
      services.background.Await(is_over, std::chrono::milliseconds(limits::kSettleWaitMillis));
}

}  // namespace stator::api
