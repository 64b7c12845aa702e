// Checks that the documents about models are correct.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

std::string Document(const std::string& name) {
  std::ifstream file(std::string(STATOR_SOURCE_DIR) + "/docs/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Returns the texts between ```std and ```.
std::vector<std::string> ExamplesIn(const std::string& document) {
  std::vector<std::string> examples;
  constexpr std::string_view kBegin = "```std\n";
  for (auto at = document.find(kBegin); at != std::string::npos; at = document.find(kBegin, at)) {
    at += kBegin.size();
    examples.push_back(document.substr(at, document.find("```", at) - at));
  }
  return examples;
}

TEST(ModelLanguagePage, ItsExamplesAreSound) {
  const auto examples = ExamplesIn(Document("model-language.md"));
  EXPECT_GE(examples.size(), 5U);
  for (const auto& text : examples) {
    const auto parsed = Parse(text);
    for (const auto& complaint : parsed.complaints)
      ADD_FAILURE() << Render("page", text, complaint);
    if (!parsed.complaints.empty()) continue;
    for (const auto& finding : Check(parsed.model).findings) {
      ADD_FAILURE() << parsed.model.name << ": " << NameOf(finding.code) << ' ' << finding.subject
                    << ' ' << finding.message;
    }
  }
}

TEST(ModelFindingsPage, ExplainsEveryFinding) {
  const auto page = Document("model-findings.md");
  for (const auto& rule : Rules()) {
    EXPECT_NE(page.find("### `" + std::string(rule.name) + "`"), std::string::npos) << rule.name;
  }
}

}  // namespace
}  // namespace stator::model
