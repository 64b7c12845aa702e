#pragma once

#include <iosfwd>
#include <span>

#include "base/embedded_file.h"
#include "base/result.h"
#include "server/settings.h"

namespace stator::server {

// Runs the database until a signal stops it, then closes the store. Prints its addresses and a
// first command to try on `out`. `console_files` are those of the console (server/console.h).
// Errors: kStartup with the reason in one sentence.
Result<> Serve(const Settings& settings, std::span<const EmbeddedFile> console_files,
               std::ostream& out);

}  // namespace stator::server
