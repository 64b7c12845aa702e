#include "model/answer/answers.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/embedded_file.h"
#include "base/request_limits.h"
#include "json/describe.h"
#include "json/from_json.h"
#include "json/parser.h"
#include "json/to_json.h"
#include "model/answer/example_files.h"
#include "model/answer/exchange_formats.h"
#include "model/answer/pricing_terms.h"
#include "model/check/check.h"
#include "model/check/report.h"
#include "model/cost/advise.h"
#include "model/describe/description.h"
#include "model/exchange/imported.h"
#include "model/generate/generate.h"
#include "model/language/byte_order_mark.h"
#include "model/language/format.h"
#include "model/language/parser.h"
#include "price/price_files.h"

namespace stator::model {
namespace {

// --- Requests ---

struct TextRequest {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(TextRequest, (), (text))

struct CheckRequest {
  std::string text;
  std::optional<std::string> file;
};
BOOST_DESCRIBE_STRUCT(CheckRequest, (), (text, file))

struct PriceRequest {
  std::string text;
  std::optional<std::string> prices;
  std::optional<bool> free_tier;
  std::optional<std::string> class_;
  std::optional<double> floor;
  std::optional<double> utilization;
  std::optional<double> peak_hours;
  std::optional<std::uint64_t> stream_readers;
  std::optional<std::string> scale;
  std::optional<std::vector<std::string>> without_index;
  std::optional<std::vector<std::string>> projection;
  std::optional<bool> table_per_entity;
  std::optional<bool> single_table;
};
BOOST_DESCRIBE_STRUCT(PriceRequest, (),
                      (text, prices, free_tier, class_, floor, utilization, peak_hours,
                       stream_readers, scale, without_index, projection, table_per_entity,
                       single_table))

struct AdviseRequest {
  std::string text;
  std::optional<std::string> prices;
  std::optional<bool> free_tier;
  std::optional<std::string> class_;
  std::optional<double> floor;
  std::optional<double> utilization;
  std::optional<double> peak_hours;
  std::optional<std::uint64_t> stream_readers;
  std::optional<std::uint64_t> stream_consumers;
  std::optional<std::uint64_t> owners;
  std::optional<bool> metrics_per_entity;
};
BOOST_DESCRIBE_STRUCT(AdviseRequest, (),
                      (text, prices, free_tier, class_, floor, utilization, peak_hours,
                       stream_readers, stream_consumers, owners, metrics_per_entity))

struct GenerateRequest {
  std::string text;
  std::string to;
};
BOOST_DESCRIBE_STRUCT(GenerateRequest, (), (text, to))

struct ImportRequest {
  std::string text;
  std::optional<std::string> from;
  std::optional<std::string> file;
  std::optional<std::string> name;
};
BOOST_DESCRIBE_STRUCT(ImportRequest, (), (text, from, file, name))

struct ExportRequest {
  std::string text;
  std::string to;
  std::optional<std::string> original;
};
BOOST_DESCRIBE_STRUCT(ExportRequest, (), (text, to, original))

// --- Answers ---

struct TextAnswer {
  std::string text;
};
BOOST_DESCRIBE_STRUCT(TextAnswer, (), (text))

struct GeneratedAnswer {
  std::string text;
  std::vector<std::string> left_out;
};
BOOST_DESCRIBE_STRUCT(GeneratedAnswer, (), (text, left_out))

struct UnreadAnswer {
  std::optional<std::string> pattern;
  std::string sentence;
};
BOOST_DESCRIBE_STRUCT(UnreadAnswer, (), (pattern, sentence))

struct ImportedAnswer {
  std::string text;
  std::vector<std::string> remarks;
  std::vector<UnreadAnswer> unread;
};
BOOST_DESCRIBE_STRUCT(ImportedAnswer, (), (text, remarks, unread))

struct ExampleAnswer {
  std::string_view name;
  std::string_view text;
};
BOOST_DESCRIBE_STRUCT(ExampleAnswer, (), (name, text))

struct ExamplesAnswer {
  std::vector<ExampleAnswer> examples;
};
BOOST_DESCRIBE_STRUCT(ExamplesAnswer, (), (examples))

// --- Reading ---

template <class Request>
Result<Request> Read(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body) return FailInvalid("The body is no JSON object.");
  if (body->empty()) return FailInvalid("The body is empty; send {\"text\": …}.");
  auto request = TRY(json::FromJson<Request>(body->root()));
  if (request.text.size() > limits::kAdminTextBytesMax) {
    return Fail(ErrorCode::kRequestEntityTooLarge,
                fmt::format("text has more than {} bytes.", limits::kAdminTextBytesMax));
  }
  return request;
}

Result<Model> ReadModel(const std::string& text) {
  auto parsed = Parse(text);
  if (parsed.complaints.empty()) return std::move(parsed.model);
  const auto& first = parsed.complaints.front();
  return FailInvalid(
      fmt::format("Line {}, column {}: {}", first.place.line, first.place.column, first.message));
}

// Reads the options that price and advise share.
template <class Request>
PricingOptions PricingOptionsOf(const Request& request) {
  PricingOptions options;
  options.free_tier = request.free_tier.value_or(options.free_tier);
  options.storage_class = request.class_.value_or(options.storage_class);
  options.floor = request.floor.value_or(options.floor);
  options.utilization = request.utilization.value_or(options.utilization);
  options.peak_hours = request.peak_hours.value_or(options.peak_hours);
  options.stream_readers = request.stream_readers.value_or(options.stream_readers);
  return options;
}

// A client names built-in prices only: other names would be paths on this machine.
Result<price::PriceTable> PricesOf(const std::optional<std::string>& name) {
  return price::LoadBuiltInPrices(name.value_or(price::kDefaultPrices));
}

}  // namespace

Result<std::string> AnswerCheck(const std::string& json) {
  const auto request = TRY(Read<CheckRequest>(json));
  const auto file = request.file.value_or("model.std");
  const auto parsed = Parse(request.text);
  if (!parsed.complaints.empty()) {
    return CheckJson(file, Model{}, CheckedComplaints(parsed.complaints));
  }
  return CheckJson(file, parsed.model, Check(parsed.model));
}

Result<std::string> AnswerDescribe(const std::string& json) {
  const auto request = TRY(Read<TextRequest>(json));
  return DescriptionJson(TRY(ReadModel(request.text)));
}

Result<std::string> AnswerPrice(const std::string& json) {
  auto request = TRY(Read<PriceRequest>(json));
  const auto prices = TRY(PricesOf(request.prices));
  const auto terms = TRY(TermsOf(PricingOptionsOf(request), prices, OptionStyle::kMember));
  const Model model = TRY(ReadModel(request.text));
  PriceQuestion question{.single_table = request.single_table.value_or(false)};
  auto& what_if = question.what_if;
  what_if.scale = request.scale.value_or("");
  if (request.without_index) what_if.without_indexes = *std::move(request.without_index);
  if (request.projection) what_if.projections = *std::move(request.projection);
  what_if.table_per_entity = request.table_per_entity.value_or(false);
  return ModelPriceJson(TRY(AnswerOf(model, prices, terms, question)));
}

Result<std::string> AnswerAdvise(const std::string& json) {
  const auto request = TRY(Read<AdviseRequest>(json));
  const auto prices = TRY(PricesOf(request.prices));
  const auto terms = TRY(TermsOf(PricingOptionsOf(request), prices, OptionStyle::kMember));
  const Model model = TRY(ReadModel(request.text));
  Circumstances circumstances;
  circumstances.stream_consumers =
      request.stream_consumers.value_or(circumstances.stream_consumers);
  circumstances.owners = request.owners.value_or(circumstances.owners);
  circumstances.metrics_per_entity =
      request.metrics_per_entity.value_or(circumstances.metrics_per_entity);
  return AdviceJson(model.name, Advise(model, prices, terms, circumstances));
}

Result<std::string> AnswerFormat(const std::string& json) {
  const auto request = TRY(Read<TextRequest>(json));
  TRY(ReadModel(request.text));
  return json::ToJson(TextAnswer{.text = Format(request.text)}) + "\n";
}

Result<std::string> AnswerGenerate(const std::string& json) {
  const auto request = TRY(Read<GenerateRequest>(json));
  const auto target = generate::TargetOf(request.to);
  if (!target) {
    return FailInvalid(
        fmt::format("to must be one of {}.", fmt::join(generate::TargetNames(), ", ")));
  }
  const Model model = TRY(ReadModel(request.text));
  auto made = TRY(generate::Generate(model, *target));
  return json::ToJson(
             GeneratedAnswer{.text = std::move(made.text), .left_out = std::move(made.left_out)}) +
         "\n";
}

Result<std::string> AnswerImport(const std::string& json) {
  const auto request = TRY(Read<ImportRequest>(json));
  const std::string text(WithoutByteOrderMark(request.text));
  const auto format = TRY(ImportFormatOf(request.from.value_or(""), request.file.value_or(""), text,
                                         OptionStyle::kMember));
  auto imported = TRY(Import(format, text, request.name.value_or("model")));
  ImportedAnswer answer{.text = TRY(TextOfImported(imported)),
                        .remarks = std::move(imported.remarks)};
  for (auto& each : imported.unread) {
    auto& unread = answer.unread.emplace_back();
    if (!each.pattern.empty()) unread.pattern = std::move(each.pattern);
    unread.sentence = std::move(each.sentence);
  }
  return json::ToJson(answer) + "\n";
}

Result<std::string> AnswerExport(const std::string& json) {
  const auto request = TRY(Read<ExportRequest>(json));
  const Model model = TRY(ReadModel(request.text));
  auto made = TRY(Export(model, request.to, request.original.value_or(""), OptionStyle::kMember));
  return json::ToJson(
             GeneratedAnswer{.text = std::move(made.text), .left_out = std::move(made.left_out)}) +
         "\n";
}

std::string ExamplesJson() {
  ExamplesAnswer answer;
  for (const EmbeddedFile& file : ExampleFiles()) {
    answer.examples.push_back({.name = file.name, .text = file.text});
  }
  return json::ToJson(answer) + "\n";
}

std::string PricesJson() {
  std::string all = fmt::format(R"({{"default":"{}","prices":[)", price::kDefaultPrices);
  bool first = true;
  for (const EmbeddedFile& file : price::PriceFiles()) {
    // The files are JSON already.
    all += fmt::format(R"({}{{"name":"{}","table":{}}})", std::exchange(first, false) ? "" : ",",
                       file.name, file.text);
  }
  return all + "]}\n";
}

}  // namespace stator::model
