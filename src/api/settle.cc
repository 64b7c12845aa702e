#include "api/settle.h"

#include <chrono>
#include <tuple>

#include "api/lookup.h"
#include "base/work_limits.h"

namespace stator::api {

void AwaitSettled(Context& context, std::string_view name,
                  const std::function<bool(const catalog::Table&)>& settled) {
  if (context.status_delay != 0) return;
  const auto is_over = [&] {
    const auto table = FindLiveTable(context, context.catalog, name);
    return table == nullptr || settled(*table);
  };
  std::ignore =
      context.background.Await(is_over, std::chrono::milliseconds(limits::kSettleWaitMillis));
}

}  // namespace stator::api
