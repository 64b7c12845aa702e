#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/stator.h"

namespace stator::store {

// The placeholders of one request's expressions: #n0, #n1, … for names and :v0, :v1, … for values.
struct Expression {
  client::Names names = {};
  client::Values values = {};

  // Both return the placeholder.
  std::string Name(const std::string& attribute);
  std::string Literal(client::Value value);

  std::string Equals(const std::string& attribute, client::Value value);
  std::string BeginsWith(const std::string& attribute, client::Value prefix);
  std::string Between(const std::string& attribute, client::Value first, client::Value last);
  std::string Projection(const std::vector<std::string>& attributes);
};

// The terms with `between` between them.
std::string Joined(const std::vector<std::string>& terms, std::string_view between);

}  // namespace stator::store
