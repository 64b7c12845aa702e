#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/stator.h"
#include "json/describe.h"
#include "model/language/model.h"

// Proves a model: creates its tables, fills them with awkward data, and runs every pattern as real
// requests. Each result must match the meaning of the pattern.
namespace stator::model {

// One fault that the trial of a pattern found.
struct Failure {
  std::string arguments;  // of the failed run; empty: no single run failed
  std::string message;
};
BOOST_DESCRIBE_STRUCT(Failure, (), (arguments, message))

// The result of trying one pattern.
struct PatternReport {
  enum class Status : std::uint8_t { kPassed, kFailed, kSkipped };

  std::string id;
  std::string text;     // says what the pattern is for
  std::string request;  // the request that serves it
  Status status = Status::kPassed;
  std::string why_skipped;
  std::int64_t runs = 0;
  std::int64_t requests_max = 0;  // of one run, as are the following
  std::int64_t items_max = 0;
  double units_max = 0;
  std::int64_t units_items = 0;  // items that the run with units_max returned or wrote
  bool writes = false;           // units are write units
  double seconds = 0;
  std::vector<Failure> failures;    // the first kFailuresKept different ones
  std::int64_t failures_count = 0;  // of all failures
};

// The result of a verification.
struct VerifyReport {
  std::string model;
  std::uint64_t seed = 0;
  std::int64_t instances = 0;
  double seconds = 0;
  std::vector<std::string> data_faults;  // faults of the data, found before any pattern runs
  std::vector<PatternReport> patterns;

  // Whether no pattern was tried: there are none, or none that is a request.
  bool nothing_run() const;
  // Whether patterns were tried and no fault was found.
  bool passed() const;
};

// How many failures a pattern's report keeps.
inline constexpr std::size_t kFailuresKept = 5;

// Settings of a verification.
struct VerifyOptions {
  std::optional<std::uint64_t> seed;  // nullopt: the model's seed
  // Told the next piece of work, and how much of all work is done, from 0 to 1. May be empty.
  std::function<void(const std::string& doing, double share)> progress;
  // Asked between requests, from several threads; true ends the run with the error Interrupted. May
  // be empty.
  std::function<bool()> stopped;
  bool drop_tables = false;  // at the end, also after an error
};

// Verifies the model. REQUIRES: its tables do not exist yet. Errors: the model could not be tried,
// which does not mean that it is wrong.
client::Expected<VerifyReport> Verify(client::Connection& database, const Model& model,
                                      const VerifyOptions& options);

}  // namespace stator::model
