#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/verify/verify.h"

// Reports the result of a verification, for people, for programs and for CI.
namespace stator::model {

// Returns a line for each pattern, marked ✓ or ✗, or – if it was not run, with its failures below.
std::string VerifyText(std::string_view file, const VerifyReport& report);

// Returns one JSON object in one line.
std::string VerifyJson(std::string_view file, const VerifyReport& report);
// Like VerifyJson, for a file whose model could not be tried: the object holds the reason.
std::string UntriedJson(std::string_view file, std::string_view why);

// One file in a JUnit report.
struct VerifiedFile {
  std::string file;
  const VerifyReport* report = nullptr;  // nullptr: it could not be tried
  std::string error = {};                // the reason
};
// Returns JUnit XML: a suite for each file, with a case for each pattern and one for the data. A
// file whose model could not be tried gets a suite with an error.
std::string VerifyJunit(const std::vector<VerifiedFile>& files);

}  // namespace stator::model
