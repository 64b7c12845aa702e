#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// Prints the model as a text that Parse reads back to the same model, laid out like Format's.
// Quotes in texts become apostrophes; line ends become spaces. REQUIRES: names are words of the
// language (see CleanName), and literals in templates contain no spaces or braces.
std::string Print(const Model& model);

// Prints a pattern from its verb on: `get Customer[custId] "by id"`.
std::string PrintPattern(const Pattern& pattern);
// Like PrintPattern, but without the text in quotes.
std::string PrintRequest(const Pattern& pattern);
// Prints the stated request below a pattern: `as key PK / SK`.
std::string PrintStated(const Stated& stated);

// Prints "20M" or "1500".
std::string PrintCount(std::int64_t count);
// Prints "500/s" or "6/min".
std::string PrintRate(double per_second);
// Prints "30d" or "1d12h".
std::string PrintDuration(std::int64_t seconds);
// Prints the type of an attribute, such as "number(8)".
std::string PrintKind(const Attribute& attribute);
// Prints "a, b".
std::string PrintNames(const std::vector<std::string>& names);

// Whether the text can be a value in a model: letters, digits, '_', '-' and '.' only.
bool IsWord(std::string_view text);

// Returns a name that resembles `text`: letters, digits, '_', '-' and '.', and no keyword of the
// places where names stand. Never empty.
std::string CleanName(std::string_view text);
// Like CleanName, for a table or an index, whose names have 3 to 255 letters.
std::string CleanTableName(std::string_view text);

}  // namespace stator::model
