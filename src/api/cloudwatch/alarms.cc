// DeleteAlarms and SetAlarmState.

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/scaling_alarms.h"

namespace stator::cloudwatch {

Result<DeleteAlarmsResponse> DeleteAlarms(const api::MetricServices& services,
                                          const DeleteAlarmsRequest& request) {
  TRY(CheckNotOfPolicy(services, *request.alarm_names));
  TRY(services.alarms.Delete(*request.alarm_names));
  return DeleteAlarmsResponse{};
}

Result<SetAlarmStateResponse> SetAlarmState(const api::MetricServices& services,
                                            const SetAlarmStateRequest& request) {
  TRY(CheckNotOfPolicy(services, {&*request.alarm_name, 1}));
  TRY(services.alarms.SetState(*request.alarm_name,
                               {.state = static_cast<observe::AlarmState>(*request.state_value),
                                .reason = *request.state_reason,
                                .data = request.state_reason_data.value_or("")}));
  services.background.Wake();
  return SetAlarmStateResponse{};
}

}  // namespace stator::cloudwatch
