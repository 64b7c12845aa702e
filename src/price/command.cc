#include "price/command.h"

#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/limits.h"
#include "base/quantity.h"
#include "base/result.h"
#include "base/usage_sentence.h"
#include "price/estimate.h"
#include "price/money.h"
#include "price/price_table.h"
#include "price/prices_option.h"
#include "price/report.h"

namespace stator::price {
namespace {

constexpr int kExitUsage = 2;
constexpr std::uint64_t kBatchItemsMax = 100;

// The options of the command line. Empty: not given.
struct Words {
  std::string writes;
  std::string reads;
  std::string peak;
  std::string peak_writes;
  std::string peak_reads;
  std::optional<double> peak_hours;
  std::string item = "1KB";
  std::string batch = "1";
  bool strong = false;
  bool transactional_writes = false;
  bool transactional_reads = false;
  std::string storage;
  std::string stream_reads;
  double utilization = 70;
  std::string floor_writes;
  std::string floor_reads;
  std::string ceiling_writes;
  std::string ceiling_reads;
  std::string storage_class = "standard";
  bool free_tier = false;
  std::string prices = kDefaultPrices;
  double month_hours = 0;  // 0: as the prices say
  bool json = false;
};

void AddLoadOptions(CLI::App& app, Words& words) {
  app.add_option("--writes", words.writes, "Write requests: 1000/s, 20k/s, 6/min, 3/h, 10/day.")
      ->type_name("RATE");
  app.add_option("--reads", words.reads, "Read requests, eventually consistent.")
      ->type_name("RATE");
  app.add_option("--item", words.item, "Size of an item: 600B, 1KB, 2.5KB. [1KB]")
      ->type_name("SIZE");
  app.add_option("--batch", words.batch, "Items in each request. [1]")->type_name("COUNT");
  app.add_flag("--strong", words.strong, "Reads are strongly consistent.");
  app.add_flag("--transactional-writes", words.transactional_writes,
               "Writes are in transactions: twice the units.");
  app.add_flag("--transactional-reads", words.transactional_reads,
               "Reads are in transactions: twice the units of strongly consistent ones.");
  app.add_option("--peak", words.peak, "Busiest rate of the given writes or reads.")
      ->type_name("RATE");
  app.add_option("--peak-writes", words.peak_writes, "Busiest rate of writes.")->type_name("RATE");
  app.add_option("--peak-reads", words.peak_reads, "Busiest rate of reads.")->type_name("RATE");
  app.add_option("--peak-hours", words.peak_hours, "Hours of a day at the busiest rate. [2]")
      ->type_name("HOURS");
  app.add_option("--storage", words.storage, "Data stored: 100GB.")->type_name("SIZE");
  app.add_option("--stream-reads", words.stream_reads, "Calls of GetRecords; Lambda's are free.")
      ->type_name("RATE");
}

void AddTermOptions(CLI::App& app, Words& words) {
  app.add_option("--utilization", words.utilization,
                 "Target utilization of provisioned capacity. [70]")
      ->type_name("PERCENT");
  app.add_option("--floor-writes", words.floor_writes, "Minimum of provisioned WCU.")
      ->type_name("COUNT");
  app.add_option("--floor-reads", words.floor_reads, "Minimum of provisioned RCU.")
      ->type_name("COUNT");
  app.add_option("--ceiling-writes", words.ceiling_writes,
                 "Maximum of WCU that auto scaling provisions.")
      ->type_name("COUNT");
  app.add_option("--ceiling-reads", words.ceiling_reads,
                 "Maximum of RCU that auto scaling provisions.")
      ->type_name("COUNT");
  app.add_option("--class", words.storage_class, "Storage class. [standard]")
      ->type_name("standard|ia");
  app.add_flag("--free-tier", words.free_tier, "Apply the account's free tier to this table.");
  AddPricesOption(app, words.prices);
  app.add_option("--month-hours", words.month_hours,
                 "Hours in a month. [as the prices say: 730, or 720 before 2024-11]")
      ->type_name("HOURS");
  app.add_flag("--json", words.json, "Print JSON.");
}

std::unexpected<Error> Refuse(std::string text) { return FailInvalid(std::move(text)); }

// Prefixes an error with the name of the option that causes it.
template <class T>
Result<T> Of(std::string_view option, Result<T> value) {
  if (value) return value;
  return Refuse(fmt::format("{}: {}", option, value.error().message));
}

Result<double> RateOf(std::string_view option, const std::string& text) {
  if (text.empty()) return 0.0;
  return Of(option, ParseRate(text));
}

Result<double> CountOf(std::string_view option, const std::string& text, double absent) {
  if (text.empty()) return absent;
  return static_cast<double>(TRY(Of(option, ParseCount(text))));
}

Result<double> NumberOf(std::string_view option, double value, double min, double max) {
  if (value >= min && value <= max) return value;
  return Refuse(fmt::format("{} must be from {} to {}.", option, min, max));
}

Result<RequestShape> ShapeOf(const Words& words) {
  RequestShape shape{.item_bytes = TRY(Of("--item", ParseSize(words.item)))};
  if (shape.item_bytes > limits::kItemBytesMax) return Refuse("--item: an item has at most 400KB.");
  shape.items = TRY(Of("--batch", ParseCount(words.batch)));
  if (shape.items < 1 || shape.items > kBatchItemsMax) {
    return Refuse(fmt::format("--batch must be from 1 to {}.", kBatchItemsMax));
  }
  if (!words.writes.empty() && !words.transactional_writes &&
      shape.items > limits::kBatchWritesMax) {
    return Refuse(
        fmt::format("--batch: BatchWriteItem takes at most {} items.", limits::kBatchWritesMax));
  }
  return shape;
}

// Refuses a peak that is below the average, or that alone exceeds the average of the day.
Result<> CheckPeak(std::string_view side, double rate, double peak, double hours) {
  constexpr double kDayHours = 24;
  if (peak < rate) {
    return Refuse(fmt::format("The peak of {} a second is below the average of {} {} a second.",
                              AmountText(peak), AmountText(rate), side));
  }
  if (peak * hours <= rate * kDayHours) return {};
  return Refuse(fmt::format(
      "The peak exceeds the total of the day: {0} {1} a second in {2} hours are more than {3} a "
      "second in 24 hours. State a higher rate, a lower peak, or fewer --peak-hours.",
      AmountText(peak), side, AmountText(hours), AmountText(rate)));
}

// Refuses --peak beside both rates: the option does not say which of them it belongs to.
Result<> TakePeaks(const Words& words, Question& question) {
  question.writes_peak = TRY(RateOf("--peak-writes", words.peak_writes));
  question.reads_peak = TRY(RateOf("--peak-reads", words.peak_reads));
  if (words.peak_hours) {
    question.peak_hours = TRY(NumberOf("--peak-hours", *words.peak_hours, 0, 24));
  }
  if (!words.peak.empty()) {
    if (!words.peak_writes.empty() || !words.peak_reads.empty() ||
        words.writes.empty() == words.reads.empty()) {
      return Refuse("--peak goes with one of --writes and --reads; see --peak-writes.");
    }
    (words.reads.empty() ? question.writes_peak : question.reads_peak) =
        TRY(RateOf("--peak", words.peak));
  }
  if (!words.peak_writes.empty() && words.writes.empty()) {
    return Refuse("--peak-writes goes with --writes.");
  }
  if (!words.peak_reads.empty() && words.reads.empty()) {
    return Refuse("--peak-reads goes with --reads.");
  }
  const bool one = !words.peak.empty();
  if (!words.peak_writes.empty() || (one && words.reads.empty())) {
    TRY(CheckPeak("writes", question.writes, question.writes_peak, question.peak_hours));
  }
  if (words.peak_reads.empty() && (!one || words.reads.empty())) return {};
  return CheckPeak("reads", question.reads, question.reads_peak, question.peak_hours);
}

// Refuses options that would have no effect.
Result<> CheckKinds(const Words& words) {
  if (words.peak_hours && words.peak.empty() && words.peak_writes.empty() &&
      words.peak_reads.empty()) {
    return Refuse("--peak-hours goes with --peak, --peak-writes or --peak-reads.");
  }
  if (words.reads.empty() && words.strong) return Refuse("--strong goes with --reads.");
  if (words.reads.empty() && words.transactional_reads) {
    return Refuse("--transactional-reads goes with --reads.");
  }
  if (words.writes.empty() && words.transactional_writes) {
    return Refuse("--transactional-writes goes with --writes.");
  }
  return {};
}

Result<CapacityRange> RangeOf(std::string_view side, const std::string& floor,
                              const std::string& ceiling) {
  CapacityRange range;
  range.floor = TRY(CountOf(fmt::format("--floor-{}", side), floor, range.floor));
  range.ceiling = TRY(CountOf(fmt::format("--ceiling-{}", side), ceiling, range.ceiling));
  if (range.floor <= range.ceiling) return range;
  return Refuse(fmt::format("--ceiling-{0} must not be below --floor-{0}.", side));
}

Result<Terms> TermsOf(const Words& words, const PriceTable& prices) {
  constexpr double kPercent = 100;
  Terms terms{.month_hours = prices.month_hours, .free_tier = words.free_tier};
  if (words.storage_class == "ia") {
    terms.storage_class = StorageClass::kInfrequentAccess;
  } else if (words.storage_class != "standard") {
    return Refuse("--class must be standard or ia.");
  }
  if (words.month_hours != 0) {
    terms.month_hours =
        TRY(NumberOf("--month-hours", words.month_hours, kMonthHoursMin, kMonthHoursMax));
  }
  terms.utilization = TRY(NumberOf("--utilization", words.utilization, 1, kPercent)) / kPercent;
  terms.write_capacity = TRY(RangeOf("writes", words.floor_writes, words.ceiling_writes));
  terms.read_capacity = TRY(RangeOf("reads", words.floor_reads, words.ceiling_reads));
  return terms;
}

Result<Question> QuestionOf(const Words& words, const PriceTable& prices) {
  if (words.writes.empty() && words.reads.empty() && words.storage.empty()) {
    return Refuse("One of --writes, --reads and --storage is needed.");
  }
  TRY(CheckKinds(words));
  Question question;
  question.writes = TRY(RateOf("--writes", words.writes));
  question.reads = TRY(RateOf("--reads", words.reads));
  question.write = TRY(ShapeOf(words));
  question.read = question.write;
  question.write.transactional = words.transactional_writes;
  question.read.transactional = words.transactional_reads;
  question.read.strong = words.strong;
  TRY(TakePeaks(words, question));
  if (!words.storage.empty()) {
    question.stored_bytes = static_cast<double>(TRY(Of("--storage", ParseSize(words.storage))));
  }
  question.stream_reads = TRY(RateOf("--stream-reads", words.stream_reads));
  question.terms = TRY(TermsOf(words, prices));
  return question;
}

Result<std::string> Answer(const Words& words) {
  const PriceTable prices = TRY(LoadPrices(words.prices));
  const Question question = TRY(QuestionOf(words, prices));
  const Estimate estimate = EstimateOf(question, prices);
  return words.json ? ReportJson(question, prices, estimate)
                    : ReportText(question, prices, estimate);
}

}  // namespace

int RunPriceCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("Price a load for a month under each of the capacity plans of AWS.", "stator price");
  app.get_formatter()->column_width(36);
  Words words;
  AddLoadOptions(app, words);
  AddTermOptions(app, words);
  try {
    app.parse(count - 1, arguments + 1);  // "price" stands where a program's name does
  } catch (const CLI::Success& wanted) {  // --help
    return app.exit(wanted, out, err);
  } catch (const CLI::ParseError& error) {
    err << "stator: " << UsageSentence(app, error.what()) << "\n";
    return kExitUsage;
  }
  const auto answer = Answer(words);
  if (!answer) {
    err << "stator: " << answer.error().message << "\n";
    return kExitUsage;
  }
  out << *answer;
  return 0;
}

}  // namespace stator::price
