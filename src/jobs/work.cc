#include "jobs/work.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"
#include "base/time_text.h"
#include "client/in_process.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "model/exchange/imported.h"
#include "model/exchange/infer_table.h"
#include "model/language/parser.h"
#include "model/verify/report.h"
#include "model/verify/verify.h"
#include "price/price_table.h"
#include "simulate/report.h"

namespace stator::jobs {
namespace {

// Items of one page that infer reads. A small page soon leaves its worker to others.
constexpr std::int64_t kPageItems = 1000;

Result<> CheckCount(std::size_t count, std::size_t most, std::string_view what) {
  if (count <= most) return {};
  return FailInvalid(
      fmt::format("The model has {} {}, and a job takes at most {}.", count, what, most));
}

// Reads the model of a job. Errors: the first mistake.
Result<model::Model> ModelOf(const std::string& text, JobControl& control) {
  control.Report("reading the model", 0);
  auto parsed = model::Parse(text);
  if (!parsed.complaints.empty()) {
    const auto& first = parsed.complaints.front();
    return FailInvalid(fmt::format("Line {} of the model: {}", first.place.line, first.message));
  }
  control.Name(parsed.model.name);
  TRY(CheckCount(parsed.model.patterns.size(), limits::kJobPatternsMax, "patterns"));
  TRY(CheckCount(parsed.model.tables.size() + parsed.model.indexes.size(), limits::kJobResourcesMax,
                 "tables and indexes"));
  return std::move(parsed.model);
}

Error ErrorOf(const client::Error& error) {
  return {ErrorCode::kValidationException, fmt::format("{}: {}", error.code, error.message)};
}

struct InferResult {
  std::string_view text;
  std::span<const std::string> remarks;
};
BOOST_DESCRIBE_STRUCT(InferResult, (), (text, remarks))

}  // namespace

Result<std::string> Verify(const std::string& text, std::optional<std::uint64_t> seed,
                           JobControl& control) {
  const auto model = TRY(ModelOf(text, control));
  auto database = client::Connection::OpenMemory();
  if (!database) return Fail(ErrorOf(database.error()));
  const model::VerifyOptions options{
      .seed = seed,
      .progress = [&](const std::string& doing, double share) { control.Report(doing, share); },
      .stopped = [&] { return control.ended(); }};
  const auto report = model::Verify(*database, model, options);
  if (!report) return Fail(ErrorOf(report.error()));
  return model::VerifyJson(model.name, *report);
}

Result<std::string> Simulate(const std::string& text, const simulate::Choices& choices,
                             const std::string& prices, JobControl& control) {
  const auto model = TRY(ModelOf(text, control));
  const auto options = TRY(simulate::OptionsOf(choices));
  const auto table = TRY(price::LoadBuiltInPrices(prices));
  const auto all = DurationText(options.seconds * kSecond);
  const simulate::SimulationWatch watch{
      .progress =
          [&](std::int64_t second) {
            control.Report(fmt::format("{} of {}", DurationText(second * kSecond), all),
                           static_cast<double>(second) / static_cast<double>(options.seconds));
          },
      .stopped = [&] { return control.ended(); }};
  return simulate::SimulationJson(TRY(simulate::SimulateChoices(choices, model, table, watch)));
}

Result<std::string> Infer(database::Database& database, const std::string& table,
                          std::int64_t sample, JobControl& control) {
  auto reads = client::ConnectUnmetered(database);
  control.Report("reading items", 0);
  const model::SampleOptions options{
      .items_max = sample,
      .bytes_max = limits::kJobSampleBytesMax,
      .page_items_max = kPageItems,
      .progress =
          [&](std::int64_t items) {
            control.Report(fmt::format("read {}", Counted(items, "item")),
                           static_cast<double>(items) / static_cast<double>(sample));
          },
      .stopped = [&] { return control.ended(); }};
  const auto imported = TRY(model::InferFromTable(reads, table, options));
  const auto text = TRY(model::TextOfImported(imported));
  return json::ToJson(InferResult{.text = text, .remarks = imported.remarks});
}

}  // namespace stator::jobs
