// DeleteAlarms and SetAlarmState.

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/scaling_alarms.h"

namespace stator::cloudwatch {

Result<DeleteAlarmsResponse> DeleteAlarms(api::Context& context,
                                          const DeleteAlarmsRequest& request) {
  TRY(CheckNotOfPolicy(context, *request.alarm_names));
  TRY(context.alarms.Delete(*request.alarm_names));
  return DeleteAlarmsResponse{};
}

Result<SetAlarmStateResponse> SetAlarmState(api::Context& context,
                                            const SetAlarmStateRequest& request) {
  TRY(CheckNotOfPolicy(context, {&*request.alarm_name, 1}));
  TRY(context.alarms.SetState(*request.alarm_name,
                              {.state = static_cast<observe::AlarmState>(*request.state_value),
                               .reason = *request.state_reason,
                               .data = request.state_reason_data.value_or("")}));
  context.background.Wake();
  return SetAlarmStateResponse{};
}

}  // namespace stator::cloudwatch
