#pragma once

#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "hooks/hook_thread.h"
#include "wire/response.h"

namespace stator::admin {

// Answers with the functions that follow streams, with their positions and their last failures.
// `hooks`: nullptr if there are none. `query` has no parameters.
void AnswerHooks(database::Database& database, const hooks::HookThreads* hooks,
                 std::string_view query, Loop& loop, wire::Reply done);

}  // namespace stator::admin
