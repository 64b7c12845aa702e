#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/layout/layout.h"

namespace stator::model {
namespace {

std::string FirstComplaint(std::string_view text) {
  const auto parsed = Parse(text);
  return parsed.complaints.empty() ? "" : parsed.complaints.front().message;
}

constexpr std::string_view kReadings = "model m\ntable readings (deviceId, at) on-demand\n";

TEST(KeyAttributes, RefusesTwoValuesForOneKeyAttribute) {
  const std::string entity = std::string(kReadings) +
                             "index ByStatus (status, d) all\nentity E 1 x 1B\n"
                             "  attr deviceId, at:time, status, d:date\n";
  EXPECT_EQ(FirstComplaint(entity), "");
  EXPECT_EQ(FirstComplaint(entity + "  key DEV#{deviceId} / {at}\n"),
            "deviceId is an attribute of E and of the key of readings; it cannot be "
            "DEV#{deviceId} as well. Leave the line out to have deviceId itself as the key, or "
            "give readings a key attribute of its own.");
  EXPECT_NE(FirstComplaint(entity + "  ByStatus S#{status} / {d}\n"), "");
  EXPECT_NE(FirstComplaint(entity + "  ByStatus {status} / {d:month}\n"), "");
  EXPECT_NE(FirstComplaint(entity + "  copy X#{status} / {at} (deviceId)\n"), "");
  EXPECT_EQ(FirstComplaint(entity + "  copy X#{status} / {at} (d)\n  unique U#{d} / U\n"), "");
  EXPECT_EQ(FirstComplaint(entity + "  ByStatus {status} / {d} when status=OPEN\n"),
            "Every E has the attributes of ByStatus's key, so every one is in it. For a sparse "
            "index, make the key of an attribute of its own.");
}

TEST(KeyAttributes, ALineOfTheAttributeItselfIsNatural) {
  const auto parsed = Parse(std::string(kReadings) +
                            "entity E 1 x 1B\n  attr deviceId, at:time\n  key {deviceId} / {at}\n");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto accesses = AllStoredRows(parsed.model);
  ASSERT_EQ(accesses.size(), 1U);
  EXPECT_TRUE(accesses[0].key.partition.natural);
  EXPECT_TRUE(accesses[0].key.sort.natural);
}

TEST(KeyAttributes, AreTextsNumbersOrBinary) {
  for (const std::string kind : {"bool", "map(1KB)", "list(5 x 10B)"}) {
    EXPECT_EQ(FirstComplaint(std::string(kReadings) + "entity E 1 x 1B\n  attr deviceId:" + kind +
                             ", at:time\n"),
              "deviceId is part of a key, and keys are texts, numbers or binaries.");
    EXPECT_EQ(FirstComplaint(
                  std::string(kReadings) +
                  "index ByX (x) all\nentity E 1 x 1B\n  attr deviceId, at:time, x:" + kind + "\n"),
              "x is part of a key, and keys are texts, numbers or binaries.");
  }
  for (const std::string kind : {"free", "number", "counter", "ttl", "blob(10B)", "text(10B)"}) {
    EXPECT_EQ(FirstComplaint(std::string(kReadings) + "entity E 1 x 1B\n  attr deviceId:" + kind +
                             ", at:time\n"),
              "");
  }
}

TEST(KeyAttributes, RefusesAttributesThatHaveNoTextForm) {
  const auto complaint = [](const std::string& kind, const std::string& key) {
    return FirstComplaint(
        "model m\ntable app (PK, SK) on-demand\nentity E 1 x 1B\n  attr e:id, a:" + kind +
        "\n  key " + key + "\n");
  };
  EXPECT_EQ(complaint("map(1KB)", "E#{e} / {a}"), "a is a map, and a key cannot be made of it.");
  EXPECT_EQ(complaint("list(5 x 10B)", "E#{a} / {e}"),
            "a is a list, and a key cannot be made of it.");
  EXPECT_EQ(complaint("blob(10B)", "E#{shard(a,4)} / {e}"),
            "a is binary, and a key cannot be made of it.");
}

TEST(KeyAttributes, HaveOneType) {
  EXPECT_EQ(
      FirstComplaint(std::string(kReadings) +
                     "entity E 1 x 1B\n  attr deviceId:number, at:time\n"
                     "entity F 1 x 1B\n  attr at:time, f:id\n  key F#{f} / {at}\n"),
      "deviceId, part of a key, is a text in F and a number in E; it can only have one type.");
}

}  // namespace
}  // namespace stator::model
