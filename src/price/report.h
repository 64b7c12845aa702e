#pragma once

#include <string>

#include "price/estimate.h"

namespace stator::price {

// For a person: the plans side by side, the working of each, the cheapest and the break-even loads.
std::string ReportText(const Question& question, const PriceTable& prices,
                       const Estimate& estimate);

// The same for a program, one JSON object (docs/prices.md).
std::string ReportJson(const Question& question, const PriceTable& prices,
                       const Estimate& estimate);

}  // namespace stator::price
