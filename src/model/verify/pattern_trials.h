#pragma once

#include <set>
#include <string>

#include "model/verify/row_map.h"
#include "model/verify/verify.h"
#include "model/verify/world.h"

// Trials of one pattern; each writes its findings into the pattern's report.
namespace stator::model {

// Runs a read with many arguments. `rows` are the rows of the world's instances. `when` is put
// before the message of each failure.
void TryRead(World& world, const RowMap& rows, const Pattern& pattern, std::string_view when,
             PatternReport& report);

// Runs a write several times. After each run it inspects the rows that may have changed; at the end
// it tries whether updates can be lost. `known` holds inconsistencies that other patterns caused;
// new ones are added.
client::Expected<void> TryWrite(World& world, const Pattern& pattern, std::set<std::string>& known,
                                PatternReport& report);

// Adds a failure to the report.
void AddFailure(PatternReport& report, std::string arguments, std::string message);

}  // namespace stator::model
