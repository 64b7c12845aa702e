#pragma once

#include <string>

#include "model/language/model.h"

// Prints pages about a model for people.
namespace stator::model::generate {

// Returns the access patterns as a table: id, purpose, rate, operation, table or index, key
// condition and requests.
std::string MarkdownOf(const Model& model);

// Returns a drawing with a box for each item collection of the tables and indexes, which shows its
// rows.
std::string SvgOf(const Model& model);

}  // namespace stator::model::generate
