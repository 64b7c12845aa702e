#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// How bad a finding is.
enum class Severity : std::uint8_t { kNote, kWarning, kError };

// The codes of findings.inc, and kSyntax for a text that is no model. Only reports for programs use
// kSyntax.
enum class FindingCode : std::uint8_t {
#define FINDING(code, name, severity, title) code,
#include "model/check/findings.inc"
#undef FINDING
  kSyntax
};

// A fault of a design, with its consequence and its cure.
struct Finding {
  FindingCode code = FindingCode::kSyntax;
  Severity severity = Severity::kError;
  Place place;
  std::string subject;  // the pattern, entity or index that has the fault
  std::string message;
  std::string cure;
};

// A row of findings.inc.
struct Rule {
  FindingCode code = FindingCode::kSyntax;
  std::string_view name;
  Severity severity = Severity::kError;
  std::string_view title;  // the fault in a few words
};

// Returns the rows of findings.inc in their order, without kSyntax.
const std::vector<Rule>& Rules();

// Returns the rule of a code, also of kSyntax.
const Rule& RuleOf(FindingCode code);

// Returns the name that reports use for the code, such as "hot-key".
std::string_view NameOf(FindingCode code);
// Returns "note", "warning" or "error".
std::string_view NameOf(Severity severity);

// Appends a finding with its rule's severity.
void Report(std::vector<Finding>& findings, FindingCode code, Place place, std::string subject,
            std::string message, std::string cure);

}  // namespace stator::model
