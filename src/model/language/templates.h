#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// Reading of the templates that keys are made by.
namespace stator::model {

// The text that a template makes for one of a natural key's attributes. REQUIRES: kMade.
Template MadeText(const Part& part);
// The template with the parts of such texts in their places: all that its values follow from.
Template Flattened(const Template& text);

// The attributes whose values the template needs, each once.
std::vector<std::string> FieldsOf(const Template& text);
std::vector<std::string> FieldsOf(const KeyPair& key);
// Those whose values can be read off the key: not what is only in a shard or a time bucket.
std::vector<std::string> ExactFieldsOf(const KeyPair& key);

// As it is written in a model: ORDER#{orderDate}#{orderId}.
std::string TextOf(const Part& part);
std::string TextOf(const Template& text);

// Whether the attribute's value can be read off the template or key.
bool Shows(const Template& text, std::string_view attribute);
bool Shows(const KeyPair& key, std::string_view attribute);

}  // namespace stator::model
