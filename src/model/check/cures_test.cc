#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/check/check.h"
#include "model/check/found_codes.h"
#include "model/language/parser.h"

// Checks the figures and cures in findings.
namespace stator::model {
namespace {

using Codes = std::vector<std::string>;

Finding OnlyFinding(const std::string& text) {
  const auto findings = Check(Parse(text).model).findings;
  EXPECT_EQ(findings.size(), 1U) << text;
  return findings.empty() ? Finding{} : findings.front();
}

// One item has only one value of its id, so a shard by the id would hold every write.
TEST(CheckCures, AHotCounterIsSpreadAtRandom) {
  const auto parsed = Parse(
      "model c\ntable app (PK, SK) on-demand\nentity Counter 1 x 90B\n"
      "  attr name:id, hits:counter\n  key COUNTERS / TOTAL\npatterns\n"
      "  C1 2000/s update Counter[name] add hits\n");
  const auto findings = Check(parsed.model).findings;
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].code, FindingCode::kKeyNotUnique);
  const auto& finding = findings[1];
  EXPECT_EQ(finding.code, FindingCode::kHotKey);
  EXPECT_NE(finding.cure.find("{random(3)}"), std::string::npos) << finding.cure;
}

// 2,000 writes a second need more than two shards: each of two would be full on average.
TEST(CheckCures, TheCureOfAHotKeyHasHeadroom) {
  const std::string head =
      "model e\ntable app (PK, SK) on-demand\nentity Event 100M x 90B\n"
      "  attr eventId:id, at:time\n  key EVENTS#";
  const std::string tail = " / {at}#{eventId}\npatterns\n  E1 2000/s put Event\n";
  const auto finding = OnlyFinding(head + "{random(2)}" + tail);
  EXPECT_EQ(finding.severity, Severity::kWarning);
  EXPECT_EQ(finding.cure, "Use at least 3 shards.");
  EXPECT_EQ(CodesOf(head + "{random(3)}" + tail), Codes{});
}

// The load in the message explains why the finding is an error and not a warning.
TEST(CheckCures, AFindingOfFewKeysStatesTheirLoad) {
  const auto finding = OnlyFinding(
      "model p\ntable app (PK, SK) on-demand\nentity Vote 10M x 90B\n"
      "  attr voteId:id, poll:values(20)\n  key POLL#{poll} / {voteId}\npatterns\n"
      "  V1 40k/s put Vote\n");
  EXPECT_EQ(finding.code, FindingCode::kLowCardinalityKey);
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_NE(finding.message.find("2000 write"), std::string::npos) << finding.message;
}

// Only the database knows the sum, so no key can contain it. An index on the number itself follows
// it.
TEST(CheckCures, AddingToAKeyPartIsCuredByAnIndexOnTheAttribute) {
  const std::string model =
      "model s\ntable app (PK, SK) on-demand\nindex Board (BPK, BSK) all\n"
      "entity Player 1M x 90B\n  attr playerId:id, game:values(500), score:number(9)\n"
      "  key P#{playerId} / P\n  Board GAME#{game} / {score}#{playerId}\npatterns\n"
      "  L1 1/s list Player[game] desc score limit 10 -> 10\n";
  for (const std::string rewrite : {"", " rewrite keys"}) {
    const auto finding =
        OnlyFinding(model + "  U1 1/s update Player[playerId, game] add score" + rewrite + "\n");
    EXPECT_NE(finding.cure.find("index Board (game, score)"), std::string::npos) << finding.cure;
  }
}

}  // namespace
}  // namespace stator::model
