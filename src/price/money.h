#pragma once

#include <string>

// Formats amounts for reports. REQUIRES: finite numbers, not negative.
namespace stator::price {

// "$3,240.00". An amount below a cent shows its first two digits that are not zero: "$0.000012".
std::string MoneyText(double dollars);

// The price of one unit, with all its digits and cents at least: "$0.00065", "$12.50".
std::string PriceText(double dollars);

// "2,592", "0.5", "1,428.571": at most three digits behind the point. A smaller amount shows its
// first two digits that are not zero: "0.000012".
std::string AmountText(double amount);

// "500/s". A rate below 0.01/s is shown by the day: "2/day".
std::string RateText(double per_second);

}  // namespace stator::price
