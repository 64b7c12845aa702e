#pragma once

#include <string>
#include <string_view>

#include "model/generate/tree.h"

namespace stator::model::generate {

// How a language writes data.
struct Dialect {
  std::string_view type_prefix;   // before the name of a type: "_", "runtime::"
  std::string_view object_begin;  // "{type}(", "{type}{", "{", "new {type} {"
  std::string_view object_end;
  std::string_view member;      // "{name}=", ".{name} = "
  std::string_view list_begin;  // "[", "{", "new {type}[] {"
  std::string_view list_end;
  std::string_view yes;
  std::string_view no;
  std::string (*spelled)(std::string_view);  // a member's name
  std::string (*named)(std::string_view);    // the name of a declared key
  // A word of an enumeration. nullptr: written as text.
  std::string (*chosen)(std::string_view enumeration, std::string_view word) = nullptr;
  int indent = 2;
  bool trailing_comma = true;
};

// Prints data on one line if it fits, else each member or element on its own line. `margin` is the
// indentation of the line on which it begins. `used` is the number of letters before it on that
// line.
std::string LiteralOf(const Dialect& dialect, const Tree& tree, int margin, std::size_t used);

}  // namespace stator::model::generate
