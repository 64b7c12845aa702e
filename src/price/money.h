#pragma once

#include <string>

// Amounts as a report shows them. REQUIRES: finite numbers, not negative.
namespace stator::price {

// "$3,240.00"; of less than a cent the first two digits that are not zero: "$0.000012".
std::string MoneyText(double dollars);

// Of one unit, with all its digits and cents at least: "$0.00065", "$12.50".
std::string PriceText(double dollars);

// "2,592", "0.5", "1,428.571": three digits behind the point at most, but for an amount that would
// be nothing then: "0.000012".
std::string AmountText(double amount);

// "500/s"; what is rarer than 0.01/s by the day: "2/day".
std::string RateText(double per_second);

}  // namespace stator::price
