#pragma once

#include <cstdint>
#include <string>

#include "base/random.h"
#include "client/stator.h"
#include "model/language/model.h"

// Makes values that expose faults of designs: texts that begin with other texts, equal times, and
// edges of hours and months. Some numbers sort wrongly as text; some texts contain the delimiter.
namespace stator::model {

// How many values to choose from: few, so that many are equal, or many, so that a new one is
// likely.
enum class Spread : std::uint8_t { kFew, kMany };

// Returns the n-th of a series of different texts, many of which begin with others: order-1,
// order-10, order-100, order-2, … Every second text of a `free` attribute contains the delimiter.
std::string NumberedText(const Attribute& attribute, std::uint64_t number);

// Returns a value of the attribute, of the model's size up to a bound.
client::Value AnyValue(const Attribute& attribute, Spread spread, Random& random);

// Returns a value of the attribute that differs from `old`, if it has more than one.
client::Value OtherValue(const Attribute& attribute, const client::Value& old, Random& random);

// Returns a text of `bytes` that does not repeat.
std::string Filling(std::int64_t bytes, Random& random);

// Returns the bytes of names and values, about as DynamoDB counts them.
std::int64_t ItemBytes(const client::Item& item);

}  // namespace stator::model
