#pragma once

#include <string>
#include <string_view>

#include "model/check/check.h"

// Reports the result of a check, for people and for programs.
namespace stator::model {

// Returns a line for each pattern with its request and units, then the findings.
std::string CheckText(std::string_view file, const Model& model, const Checked& checked);
// Returns one JSON object: the patterns with their requests, and the findings.
std::string CheckJson(std::string_view file, const Model& model, const Checked& checked);
// One file's findings in a SARIF report.
struct CheckedFile {
  std::string file;
  const Checked* checked = nullptr;
};
// Returns the findings of several files as SARIF 2.1.0, for code review.
std::string CheckSarif(const std::vector<CheckedFile>& files);

}  // namespace stator::model
