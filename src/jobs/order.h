#pragma once

#include <string>

#include "base/result.h"
#include "database/database.h"
#include "jobs/job.h"

namespace stator::jobs {

// Reads the body of POST /_stator/jobs (docs/operating.md). A job of kind infer reads `database`,
// which must outlive it. Errors: ValidationException with one sentence.
Result<JobOrder> ReadOrder(const std::string& json, database::Database& database);

}  // namespace stator::jobs
