#include "model/verify/report.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/money.h"
#include "wire/xml_text.h"

namespace stator::model {
namespace {

using Status = PatternReport::Status;

std::string_view SignOf(Status status) {
  switch (status) {
    case Status::kPassed:
      return "✓";
    case Status::kFailed:
      return "✗";
    case Status::kSkipped:
      break;
  }
  return "–";
}

std::string_view WordOf(Status status) {
  switch (status) {
    case Status::kPassed:
      return "passed";
    case Status::kFailed:
      return "failed";
    case Status::kSkipped:
      break;
  }
  return "skipped";
}

std::string MessageOf(const Failure& failure) {
  return failure.arguments.empty() ? failure.message
                                   : fmt::format("{}: {}", failure.arguments, failure.message);
}

std::int64_t CountOf(const VerifyReport& report, Status status) {
  return std::ranges::count(report.patterns, status, &PatternReport::status);
}

std::string MeasuresOf(const PatternReport& pattern) {
  if (pattern.runs == 0) return "not run";
  return fmt::format("{}, up to {} and {}, {} {} for {}, {:.0f} ms", Counted(pattern.runs, "run"),
                     Counted(pattern.requests_max, "request"), Counted(pattern.items_max, "item"),
                     price::AmountText(pattern.units_max), pattern.writes ? "WCU" : "RCU",
                     Counted(pattern.units_items, "item"), pattern.seconds * 1'000);
}

void AddPattern(const PatternReport& pattern, std::string& out) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "  {} {:<5} {}\n", SignOf(pattern.status), pattern.id, pattern.request);
  if (pattern.status == Status::kSkipped) {
    fmt::format_to(to, "          {}\n", pattern.why_skipped);
    return;
  }
  fmt::format_to(to, "          {}\n", MeasuresOf(pattern));
  for (const auto& failure : pattern.failures) {
    fmt::format_to(to, "        - {}\n", MessageOf(failure));
  }
  const auto rest = pattern.failures_count - static_cast<std::int64_t>(pattern.failures.size());
  if (rest > 0) fmt::format_to(to, "        - and {}\n", Counted(rest, "more failure"));
}

struct ReportedPattern {
  std::string_view id;
  std::string_view text;
  std::string_view request;
  std::string_view status;
  std::optional<std::string_view> why_skipped;
  std::int64_t runs = 0;
  std::int64_t requests = 0;
  std::int64_t items = 0;
  std::optional<double> write_units;  // of a write
  std::optional<double> read_units;   // of a read
  std::int64_t units_items = 0;
  double seconds = 0;
  std::int64_t failures = 0;
  std::span<const Failure> examples;
};
BOOST_DESCRIBE_STRUCT(ReportedPattern, (),
                      (id, text, request, status, why_skipped, runs, requests, items, write_units,
                       read_units, units_items, seconds, failures, examples))

struct ReportedFile {
  std::string_view file;
  std::string_view model;
  std::string seed;  // a text, because not every reader of JSON has integers of 64 bits
  std::int64_t instances = 0;
  double seconds = 0;
  bool passed = false;
  std::span<const std::string> data_faults;
  std::vector<ReportedPattern> patterns;
};
BOOST_DESCRIBE_STRUCT(ReportedFile, (),
                      (file, model, seed, instances, seconds, passed, data_faults, patterns))

struct UntriedFile {
  std::string_view file;
  bool passed = false;
  std::string_view error;
};
BOOST_DESCRIBE_STRUCT(UntriedFile, (), (file, passed, error))

ReportedPattern ReportedOf(const PatternReport& pattern) {
  ReportedPattern reported{.id = pattern.id,
                           .text = pattern.text,
                           .request = pattern.request,
                           .status = WordOf(pattern.status),
                           .runs = pattern.runs,
                           .requests = pattern.requests_max,
                           .items = pattern.items_max,
                           .units_items = pattern.units_items,
                           .seconds = pattern.seconds,
                           .failures = pattern.failures_count,
                           .examples = pattern.failures};
  if (pattern.status == Status::kSkipped) reported.why_skipped = pattern.why_skipped;
  (pattern.writes ? reported.write_units : reported.read_units) = pattern.units_max;
  return reported;
}

std::string Escaped(std::string_view text) {
  std::string out;
  wire::AppendXmlText(text, out);
  return out;
}

// Adds one failure to a case, since readers of JUnit expect one: the first as its message, all of
// them as its text.
void AddFailureOf(std::int64_t count, const std::vector<std::string>& messages,
                  std::string_view request, std::string& out) {
  auto message = messages.front();
  if (count > 1) message += fmt::format(" (and {} more)", count - 1);
  auto text = fmt::format("{}", fmt::join(messages, "\n"));
  if (!request.empty()) text += fmt::format("\n{}", request);
  fmt::format_to(std::back_inserter(out), "      <failure message=\"{}\">{}</failure>\n",
                 Escaped(message), Escaped(text));
}

void AddCase(std::string_view suite, const PatternReport& pattern, std::string& out) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", Escaped(suite),
                 Escaped(pattern.text.empty() ? pattern.id : pattern.id + " " + pattern.text),
                 pattern.seconds);
  if (pattern.status == Status::kPassed) {
    out += "/>\n";
    return;
  }
  out += ">\n";
  if (pattern.status == Status::kSkipped) {
    fmt::format_to(to, "      <skipped message=\"{}\"/>\n", Escaped(pattern.why_skipped));
  }
  if (!pattern.failures.empty()) {
    std::vector<std::string> messages;
    for (const auto& failure : pattern.failures) messages.push_back(MessageOf(failure));
    AddFailureOf(pattern.failures_count, messages, pattern.request, out);
  }
  out += "    </testcase>\n";
}

void AddError(const VerifiedFile& untried, std::string& out) {
  const auto file = Escaped(untried.file);
  fmt::format_to(std::back_inserter(out),
                 "  <testsuite name=\"{0}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" "
                 "time=\"0.000\">\n"
                 "    <testcase classname=\"{0}\" name=\"model\" time=\"0\">\n"
                 "      <error message=\"{0} could not be tried\">{1}</error>\n"
                 "    </testcase>\n"
                 "  </testsuite>\n",
                 file, Escaped(untried.error));
}

void AddSuite(const VerifiedFile& verified, std::string& out) {
  if (verified.report == nullptr) return AddError(verified, out);
  const auto& report = *verified.report;
  auto faults = report.data_faults;
  if (faults.empty() && report.nothing_run()) faults.emplace_back("there is nothing to verify");
  const bool data_failed = !faults.empty();
  auto to = std::back_inserter(out);
  fmt::format_to(to,
                 "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" "
                 "time=\"{:.3f}\">\n",
                 Escaped(report.model), report.patterns.size() + 1,
                 CountOf(report, Status::kFailed) + (data_failed ? 1 : 0),
                 CountOf(report, Status::kSkipped), report.seconds);
  fmt::format_to(to, "    <testcase classname=\"{}\" name=\"data\" time=\"0\"{}",
                 Escaped(report.model), data_failed ? ">\n" : "/>\n");
  if (data_failed) {
    AddFailureOf(static_cast<std::int64_t>(faults.size()), faults, "", out);
    out += "    </testcase>\n";
  }
  for (const auto& pattern : report.patterns) AddCase(report.model, pattern, out);
  out += "  </testsuite>\n";
}

}  // namespace

std::string VerifyText(std::string_view file, const VerifyReport& report) {
  std::string out = fmt::format("{}: {}, seed {}, {}\n", file, report.model, report.seed,
                                Counted(report.instances, "instance"));
  for (const auto& fault : report.data_faults) out += fmt::format("  ✗ data  {}\n", fault);
  for (const auto& pattern : report.patterns) AddPattern(pattern, out);
  const auto failed = CountOf(report, Status::kFailed);
  const auto passed = CountOf(report, Status::kPassed);
  if (report.nothing_run()) {
    return out + (report.data_faults.empty()
                      ? "NOT verified: no pattern could be run, so there is nothing to verify\n"
                      : "NOT verified: the data is wrong, and no pattern could be run\n");
  }
  fmt::format_to(std::back_inserter(out), "{}: {} of {} passed in {:.2f} s\n",
                 report.passed() ? "verified" : "NOT verified", passed,
                 Counted(passed + failed, "pattern"), report.seconds);
  return out;
}

std::string VerifyJson(std::string_view file, const VerifyReport& report) {
  ReportedFile reported{.file = file,
                        .model = report.model,
                        .seed = std::to_string(report.seed),
                        .instances = report.instances,
                        .seconds = report.seconds,
                        .passed = report.passed(),
                        .data_faults = report.data_faults};
  for (const auto& pattern : report.patterns) reported.patterns.push_back(ReportedOf(pattern));
  return json::ToJson(reported) + "\n";
}

std::string UntriedJson(std::string_view file, std::string_view why) {
  return json::ToJson(UntriedFile{.file = file, .error = why}) + "\n";
}

std::string VerifyJunit(const std::vector<VerifiedFile>& files) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const auto& file : files) AddSuite(file, out);
  return out + "</testsuites>\n";
}

}  // namespace stator::model
