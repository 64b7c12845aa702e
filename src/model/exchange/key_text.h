#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// Key templates and names as other tools and people write them.
namespace stator::model {

// A template from the ways in which others write one:
//   "CUST#{custId}#{at:month}", "{shard(a,4)}"         our own
//   "user#${email}", "CUST#<custId>"                   what is marked is an attribute;
//   "SubId#SKU", "ITEMS#ItemID", "CUSTOMER#id"         nothing is marked: parts that are the name
//   of
//                                                      one of `known`, and small letters behind a
//                                                      delimiter, are attributes ("id" is
//                                                      customerId).
// Characters that cannot stand in a model's template are left out or replaced. Empty for "".
Template ReadForeignTemplate(std::string_view text, std::span<const std::string> known);

// A template in which ${name} is an attribute and all else stands for itself.
Template ReadDollarTemplate(std::string_view text);

// The parts of a key between its delimiters ('#', or '|' or ':' if it has no '#'). `delimiter` is
// what they are separated by, 0 if there is one part only.
struct KeySegments {
  std::vector<std::string> parts;
  char delimiter = 0;
};
KeySegments SplitKey(std::string_view key);

// Whether a part of a key is the name of a kind rather than a value: "ORDER", "ORDER_ITEM".
bool IsKindWord(std::string_view part);
// Whether it can only be a value: "2026-11", "0035", "a@b.c", or too long for a word.
bool IsValue(std::string_view part);
// "2026-11-15", "2026-11-15T10:30:00Z".
bool IsDate(std::string_view text);
bool IsTime(std::string_view text);

// "ORDER_ITEM" and "orderItems" are OrderItem as the name of an entity and orderItem as the
// beginning of an attribute's.
std::string EntityNameOf(std::string_view text);
std::string AttributeNameOf(std::string_view text);

// In small letters.
std::string LowerOf(std::string_view text);

// What a literal of a template may have: no spaces, quotes or braces.
std::string CleanLiteral(std::string_view text);

}  // namespace stator::model
