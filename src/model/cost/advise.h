#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/cost/price_model.h"
#include "model/language/model.h"
#include "price/price_table.h"

// Whether DynamoDB suits a model, how many tables, and how to pay for them: each answer with its
// reasons, and those with figures of the model.
namespace stator::model {

// Figures this near to each other do not decide anything.
inline constexpr double kCloseShare = 0.1;
// A workload below both is one that any database serves.
inline constexpr double kSmallBytes = 25.0 * 1024 * 1024 * 1024;
inline constexpr double kSmallRequestsPerSecond = 1000;
// How many readers a shard of a stream bears.
inline constexpr std::uint64_t kStreamConsumersMax = 2;

// What a model does not say.
struct Circumstances {
  std::uint64_t stream_consumers = 0;  // 0: those that the model's copies need
  std::uint64_t owners = 1;            // teams that own entities
  bool metrics_per_entity = false;     // alarms and dashboards for each
};

struct Advice {
  std::string topic;                 // "workload", "tables", "capacity" or "free tier"
  std::string question;              // "Is this a workload for DynamoDB?"
  std::string answer;                // one sentence
  bool close = false;                // the figures are within kCloseShare of each other
  std::vector<std::string> reasons;  // sentences
};

std::vector<Advice> Advise(const Model& model, const price::PriceTable& prices,
                           const PricingTerms& terms, const Circumstances& circumstances);

// One question each; Advise asks them all.
Advice AdviseWorkload(const Model& model, const ModelPrice& price);
Advice AdviseTables(const Model& model, const price::PriceTable& prices, const PricingTerms& terms,
                    const Circumstances& circumstances);
Advice AdviseCapacity(const ModelPrice& price, const PricingTerms& terms);
Advice AdviseFreeTier(const Model& model, const price::PriceTable& prices,
                      const PricingTerms& terms);

// Whether neither of two amounts is more than kCloseShare above the other.
bool Close(double one, double other);

std::string AdviceText(const std::string& model, const std::vector<Advice>& advice);
std::string AdviceJson(const std::string& model, const std::vector<Advice>& advice);

}  // namespace stator::model
