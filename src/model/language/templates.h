#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// Functions over key templates.
namespace stator::model {

// Returns the template that makes the text of one attribute of a natural key. REQUIRES: the part is
// kMade.
Template MadeText(const Part& part);
// Returns the template with each kMade part replaced by the parts of its text.
Template Flattened(const Template& text);

// Returns the attributes whose values the template or key needs, each once.
std::vector<std::string> FieldsOf(const Template& text);
std::vector<std::string> FieldsOf(const KeyPair& key);
// Returns the attributes whose values a reader can read off the key. A shard or a time bucket alone
// does not show its attribute's value.
std::vector<std::string> ExactFieldsOf(const KeyPair& key);

// Returns the text as a model writes it: ORDER#{orderDate}#{orderId}.
std::string TextOf(const Part& part);
std::string TextOf(const Template& text);

// Whether a reader can read the attribute's value off the template or key.
bool Shows(const Template& text, std::string_view attribute);
bool Shows(const KeyPair& key, std::string_view attribute);

}  // namespace stator::model
