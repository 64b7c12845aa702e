#pragma once

#include <string>
#include <string_view>

#include "model/generate/tree.h"

namespace stator::model::generate {

// How a language writes data down.
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
  std::string (*named)(std::string_view);    // what is written down elsewhere
  // A word of an enumeration; nullptr: it is written as text.
  std::string (*chosen)(std::string_view enumeration, std::string_view word) = nullptr;
  int indent = 2;
  bool trailing_comma = true;
};

// On one line if it fits, else a member or element on each. `margin`: of the line it begins on;
// `used`: letters that stand on that line before it.
std::string LiteralOf(const Dialect& dialect, const Tree& tree, int margin, std::size_t used);

}  // namespace stator::model::generate
