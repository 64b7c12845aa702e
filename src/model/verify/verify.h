#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"

// Proves a model: makes its tables, fills them with awkward data, and runs every pattern as real
// requests against what the pattern means.
namespace stator::model {

struct Failure {
  std::string arguments;  // with which it failed; empty: it is not about one run
  std::string message;
};

struct PatternReport {
  enum class Status : std::uint8_t { kPassed, kFailed, kSkipped };

  std::string id;
  std::string text;     // what it is for
  std::string request;  // how it is served
  Status status = Status::kPassed;
  std::string why_skipped;
  std::int64_t runs = 0;
  std::int64_t requests_max = 0;  // of one run, as the following
  std::int64_t items_max = 0;
  double units_max = 0;
  std::int64_t units_items = 0;  // of the run that took them: how many it gave or wrote
  bool writes = false;           // units are write units
  double seconds = 0;
  std::vector<Failure> failures;    // the first kFailuresKept, each message once
  std::int64_t failures_count = 0;  // in all
};

struct VerifyReport {
  std::string model;
  std::uint64_t seed = 0;
  std::int64_t instances = 0;
  double seconds = 0;
  std::vector<std::string> data_faults;  // what is wrong before any pattern is run
  std::vector<PatternReport> patterns;

  // No pattern was tried: there are none, or none that is a request.
  bool nothing_run() const;
  bool passed() const;
};

inline constexpr std::size_t kFailuresKept = 5;

struct VerifyOptions {
  std::optional<std::uint64_t> seed;                       // none: the model's
  std::function<void(const std::string& doing)> progress;  // may be empty
  std::function<bool()> stopped;  // asked between patterns; true ends with an error
  bool drop_tables = false;       // afterwards, also after an error
};

// The tables must not exist yet. An error means that the model could not be tried, not that it is
// wrong.
client::Expected<VerifyReport> Verify(client::Connection& database, const Model& model,
                                      const VerifyOptions& options);

}  // namespace stator::model
