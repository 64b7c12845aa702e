#pragma once

#include <iosfwd>

#include "base/result.h"
#include "server/settings.h"

namespace stator::server {

// Runs the database until a signal stops it, and closes the store. Prints where it listens, and
// what to try first, on `out`. kStartup: it could not start, for the reason the sentence gives.
Result<> Serve(const Settings& settings, std::ostream& out);

}  // namespace stator::server
