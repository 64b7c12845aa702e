#pragma once

// Parses models for tests.

#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::simulate::testing {

// Parses a model. A complaint fails the test.
inline model::Model ModelOf(const std::string& text) {
  auto parsed = model::Parse(text);
  for (const auto& complaint : parsed.complaints) {
    ADD_FAILURE() << model::Render("model", text, complaint);
  }
  return std::move(parsed.model);
}

}  // namespace stator::simulate::testing
