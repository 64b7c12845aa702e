#pragma once

#include <string>
#include <string_view>

#include "client/stator.h"

namespace stator::store {

// Less than 0, 0 or more as `left` sorts before, with or after `right`. Numbers compare by their
// exact decimal value, texts and binaries by their bytes. Values of any other type, and of two
// different types, are equal.
int Compare(const client::Value& left, const client::Value& right);

// Whether both are one value. Numbers are one if their values are, however they are written.
bool IsSame(const client::Value& left, const client::Value& right);

// The number in plain decimal digits, without an exponent and needless zeros: 100000 for 1e5, 9.9
// for 9.90. A text that is no number of DynamoDB stays as it is.
std::string PlainNumber(std::string_view text);

}  // namespace stator::store
