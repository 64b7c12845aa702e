#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// Reads key templates and names in the forms of other tools and people.
namespace stator::model {

// Reads a template in the form of another tool. Accepted forms:
// - "CUST#{custId}#{at:month}", "{shard(a,4)}": the model language.
// - "user#${email}", "CUST#<custId>": the marked names are attributes.
// - "SubId#SKU", "ITEMS#ItemID": without marks, the names in `known` are attributes.
// - "CUSTOMER#id": without marks, small letters behind a delimiter are attributes (customerId).
// Removes or replaces characters that a model's template cannot contain. Empty for "".
Template ReadForeignTemplate(std::string_view text, std::span<const std::string> known);

// Reads a template in which ${name} is an attribute and all other text is literal.
Template ReadDollarTemplate(std::string_view text);

// The parts of a key between its delimiters: '#', or '|' or ':' if it has no '#'. `delimiter` is
// the character between the parts; 0: there is only one part.
struct KeySegments {
  std::vector<std::string> parts;
  char delimiter = 0;
};
KeySegments SplitKey(std::string_view key);

// Returns true if a part of a key names a kind and is not a value: "ORDER", "ORDER_ITEM".
bool IsKindWord(std::string_view part);
// Returns true if a part can only be a value: "2026-11", "0035", "a@b.c", or too long for a word.
bool IsValue(std::string_view part);
// Return true for dates, "2026-11-15", and for times, "2026-11-15T10:30:00Z".
bool IsDate(std::string_view text);
bool IsTime(std::string_view text);

// "ORDER_ITEM" and "orderItems" become OrderItem as an entity's name, and orderItem as the
// beginning of an attribute's name.
std::string EntityNameOf(std::string_view text);
std::string AttributeNameOf(std::string_view text);

// Removes spaces, quotes, braces and other characters that a template's literal cannot contain.
std::string CleanLiteral(std::string_view text);

}  // namespace stator::model
