#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// What keeps a text from being a model.
struct Complaint {
  Place place;
  std::string message;  // one sentence, with the cure where one can be guessed
  // A word that stands at the place or behind it, which is where the complaint belongs.
  std::string word = {};
};

// Reads a model. All complaints are collected (the first kComplaintsMax), in the order of the
// text; the model is to be used only if there are none.
struct Parsed {
  Model model;
  std::vector<Complaint> complaints;
};
Parsed Parse(std::string_view text);

// "orders.std:12:7: …", the line itself and a caret under the column.
std::string Render(std::string_view file, std::string_view text, const Complaint& complaint);

}  // namespace stator::model
