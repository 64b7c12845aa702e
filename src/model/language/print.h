#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// The model as a text that Parse reads back to the same model, laid out as Format would. REQUIRES:
// names are words of the language (see CleanName), templates have no spaces or braces in literals.
// Quotes in texts become apostrophes, line ends become spaces.
std::string Print(const Model& model);

// What a pattern says after its rate: `get Customer[custId] "by id"`; and that without the text.
std::string PrintPattern(const Pattern& pattern);
std::string PrintRequest(const Pattern& pattern);
// What is stated below a pattern: `as key PK / SK`.
std::string PrintStated(const Stated& stated);

// "20M", "1500".
std::string PrintCount(std::int64_t count);
// "500/s", "6/min".
std::string PrintRate(double per_second);
// "30d", "1d12h".
std::string PrintDuration(std::int64_t seconds);
// "a, b".
std::string PrintNames(const std::vector<std::string>& names);

// Letters, digits, '_', '-' and '.' alone: what a value in a model may be.
bool IsWord(std::string_view text);

// A word that can stand for `text` as a name: letters, digits, '_', '-' and '.', and no word that
// has a meaning of its own where names stand. Never empty.
std::string CleanName(std::string_view text);
// The same for a table or an index, whose names have from 3 to 255 letters.
std::string CleanTableName(std::string_view text);

}  // namespace stator::model
