#include "model/check/finding.h"

#include <cstddef>
#include <utility>

namespace stator::model {

const std::vector<Rule>& Rules() {
  static const std::vector<Rule> rules = {
#define FINDING(code, name, severity, title) {FindingCode::code, name, Severity::severity, title},
#include "model/check/findings.inc"
#undef FINDING
  };
  return rules;
}

const Rule& RuleOf(FindingCode code) {
  static const Rule syntax{FindingCode::kSyntax, "syntax", Severity::kError,
                           "the text is not a model"};
  return code == FindingCode::kSyntax ? syntax : Rules()[static_cast<std::size_t>(code)];
}

std::string_view NameOf(FindingCode code) { return RuleOf(code).name; }

std::string_view NameOf(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "";
}

void Report(std::vector<Finding>& findings, FindingCode code, Place place, std::string subject,
            std::string message, std::string cure) {
  findings.push_back({code, RuleOf(code).severity, place, std::move(subject), std::move(message),
                      std::move(cure)});
}

}  // namespace stator::model
