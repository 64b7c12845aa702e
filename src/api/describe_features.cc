// DescribeContinuousBackups. Tools call it after every CreateTable, so it reports the truth:
// continuous backups cannot be switched on yet.

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "base/texts.h"

namespace stator::api {

Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(
    const TableServices& services, const DescribeContinuousBackupsRequest& request) {
  const auto table = FindAnyTable(services.catalog, services.clock, *request.table_name);
  if (!table) {
    return Fail(ErrorCode::kTableNotFoundException,
                fmt::format(texts::kBackupTableNotFound, *request.table_name));
  }
  DescribeContinuousBackupsResponse response;
  auto& backups = response.continuous_backups_description.emplace();
  backups.continuous_backups_status = ContinuousBackupsStatus::kEnabled;
  backups.point_in_time_recovery_description.emplace().point_in_time_recovery_status =
      PointInTimeRecoveryStatus::kDisabled;
  return response;
}

}  // namespace stator::api
