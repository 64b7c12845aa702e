#pragma once

#include <string>

#include "base/loop.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/response.h"

// The service's clock in the admin API (docs/clock.md).
namespace stator::admin {

// Returns {"time":"2027-01-01T00:00:00Z","machineTime":"…","frozen":false,"scale":1.0}.
std::string ClockJson(const database::ClockReading& reading);

// Formats ClockJson's text for people: "2027-01-01T00:00:00Z, frozen, 46d ahead of this machine".
// Errors: ValidationException if the text has another form.
Result<std::string> ClockLine(const std::string& json);

// Parses {"advance":"3d","set":"2027-01-01T00:00:00Z","scale":60,"frozen":true}: at least one
// member, and not both of the first two. Errors: ValidationException with one sentence for any
// other text.
Result<ClockTurn> ReadClockTurn(const std::string& json);

// Formats a turn as ReadClockTurn parses it; "{}" for a turn that changes nothing.
std::string ClockTurnJson(const ClockTurn& turn);

// {"confirm":true}: the time is right, so items may expire (database::ClockHold).
inline constexpr char kClockConfirm[] = R"({"confirm":true})";
bool IsClockConfirm(const std::string& json);

// Turns or confirms the clock as `body` asks, and answers with the new clock or a message.
// Lifetime: `body` is not used after this returns.
void TurnClock(database::Database& database, const std::string& body, Loop& loop, wire::Reply done);

}  // namespace stator::admin
