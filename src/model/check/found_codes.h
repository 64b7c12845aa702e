#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/check/check.h"
#include "model/language/parser.h"

namespace stator::model {

// For tests: checks the text and returns each finding as "code subject". The test fails if the text
// is no model.
inline std::vector<std::string> CodesOf(const std::string& text) {
  const auto parsed = Parse(text);
  for (const auto& complaint : parsed.complaints) ADD_FAILURE() << Render("model", text, complaint);
  std::vector<std::string> codes;
  if (!parsed.complaints.empty()) return codes;
  for (const auto& finding : Check(parsed.model).findings) {
    codes.push_back(std::string(NameOf(finding.code)) + " " + finding.subject);
  }
  return codes;
}

}  // namespace stator::model
