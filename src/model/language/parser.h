#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// A reason why a text is no model.
struct Complaint {
  Place place;
  std::string message;  // one sentence, with a suggestion where there is one
  // If given, the complaint belongs to the first occurrence of this word from the place on.
  std::string word = {};
};

// A parsed model. Parse collects the first kComplaintsMax complaints, in the order of the text. Use
// the model only if there are none.
struct Parsed {
  Model model;
  std::vector<Complaint> complaints;
};
// Parses a model and resolves its names.
Parsed Parse(std::string_view text);

// Returns a complaint as text: "orders.std:12:7: …", the line itself and a caret under the column.
std::string Render(std::string_view file, std::string_view text, const Complaint& complaint);

}  // namespace stator::model
