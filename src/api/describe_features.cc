// DescribeContinuousBackups and DescribeTimeToLive. Tools read both back after every CreateTable,
// so they answer truthfully: neither can be switched on yet.

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "base/texts.h"

namespace stator::api {

Result<DescribeContinuousBackupsResponse> DescribeContinuousBackups(
    Context& context, const DescribeContinuousBackupsRequest& request) {
  const auto table = FindAnyTable(context, *request.table_name);
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

Result<DescribeTimeToLiveResponse> DescribeTimeToLive(Context& context,
                                                      const DescribeTimeToLiveRequest& request) {
  TRY(FindAnyTable(context, *request.table_name));
  DescribeTimeToLiveResponse response;
  response.time_to_live_description.emplace().time_to_live_status = TimeToLiveStatus::kDisabled;
  return response;
}

}  // namespace stator::api
