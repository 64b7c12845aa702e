#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "model/answer/option_name.h"
#include "model/cost/price_model.h"
#include "model/cost/report.h"
#include "model/cost/what_if.h"
#include "model/language/model.h"
#include "price/price_table.h"

// Prices a model for a user's options.
namespace stator::model {

// The options of functions that price a model.
struct PricingOptions {
  bool free_tier = false;
  std::string storage_class;  // empty: as the model says
  double floor = 1;
  double utilization = 70;  // percent
  double peak_hours = 2;
  std::uint64_t stream_readers = 0;
};

// Reads the options. Errors: one sentence about an invalid option.
Result<PricingTerms> TermsOf(const PricingOptions& options, const price::PriceTable& prices,
                             OptionStyle style);

// The changes of a model that a user wants priced.
struct PriceQuestion {
  WhatIf what_if;
  bool single_table = false;
};

// Prices the model, and the design after the changes. Errors: one sentence about a wrong change.
Result<PriceAnswer> AnswerOf(const Model& model, const price::PriceTable& prices,
                             const PricingTerms& terms, const PriceQuestion& question);

}  // namespace stator::model
