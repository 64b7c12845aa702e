#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/describe.h"
#include "model/cost/price_model.h"
#include "model/language/model.h"
#include "price/price_table.h"

// Advice about a model: whether DynamoDB suits it, how many tables it needs and how to pay for
// them. Each answer lists its reasons, with the model's figures where it has some.
namespace stator::model {

// Two figures closer than this share decide nothing.
inline constexpr double kCloseShare = 0.1;
// Any database serves a workload that is below both bounds.
inline constexpr double kSmallBytes = 25.0 * 1024 * 1024 * 1024;
inline constexpr double kSmallRequestsPerSecond = 1000;
// The number of readers that a shard of a stream supports.
inline constexpr std::uint64_t kStreamConsumersMax = 2;

// Facts about the user's organisation that a model cannot state.
struct Circumstances {
  std::uint64_t stream_consumers = 0;  // 0: as many as the model's copies need
  std::uint64_t owners = 1;            // teams that own entities
  bool metrics_per_entity = false;     // each entity gets alarms and dashboards
};

// One question with its answer.
struct Advice {
  std::string topic;                 // "workload", "tables", "capacity" or "free tier"
  std::string question;              // "Is this a workload for DynamoDB?"
  std::string answer;                // one sentence
  bool close = false;                // the figures are within kCloseShare of each other
  std::vector<std::string> reasons;  // sentences
};
BOOST_DESCRIBE_STRUCT(Advice, (), (topic, question, answer, close, reasons))

// Answers all questions. The functions below answer one question each.
std::vector<Advice> Advise(const Model& model, const price::PriceTable& prices,
                           const PricingTerms& terms, const Circumstances& circumstances);

Advice AdviseWorkload(const Model& model, const ModelPrice& price);
Advice AdviseTables(const Model& model, const price::PriceTable& prices, const PricingTerms& terms,
                    const Circumstances& circumstances);
Advice AdviseCapacity(const ModelPrice& price, const PricingTerms& terms);
Advice AdviseFreeTier(const Model& model, const price::PriceTable& prices,
                      const PricingTerms& terms);

// Returns true if the larger amount is at most kCloseShare above the smaller.
bool Close(double one, double other);

// Formats the advice for a person (Text) or a program (Json).
std::string AdviceText(const std::string& model, const std::vector<Advice>& advice);
std::string AdviceJson(const std::string& model, const std::vector<Advice>& advice);

}  // namespace stator::model
