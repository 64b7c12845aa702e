#include "model/verify/report.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "json/writer.h"
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

std::string Counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
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
  if (rest > 0) fmt::format_to(to, "        - and {} more failures\n", rest);
}

// Writes the members of an object, one after the other.
class Members {
 public:
  explicit Members(std::string& out) : out_(out), object_(out) {}

  void Text(std::string_view name, std::string_view value) {
    object_.Key(name);
    json::WriteString(value, out_);
  }
  void Integer(std::string_view name, std::int64_t value) {
    object_.Key(name);
    json::WriteInteger(value, out_);
  }
  void Number(std::string_view name, double value) {
    object_.Key(name);
    json::WriteDouble(value, out_);
  }
  void Bool(std::string_view name, bool value) {
    object_.Key(name);
    json::WriteBool(value, out_);
  }
  template <class T, class Write>
  void List(std::string_view name, const std::vector<T>& list, Write write) {
    object_.Key(name);
    json::WriteList(list, out_, write);
  }

 private:
  std::string& out_;
  json::ObjectWriter object_;
};

void WriteFailure(const Failure& failure, std::string& out) {
  Members members(out);
  members.Text("arguments", failure.arguments);
  members.Text("message", failure.message);
}

void WritePattern(const PatternReport& pattern, std::string& out) {
  Members members(out);
  members.Text("id", pattern.id);
  members.Text("text", pattern.text);
  members.Text("request", pattern.request);
  members.Text("status", WordOf(pattern.status));
  if (pattern.status == Status::kSkipped) members.Text("whySkipped", pattern.why_skipped);
  members.Integer("runs", pattern.runs);
  members.Integer("requests", pattern.requests_max);
  members.Integer("items", pattern.items_max);
  members.Number(pattern.writes ? "writeUnits" : "readUnits", pattern.units_max);
  members.Integer("unitsItems", pattern.units_items);
  members.Number("seconds", pattern.seconds);
  members.Integer("failures", pattern.failures_count);
  members.List("examples", pattern.failures, WriteFailure);
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
  std::string out = fmt::format("{}: {}, seed {}, {} instances\n", file, report.model, report.seed,
                                report.instances);
  for (const auto& fault : report.data_faults) out += fmt::format("  ✗ data  {}\n", fault);
  for (const auto& pattern : report.patterns) AddPattern(pattern, out);
  const auto failed = CountOf(report, Status::kFailed);
  const auto passed = CountOf(report, Status::kPassed);
  if (report.nothing_run()) {
    return out + (report.data_faults.empty()
                      ? "NOT verified: there is nothing to verify, for no pattern could be run\n"
                      : "NOT verified: the data is wrong, and no pattern could be run\n");
  }
  fmt::format_to(std::back_inserter(out), "{}: {} of {} passed in {:.2f} s\n",
                 report.passed() ? "verified" : "NOT verified", passed,
                 Counted(passed + failed, "pattern"), report.seconds);
  return out;
}

std::string VerifyJson(std::string_view file, const VerifyReport& report) {
  std::string out;
  {
    Members members(out);
    members.Text("file", file);
    members.Text("model", report.model);
    members.Text("seed", std::to_string(report.seed));
    members.Integer("instances", report.instances);
    members.Number("seconds", report.seconds);
    members.Bool("passed", report.passed());
    members.List("dataFaults", report.data_faults, [](const std::string& fault, std::string& text) {
      json::WriteString(fault, text);
    });
    members.List("patterns", report.patterns, WritePattern);
  }
  return out + "\n";
}

std::string UntriedJson(std::string_view file, std::string_view why) {
  std::string out;
  {
    Members members(out);
    members.Text("file", file);
    members.Bool("passed", false);
    members.Text("error", why);
  }
  return out + "\n";
}

std::string VerifyJunit(const std::vector<VerifiedFile>& files) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const auto& file : files) AddSuite(file, out);
  return out + "</testsuites>\n";
}

}  // namespace stator::model
