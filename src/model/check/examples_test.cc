#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/small_file.h"
#include "model/check/check.h"
#include "model/language/format.h"
#include "model/language/parser.h"
#include "model/language/print.h"

// Each model of examples/ must parse without complaint, be formatted, and print back to itself.
// Corrected models must have no findings.
namespace stator::model {
namespace {

std::vector<std::string> Examples() {
  std::vector<std::string> files;
  const std::filesystem::path folder = std::filesystem::path(STATOR_SOURCE_DIR) / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".std") files.push_back(entry.path().string());
  }
  return files;
}

class Example : public ::testing::TestWithParam<std::string> {};

TEST_P(Example, IsAModel) {
  const auto text = ReadSmallFile(GetParam(), "model");
  ASSERT_TRUE(text) << text.error().message;
  const auto parsed = Parse(*text);
  for (const auto& complaint : parsed.complaints)
    ADD_FAILURE() << Render(GetParam(), *text, complaint);
  EXPECT_EQ(Format(*text), *text) << "run `stator model fmt` on it";
  const auto printed = Print(parsed.model);
  const auto again = Parse(printed);
  for (const auto& complaint : again.complaints)
    ADD_FAILURE() << Render("printed", printed, complaint);
  EXPECT_EQ(Print(again.model), printed);
}

// The known faults of the designs as published: code and subject.
const std::map<std::string, std::vector<std::string>> kFaults{
    {"000-tenants", {"invalid-expression T2", "invalid-expression T3", "no-such-row T4"}},
    {"000-theatre",
     {"constant-partition-key Show in GSI2", "key-not-unique Performance",
      "constant-partition-key Performance in GSI2", "over-read P6", "unpadded-number P7",
      "over-read P7", "unpadded-number P8", "unstable-order P8"}},
    {"001-iot", {"many-requests R2"}},
    {"001-profiles", {"uniqueness-not-enforced U2", "uniqueness-not-enforced U3"}},
    {"001-shop", {"low-cardinality-key Order in GSI1", "two-keys-one-index Order"}},
    {"002-store",
     {"key-not-unique Order", "scan-needed S3", "attribute-not-projected S5",
      "uniqueness-not-enforced S5"}},
    {"002-campus", {"copy-not-in-transaction S3"}},
    {"003-campus", {"copy-not-in-transaction S3"}},
    {"003-counters", {"hot-key Hot", "too-few-shards Counter"}},
    {"003-org", {"unterminated-prefix H1", "unterminated-prefix H2"}},
    {"003-shop",
     {"low-cardinality-key Order in GSI1", "constant-partition-key Order in Unpaid", "over-read E2",
      "over-read E3", "range-end E3", "unterminated-prefix E4", "unstable-order E5",
      "attribute-not-projected E6", "uniqueness-not-enforced E7", "unbounded-read E9"}},
    {"004-campus", {}},
    {"004-categories", {"unterminated-prefix C2"}},
    {"004-orders",
     {"constant-partition-key Order in GSI2", "no-such-row A3", "stale-derived-key A7",
      "version-bypassed A7", "stale-derived-key A7b", "sparse-key-kept A7b", "no-such-row A7b"}},
    {"004-shipments", {"item-growth Shipment", "hot-key Event", "unbounded-read S2"}},
    // The story of a hot key begins with it.
    {"one_key", {"hot-key Scan"}}};

TEST_P(Example, HasExactlyTheKnownFaults) {
  const auto text = ReadSmallFile(GetParam(), "model");
  ASSERT_TRUE(text) << text.error().message;
  const auto parsed = Parse(*text);
  std::vector<std::string> found;
  for (const auto& finding : Check(parsed.model).findings) {
    found.push_back(std::string(NameOf(finding.code)) + " " + finding.subject);
  }
  const bool printed = GetParam().find("as-printed") != std::string::npos;
  const auto known = kFaults.find(std::filesystem::path(GetParam()).stem().string());
  EXPECT_TRUE(!printed || known != kFaults.end());
  EXPECT_EQ(found, known == kFaults.end() ? std::vector<std::string>{} : known->second);
}

INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(Examples()), [](const auto& example) {
  std::string name = std::filesystem::path(example.param).stem().string();
  for (char& letter : name) {
    if (letter == '-') letter = '_';
  }
  const bool printed = example.param.find("as-printed") != std::string::npos;
  return (printed ? "AsPrinted_" : "") + name;
});

}  // namespace
}  // namespace stator::model
