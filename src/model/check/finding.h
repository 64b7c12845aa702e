#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

enum class Severity : std::uint8_t { kNote, kWarning, kError };

// Something that is wrong with a design, what comes of it, and what to do.
struct Finding {
  std::string_view code;  // of kRules
  Severity severity = Severity::kError;
  Place place;
  std::string subject;  // the pattern, entity or index it is about
  std::string message;
  std::string cure;
};

struct Rule {
  std::string_view code;
  Severity severity;
  std::string_view title;  // what is found, in a few words
};

// Of a text that is no model, where a program is told of it as of what is found in one.
inline constexpr Rule kSyntax{"syntax", Severity::kError, "the text is no model"};

// Every other code there is, in the order of docs/model-findings.md.
const std::vector<Rule>& Rules();
const Rule& FindRule(std::string_view code);

std::string_view NameOf(Severity severity);

}  // namespace stator::model
