#include "model/answer/pricing_terms.h"

#include <fmt/format.h>

namespace stator::model {
namespace {

constexpr double kFloorMax = 1e6;
constexpr std::uint64_t kStreamReadersMax = 100;
constexpr double kHoursPerDay = 24;
constexpr double kPercent = 100;

Result<> Within(const std::string& option, double value, double min, double max) {
  if (value >= min && value <= max) return {};
  return FailInvalid(fmt::format("{} must be from {} to {}.", option, min, max));
}

}  // namespace

Result<PricingTerms> TermsOf(const PricingOptions& options, const price::PriceTable& prices,
                             OptionStyle style) {
  const auto name = [style](std::string_view option) { return OptionName(option, style); };
  TRY(Within(name("floor"), options.floor, 0, kFloorMax));
  TRY(Within(name("utilization"), options.utilization, 1, kPercent));
  TRY(Within(name("peak-hours"), options.peak_hours, 0, kHoursPerDay));
  if (options.stream_readers > kStreamReadersMax) {
    return FailInvalid(
        fmt::format("{} must be at most {}.", name("stream-readers"), kStreamReadersMax));
  }
  PricingTerms terms;
  if (options.storage_class == "ia") {
    terms.storage_class = price::StorageClass::kInfrequentAccess;
  } else if (options.storage_class == "standard") {
    terms.storage_class = price::StorageClass::kStandard;
  } else if (!options.storage_class.empty()) {
    return FailInvalid(fmt::format("{} must be standard or ia.", name("class")));
  }
  terms.terms.month_hours = prices.month_hours;
  terms.terms.utilization = options.utilization / kPercent;
  terms.terms.free_tier = options.free_tier;
  terms.terms.write_capacity.floor = options.floor;
  terms.terms.read_capacity.floor = options.floor;
  terms.peak_hours = options.peak_hours;
  terms.stream_readers = options.stream_readers;
  return terms;
}

Result<PriceAnswer> AnswerOf(const Model& model, const price::PriceTable& prices,
                             const PricingTerms& terms, const PriceQuestion& question) {
  PriceAnswer answer{.model = model.name, .prices = prices, .terms = terms};
  answer.budget = model.budget_per_month;
  const auto& what_if = question.what_if;
  // Asking for one table and for one per entity compares the two. Otherwise the model itself is one
  // side.
  const bool merged = question.single_table && what_if.table_per_entity;
  const Model base = merged ? SingleTable(model) : model;
  answer.design = {.name = merged ? "one table" : "as written",
                   .price = PriceModel(base, prices, terms)};
  if (what_if.Any()) {
    const Model other = TRY(Apply(base, what_if));
    answer.other = {.name = Describe(what_if), .price = PriceModel(other, prices, terms)};
  } else if (question.single_table) {
    answer.other = {.name = "one table", .price = PriceModel(SingleTable(model), prices, terms)};
  }
  if (what_if.table_per_entity || question.single_table) {
    WhatIf others = what_if;
    others.table_per_entity = false;
    answer.collections = CompareCollections(TRY(Apply(SingleTable(model), others)), prices, terms);
  }
  answer.rare = CompareRare(base, answer.design.price, prices, terms);
  return answer;
}

}  // namespace stator::model
