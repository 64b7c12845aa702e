#pragma once

#include <cstdint>
#include <string>

#include "base/random.h"
#include "client/stator.h"
#include "model/language/model.h"

// Values that designs stumble over: beginnings of each other, equal times, edges of hours and
// months, numbers whose texts sort wrongly, text with the delimiter in it.
namespace stator::model {

// From how many values one is taken: few, so that many are equal, or so many that a new one is
// likely.
enum class Spread : std::uint8_t { kFew, kMany };

// The n-th of texts of which many begin with others: order-1, order-10, order-100, order-2, … All
// different; those of an attribute for what people enter have the delimiter in every other one.
std::string NumberedText(const Attribute& attribute, std::uint64_t number);

// A value of the attribute. Sizes are as the model says, bounded.
client::Value AnyValue(const Attribute& attribute, Spread spread, Random& random);

// A value of the attribute that differs from `old`, if it has more than one.
client::Value OtherValue(const Attribute& attribute, const client::Value& old, Random& random);

// Text of `bytes` that does not repeat.
std::string Filling(std::int64_t bytes, Random& random);

// Names and values, about as DynamoDB counts an item.
std::int64_t ItemBytes(const client::Item& item);

}  // namespace stator::model
