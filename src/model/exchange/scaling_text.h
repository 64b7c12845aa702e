#pragma once

#include <string>

#include "model/exchange/template_words.h"
#include "model/language/model.h"

namespace stator::model {

// Formats a scaling: "from 5 to 100 at 70 %".
std::string ScalingText(const Scaling& scaling);

// Returns true if the bounds are equal and the targets differ by less than one percentage point.
bool IsSame(const Scaling& left, const Scaling& right);

// Returns the percentage that a scaling policy tracks, or 70 if it is unknown or impossible.
double TargetPercentOf(const Word& value);

}  // namespace stator::model
