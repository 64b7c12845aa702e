#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/check/check.h"
#include "model/language/parser.h"

namespace stator::model {

// For tests: what is found in the text, each as "code subject". A text that is no model fails.
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
