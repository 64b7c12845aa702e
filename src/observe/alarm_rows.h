#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "observe/alarm.h"
#include "storage/engine.h"

// Encodes alarms as rows (docs/formats/alarms.md).
namespace stator::observe {

inline constexpr storage::Space kAlarmSpace = 9;

// The key is the alarm's name.
Bytes EncodeAlarm(const Alarm& alarm);
// Errors: kCorruption if the bytes are no alarm.
Result<Alarm> DecodeAlarm(BytesView bytes);

}  // namespace stator::observe
