#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/check/finding.h"

namespace stator::model {

// Appends a finding with its rule's severity.
inline void Report(std::vector<Finding>& findings, std::string_view code, Place place,
                   std::string subject, std::string message, std::string cure) {
  const auto& rule = FindRule(code);
  findings.push_back(
      {rule.code, rule.severity, place, std::move(subject), std::move(message), std::move(cure)});
}

}  // namespace stator::model
