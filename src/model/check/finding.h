#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

enum class Severity : std::uint8_t { kNote, kWarning, kError };

// The codes of findings.inc. kSyntax is the code of a text that is no model; only reports for
// programs use it.
enum class FindingCode : std::uint8_t {
#define FINDING(code, name, severity, title) code,
#include "model/check/findings.inc"
#undef FINDING
  kSyntax
};

// Something that is wrong with a design, what comes of it, and what to do.
struct Finding {
  FindingCode code = FindingCode::kSyntax;
  Severity severity = Severity::kError;
  Place place;
  std::string subject;  // the pattern, entity or index it is about
  std::string message;
  std::string cure;
};

// The row of a code in findings.inc.
struct Rule {
  FindingCode code = FindingCode::kSyntax;
  std::string_view name;
  Severity severity = Severity::kError;
  std::string_view title;  // the fault in a few words
};

// The rows of findings.inc in their order; without kSyntax.
const std::vector<Rule>& Rules();

const Rule& RuleOf(FindingCode code);

// "hot-key", as reports name the code.
std::string_view NameOf(FindingCode code);
std::string_view NameOf(Severity severity);

// Appends a finding with its rule's severity.
void Report(std::vector<Finding>& findings, FindingCode code, Place place, std::string subject,
            std::string message, std::string cure);

}  // namespace stator::model
