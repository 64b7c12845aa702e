#pragma once

#include <string>

#include "base/loop.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/response.h"

// The service's clock as the admin API speaks of it (docs/clock.md).
namespace stator::admin {

// {"time":"2027-01-01T00:00:00Z","machineTime":"…","frozen":false,"scale":1.0}
std::string ClockJson(const database::ClockReading& reading);

// Reads that back, as far as it is needed to tell a person: "2027-01-01T00:00:00Z, frozen, 46d
// ahead of this machine". ValidationException if it is no such text.
Result<std::string> ClockLine(const std::string& json);

// {"advance":"3d","set":"2027-01-01T00:00:00Z","scale":60,"frozen":true}: one of them at least, and
// not both of the first two. ValidationException with one sentence for anything else.
Result<ClockTurn> ReadClockTurn(const std::string& json);

// The same, written: what ReadClockTurn reads. "{}" for a turn that does nothing.
std::string ClockTurnJson(const ClockTurn& turn);

// {"confirm":true}: the time is right, and items may expire (database::ClockHold).
inline constexpr char kClockConfirm[] = R"({"confirm":true})";
bool IsClockConfirm(const std::string& json);

// Turns or confirms the clock as a request's body says, and answers with what it then shows, or
// with a message. `body` is read before this returns.
void TurnClock(database::Database& database, const std::string& body, Loop& loop, wire::Reply done);

}  // namespace stator::admin
