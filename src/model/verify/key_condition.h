#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "client/stator.h"

namespace stator::model {

// Makes an expression of terms joined by AND, with placeholders for all names and values.
class ConditionText {
 public:
  ConditionText(client::Names& names, client::Values& values) : names_(names), values_(values) {}

  std::string Name(const std::string& attribute) {
    auto placeholder = fmt::format("#n{}", names_.size());
    names_.emplace(placeholder, attribute);
    return placeholder;
  }
  std::string Value(client::Value value) {
    auto placeholder = fmt::format(":v{}", values_.size());
    values_.emplace(placeholder, std::move(value));
    return placeholder;
  }

  void Add(std::string_view term) {
    if (!text_.empty()) text_ += " AND ";
    text_ += term;
  }
  void Equals(const std::string& attribute, client::Value value) {
    const auto name = Name(attribute);
    Add(fmt::format("{} = {}", name, Value(std::move(value))));
  }
  void BeginsWith(const std::string& attribute, std::string prefix) {
    const auto name = Name(attribute);
    Add(fmt::format("begins_with({}, {})", name, Value(client::Value::String(std::move(prefix)))));
  }
  void Between(const std::string& attribute, client::Value from, client::Value to) {
    const auto name = Name(attribute);
    const auto first = Value(std::move(from));
    Add(fmt::format("{} BETWEEN {} AND {}", name, first, Value(std::move(to))));
  }

  const std::string& text() const { return text_; }

 private:
  client::Names& names_;
  client::Values& values_;
  std::string text_;
};

}  // namespace stator::model
