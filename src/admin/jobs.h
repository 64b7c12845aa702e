#pragma once

#include <string>
#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "jobs/jobs.h"
#include "wire/response.h"

// Work in the background: verify, simulate and infer.
namespace stator::admin {

// Starts the job of the body and answers its report.
wire::Response StartJob(jobs::Jobs& jobs, database::Database& database, const std::string& body);
// Answers the reports of all jobs.
wire::Response ListJobs(jobs::Jobs& jobs);
// Answers the report of one job, with its result. A long result is copied on a worker.
void ReadJob(jobs::Jobs& jobs, database::Database& database, std::string_view id, Loop& loop,
             wire::Reply done);
// Stops a job and forgets it.
wire::Response DeleteJob(jobs::Jobs& jobs, std::string_view id);

}  // namespace stator::admin
