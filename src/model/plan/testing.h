#pragma once

#include <string>

#include "client/stator.h"

namespace stator::model {

// Returns the key condition of a Query with its placeholders filled in.
inline std::string FilledKeyCondition(const client::QueryRequest& query) {
  std::string text = query.key_condition;
  const auto fill = [&](const std::string& placeholder, const std::string& value) {
    const auto at = text.find(placeholder);
    if (at != std::string::npos) text.replace(at, placeholder.size(), value);
  };
  for (const auto& [placeholder, name] : query.names) fill(placeholder, name);
  for (const auto& [placeholder, value] : query.values) {
    fill(placeholder, value.is(client::Value::Type::kNumber) ? value.number() : value.string());
  }
  return text;
}

}  // namespace stator::model
