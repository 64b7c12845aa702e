#include "jobs/order.h"

#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "jobs/work.h"
#include "json/describe.h"
#include "json/from_json.h"
#include "json/parser.h"
#include "model/exchange/infer_table.h"

namespace stator::jobs {
namespace {

constexpr char kBody[] =
    "The body must be a JSON object with a kind (verify, simulate or infer), a model or a table, "
    "and perhaps options.";

// The bodies by kind. Their members have the names of the command line's options.
struct VerifyChoices {
  std::optional<std::uint64_t> seed;
};
BOOST_DESCRIBE_STRUCT(VerifyChoices, (), (seed))

struct SimulateChoices {
  std::optional<double> hours;
  std::optional<std::string> profile;
  std::optional<std::string> profile_table;
  std::optional<std::string> capacity;
  std::optional<std::string> scaling;
  std::optional<int> attempts;
  std::optional<std::string> prices;
  std::optional<std::uint64_t> seed;
};
BOOST_DESCRIBE_STRUCT(SimulateChoices, (),
                      (hours, profile, profile_table, capacity, scaling, attempts, prices, seed))

struct InferChoices {
  std::optional<std::int64_t> sample;
};
BOOST_DESCRIBE_STRUCT(InferChoices, (), (sample))

struct VerifyBody {
  JobKind kind = JobKind::kVerify;
  std::string model;
  std::optional<VerifyChoices> options;
};
BOOST_DESCRIBE_STRUCT(VerifyBody, (), (kind, model, options))

struct SimulateBody {
  JobKind kind = JobKind::kSimulate;
  std::string model;
  std::optional<SimulateChoices> options;
};
BOOST_DESCRIBE_STRUCT(SimulateBody, (), (kind, model, options))

struct InferBody {
  JobKind kind = JobKind::kInfer;
  std::string table;
  std::optional<InferChoices> options;
};
BOOST_DESCRIBE_STRUCT(InferBody, (), (kind, table, options))

Result<> CheckModel(const std::string& model) {
  if (model.size() <= limits::kJobModelBytesMax) return {};
  return FailInvalid(fmt::format("The model has {} bytes, and a job takes at most {}.",
                                 model.size(), limits::kJobModelBytesMax));
}

Result<JobOrder> VerifyOrder(json::Value root) {
  auto body = TRY(json::FromJson<VerifyBody>(root));
  TRY(CheckModel(body.model));
  const auto seed = body.options.value_or(VerifyChoices()).seed;
  return JobOrder{.kind = JobKind::kVerify,
                  .name = {},
                  .work = [text = std::move(body.model), seed](JobControl& control) {
                    return Verify(text, seed, control);
                  }};
}

simulate::Choices ChoicesOf(SimulateChoices given) {
  simulate::Choices choices;
  if (given.hours) choices.hours = *given.hours;
  if (given.profile) choices.profile = *std::move(given.profile);
  choices.profile_table = std::move(given.profile_table);
  choices.capacity = std::move(given.capacity).value_or("");
  choices.scaling = std::move(given.scaling).value_or("");
  if (given.attempts) choices.attempts = *given.attempts;
  if (given.seed) choices.seed = *given.seed;
  return choices;
}

Result<JobOrder> SimulateOrder(json::Value root) {
  auto body = TRY(json::FromJson<SimulateBody>(root));
  TRY(CheckModel(body.model));
  auto given = std::move(body.options).value_or(SimulateChoices());
  const auto prices = given.prices.value_or(price::kDefaultPrices);
  TRY(price::LoadBuiltInPrices(prices));
  auto choices = ChoicesOf(std::move(given));
  if (!choices.profile_table && !simulate::IsProfileName(choices.profile)) {
    return FailInvalid("The profile must be even, diurnal or spike.");
  }
  TRY(simulate::OptionsOf(choices));
  return JobOrder{
      .kind = JobKind::kSimulate,
      .name = {},
      .work = [text = std::move(body.model), choices = std::move(choices),
               prices](JobControl& control) { return Simulate(text, choices, prices, control); }};
}

Result<JobOrder> InferOrder(json::Value root, database::Database& database) {
  auto body = TRY(json::FromJson<InferBody>(root));
  const auto sample = body.options.value_or(InferChoices()).sample.value_or(model::kSampleDefault);
  if (sample < 1 || sample > model::kSampleMax) {
    return FailInvalid(fmt::format("sample must be from 1 to {}.", model::kSampleMax));
  }
  return JobOrder{.kind = JobKind::kInfer,
                  .name = body.table,
                  .work = [&database, table = std::move(body.table), sample](JobControl& control) {
                    return Infer(database, table, sample, control);
                  }};
}

}  // namespace

Result<JobOrder> ReadOrder(const std::string& json, database::Database& database) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body || body->empty()) return FailInvalid(kBody);
  const auto root = body->root();
  json::Value kind;
  if (!root.is_object() || root["kind"].get(kind) != simdjson::SUCCESS) return FailInvalid(kBody);
  const auto known = json::FromJson<JobKind>(kind);
  if (!known) return FailInvalid(kBody);
  switch (*known) {
    case JobKind::kVerify:
      return VerifyOrder(root);
    case JobKind::kSimulate:
      return SimulateOrder(root);
    case JobKind::kInfer:
      break;
  }
  return InferOrder(root, database);
}

}  // namespace stator::jobs
