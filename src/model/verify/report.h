#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/verify/verify.h"

// What a verification came to, for people, for programs and for CI.
namespace stator::model {

// A line for each pattern (✓, ✗ or – for one that was not run), its failures below it.
std::string VerifyText(std::string_view file, const VerifyReport& report);

// One object in one line; the second of a file that could not be tried, with the reason.
std::string VerifyJson(std::string_view file, const VerifyReport& report);
std::string UntriedJson(std::string_view file, std::string_view why);

// JUnit's XML: a suite for each file, a case for each pattern, and one for the data; of a file that
// could not be tried a suite with an error.
struct VerifiedFile {
  std::string file;
  const VerifyReport* report = nullptr;  // nullptr: it could not be tried
  std::string error = {};                // why not
};
std::string VerifyJunit(const std::vector<VerifiedFile>& files);

}  // namespace stator::model
