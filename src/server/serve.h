#pragma once

#include <iosfwd>

#include "base/result.h"
#include "server/settings.h"

namespace stator::server {

// Runs the database until a signal stops it, then closes the store. Prints its addresses and a
// first command to try on `out`. Errors: kStartup with the reason in one sentence.
Result<> Serve(const Settings& settings, std::ostream& out);

}  // namespace stator::server
