#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "database/database.h"
#include "jobs/job.h"
#include "simulate/choices.h"

// The work of each kind of job. Each function returns the JSON of its result, like the command of
// its name.
namespace stator::jobs {

// Verifies the model on a database of its own, in memory.
Result<std::string> Verify(const std::string& text, std::optional<std::uint64_t> seed,
                           JobControl& control);

// `prices` is the name of built-in prices.
Result<std::string> Simulate(const std::string& text, const simulate::Choices& choices,
                             const std::string& prices, JobControl& control);

// Proposes a model of a table of `database`, from at most `sample` items, with unmetered reads.
Result<std::string> Infer(database::Database& database, const std::string& table,
                          std::int64_t sample, JobControl& control);

}  // namespace stator::jobs
