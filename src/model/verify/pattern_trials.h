#pragma once

#include <set>
#include <string>

#include "model/verify/row_map.h"
#include "model/verify/verify.h"
#include "model/verify/world.h"

// One pattern's trial, which writes what it finds into the pattern's report.
namespace stator::model {

// Runs a read for many arguments. `rows` are those of the world's instances; `when` is said before
// each failure.
void TryRead(World& world, const RowMap& rows, const Pattern& pattern, std::string_view when,
             PatternReport& report);

// Runs a write several times, looks each time after the rows it may have changed, and whether
// updates can be lost.
// `known` are inconsistencies that others caused; those found are added.
client::Expected<void> TryWrite(World& world, const Pattern& pattern, std::set<std::string>& known,
                                PatternReport& report);

void AddFailure(PatternReport& report, std::string arguments, std::string message);

}  // namespace stator::model
