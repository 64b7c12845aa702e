#include "base/ids.h"

#include <set>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator {
namespace {

std::string Text(const std::array<char, kRequestIdBytes>& id) { return {id.data(), id.size()}; }

TEST(Ids, RequestIdsHaveTheFormOfAmazons) {
  IdGenerator ids(1);
  for (int i = 0; i < 1000; ++i) {
    const std::string id = Text(ids.RequestId());
    EXPECT_EQ(id.size(), 52U);
    EXPECT_EQ(id.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), std::string::npos);
  }
}

TEST(Ids, UuidsAreOfVersion4) {
  IdGenerator ids(2);
  std::set<char> variants;
  for (int i = 0; i < 1000; ++i) {
    const std::string uuid = ids.Uuid();
    EXPECT_THAT(uuid, testing::MatchesRegex(
                          "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    variants.insert(uuid[19]);
  }
  EXPECT_EQ(variants.size(), 4U);
}

TEST(Ids, EveryPositionTakesEveryDigit) {
  IdGenerator ids(3);
  std::vector<std::set<char>> request(kRequestIdBytes);
  std::vector<std::set<char>> uuid(kUuidBytes);
  for (int i = 0; i < 2000; ++i) {
    const auto id = ids.RequestId();
    const auto text = ids.Uuid();
    for (std::size_t at = 0; at < id.size(); ++at) request[at].insert(id[at]);
    for (std::size_t at = 0; at < text.size(); ++at) uuid[at].insert(text[at]);
  }
  for (const auto& seen : request) EXPECT_EQ(seen.size(), 32U);
  for (std::size_t at = 0; at < kUuidBytes; ++at) {
    const std::size_t expected = at == 14 || at == 8 || at == 13 || at == 18 || at == 23 ? 1
                                 : at == 19                                              ? 4
                                                                                         : 16;
    EXPECT_EQ(uuid[at].size(), expected) << at;
  }
}

TEST(Ids, DifferBetweenGeneratorsAndThreads) {
  EXPECT_NE(Text(IdGenerator().RequestId()), Text(IdGenerator().RequestId()));
  std::string there;
  std::thread([&] { there = ThreadIds().Uuid(); }).join();
  EXPECT_NE(there, ThreadIds().Uuid());
  EXPECT_EQ(IdGenerator(7).Uuid(), IdGenerator(7).Uuid());
}

TEST(Ids, DoNotRepeat) {
  IdGenerator ids(4);
  std::set<std::string> seen;
  for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(seen.insert(Text(ids.RequestId())).second);
}

}  // namespace
}  // namespace stator
