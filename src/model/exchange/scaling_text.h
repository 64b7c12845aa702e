#pragma once

#include <string>

#include "model/exchange/template_words.h"
#include "model/language/model.h"

namespace stator::model {

// "from 5 to 100 at 70 %".
std::string ScalingText(const Scaling& scaling);

bool IsSame(const Scaling& left, const Scaling& right);

// The percentage that a scaling policy tracks; where it is not known or not possible, 70.
double TargetPercentOf(const Word& value);

}  // namespace stator::model
