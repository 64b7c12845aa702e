#pragma once

#include <string>

#include "model/language/model.h"

// What shows a model to people.
namespace stator::model::generate {

// The access patterns as a table: id, what for, operation, where, key condition, requests, rate.
std::string MarkdownOf(const Model& model);

// A drawing: a box for each item collection of the tables and of each index, with its rows.
std::string SvgOf(const Model& model);

}  // namespace stator::model::generate
