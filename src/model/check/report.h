#pragma once

#include <string>
#include <string_view>

#include "model/check/check.h"

// What a check came to, for people and for programs.
namespace stator::model {

// A line for each pattern with its request and units, then the findings.
std::string CheckText(std::string_view file, const Model& model, const Checked& checked);
// One object: the patterns with their requests, and the findings.
std::string CheckJson(std::string_view file, const Model& model, const Checked& checked);
// The findings of several files as SARIF 2.1.0, for code review.
struct CheckedFile {
  std::string file;
  const Checked* checked = nullptr;
};
std::string CheckSarif(const std::vector<CheckedFile>& files);

}  // namespace stator::model
