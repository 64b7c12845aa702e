// Tests the contract of reads: order, bounds, limits, and bytes as written.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tested_engine.h"

namespace stator::storage::testing {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EngineReadTest : public ::testing::TestWithParam<EngineKind> {
 protected:
  TestedEngine store_{GetParam()};

  // Writes all keys in one commit.
  void PutAll(Space space, const std::vector<Bytes>& keys) {
    Commit commit;
    for (const Bytes& key : keys) commit.changes.push_back({{space, key}, "v:" + key});
    ASSERT_TRUE(store_.Apply(commit));
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineReadTest, ::testing::ValuesIn(kEngineKinds),
                         [](const auto& kind) { return NameOf(kind.param); });

TEST_P(EngineReadTest, GetReturnsValueAndVersion) {
  const CommitNumber number = store_.Put(1, "key", "value");
  const auto entry = store_.Get(1, "key");
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->value, "value");
  EXPECT_EQ(entry->version, number);
}

TEST_P(EngineReadTest, GetOfAnAbsentKeyIsNothing) {
  store_.Put(1, "key", "value");
  EXPECT_FALSE(store_.Get(1, "ke").has_value());
  EXPECT_FALSE(store_.Get(1, "key\0"s).has_value());
  EXPECT_FALSE(store_.Get(1, "").has_value());
  EXPECT_FALSE(store_.Get(2, "key").has_value());
}

TEST_P(EngineReadTest, EmptyKeysAndValuesAreEntries) {
  const CommitNumber number = store_.Put(7, "", "");
  const auto entry = store_.Get(7, "");
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->value, "");
  EXPECT_EQ(entry->version, number);
  EXPECT_THAT(store_.Keys(7), ElementsAre(""));
  EXPECT_THAT(store_.Keys(7, {.backward = true}), ElementsAre(""));
}

TEST_P(EngineReadTest, KeysAreOrderedAsUnsignedBytes) {
  PutAll(1, {"\xFF"s, "b", "a\xFF"s, "", "\0"s, "a", "\x7F"s, "\x80"s, "a\0"s, "\0\0"s});
  EXPECT_THAT(store_.Keys(1), ElementsAre("", "\0"s, "\0\0"s, "a", "a\0"s, "a\xFF"s, "b", "\x7F"s,
                                          "\x80"s, "\xFF"s));
  EXPECT_THAT(
      store_.Keys(1, {.backward = true}),
      ElementsAre("\xFF"s, "\x80"s, "\x7F"s, "b", "a\xFF"s, "a\0"s, "a", "\0\0"s, "\0"s, ""));
}

TEST_P(EngineReadTest, RangeIncludesBeginAndExcludesEnd) {
  PutAll(1, {"a", "b", "c", "d"});
  EXPECT_THAT(store_.Keys(1, {"b", "d"}), ElementsAre("b", "c"));
  EXPECT_THAT(store_.Keys(1, {"b", "d", true}), ElementsAre("c", "b"));
  EXPECT_THAT(store_.Keys(1, {"aa", "cc"}), ElementsAre("b", "c"));
  EXPECT_THAT(store_.Keys(1, {"", "b"}), ElementsAre("a"));
}

TEST_P(EngineReadTest, EmptyEndMeansTheEndOfTheSpace) {
  PutAll(1, {"a", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s});
  PutAll(2, {"other"});
  EXPECT_THAT(store_.Keys(1, {"b", ""}),
              ElementsAre("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s));
  EXPECT_THAT(store_.Keys(1, {"b", "", true}),
              ElementsAre("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s));
}

TEST_P(EngineReadTest, SpacesAreSeparate) {
  for (const Space space : {0U, 1U, 0xFFU, 0x100U, 0xFFFFFFFEU}) PutAll(space, {"k"});
  for (const Space space : {0U, 1U, 0xFFU, 0x100U, 0xFFFFFFFEU}) {
    EXPECT_THAT(store_.Keys(space), ElementsAre("k")) << space;
    EXPECT_THAT(store_.Keys(space, {.backward = true}), ElementsAre("k")) << space;
  }
  EXPECT_THAT(store_.Keys(2), IsEmpty());
}

TEST_P(EngineReadTest, EmptyAndReversedRangesAreEmpty) {
  PutAll(1, {"a", "b", "c"});
  EXPECT_THAT(store_.Keys(1, {"b", "b"}), IsEmpty());
  EXPECT_THAT(store_.Keys(1, {"c", "a"}), IsEmpty());
  EXPECT_THAT(store_.Keys(1, {"c", "a", true}), IsEmpty());
  EXPECT_FALSE(store_.Read(1, {"c", "a"}).more);
}

// Keys have the form of row keys: an 8-byte route, then more. Engines may filter by route.
TEST_P(EngineReadTest, RangesWithinAndAcrossRoutes) {
  const Bytes a = "routeAAA";
  const Bytes b = "routeBBB";
  PutAll(1, {a, a + "1", a + "2", b + "1", b + "2", "short", "r"});
  EXPECT_THAT(store_.Keys(1, {a, a + "\xFF"}), ElementsAre(a, a + "1", a + "2"));
  EXPECT_THAT(store_.Keys(1, {a + "1", a + "2", true}), ElementsAre(a + "1"));
  EXPECT_THAT(store_.Keys(1, {a + "2", b + "2"}), ElementsAre(a + "2", b + "1"));
  EXPECT_THAT(store_.Keys(1, {a + "2", b + "2", true}), ElementsAre(b + "1", a + "2"));
  EXPECT_THAT(store_.Keys(1, {"routeAAC", "routeAAC~"}), IsEmpty());
  EXPECT_THAT(store_.Keys(1, {"routeAAC", "routeBBC"}), ElementsAre(b + "1", b + "2"));
  EXPECT_THAT(store_.Keys(1, {"r", ""}),
              ElementsAre("r", a, a + "1", a + "2", b + "1", b + "2", "short"));
}

TEST_P(EngineReadTest, EntryLimitIsExact) {
  PutAll(1, {"a", "b", "c"});
  for (const bool backward : {false, true}) {
    const KeyRange range{.backward = backward};
    const Page two = store_.Read(1, range, {.entries_max = 2});
    EXPECT_EQ(two.entries.size(), 2U);
    EXPECT_TRUE(two.more);
    const Page three = store_.Read(1, range, {.entries_max = 3});
    EXPECT_EQ(three.entries.size(), 3U);
    EXPECT_FALSE(three.more);
    const Page none = store_.Read(1, range, {.entries_max = 0});
    EXPECT_TRUE(none.entries.empty());
    EXPECT_TRUE(none.more);
  }
}

TEST_P(EngineReadTest, TheEntryThatCrossesTheByteLimitIsTheLast) {
  store_.Put(1, "a", "1234");  // 5 bytes each
  store_.Put(1, "b", "1234");
  store_.Put(1, "c", "1234");
  const auto count = [&](std::size_t bytes_max) {
    return store_.Read(1, {}, {.bytes_max = bytes_max}).entries.size();
  };
  EXPECT_EQ(count(0), 1U);
  EXPECT_EQ(count(5), 1U);
  EXPECT_EQ(count(6), 2U);
  EXPECT_EQ(count(10), 2U);
  EXPECT_EQ(count(11), 3U);
  EXPECT_FALSE(store_.Read(1, {}, {.bytes_max = 11}).more);
  EXPECT_TRUE(store_.Read(1, {}, {.bytes_max = 10}).more);
}

TEST_P(EngineReadTest, PagesConcatenateToTheWhole) {
  std::vector<Bytes> keys;
  for (int i = 0; i < 100; ++i) keys.push_back("key" + std::to_string(1000 + i));
  PutAll(1, keys);
  std::vector<Bytes> forward;
  for (KeyRange range; true; range.begin = forward.back() + '\0') {
    const Page page = store_.Read(1, range, {.entries_max = 7});
    for (const KeyedEntry& entry : page.entries) forward.push_back(entry.key);
    if (!page.more) break;
  }
  EXPECT_EQ(forward, keys);
  std::vector<Bytes> backward;
  for (KeyRange range{.backward = true}; true; range.end = backward.back()) {
    const Page page = store_.Read(1, range, {.entries_max = 7});
    for (const KeyedEntry& entry : page.entries) backward.push_back(entry.key);
    if (!page.more) break;
  }
  EXPECT_EQ(backward, std::vector<Bytes>(keys.rbegin(), keys.rend()));
}

TEST_P(EngineReadTest, ReadReturnsValuesAndVersions) {
  const CommitNumber first = store_.Put(1, "a", "one");
  const CommitNumber second = store_.Put(1, "b", "two");
  const Page page = store_.Read(1);
  ASSERT_EQ(page.entries.size(), 2U);
  EXPECT_EQ(page.entries[0].version, first);
  EXPECT_EQ(page.entries[0].value, "one");
  EXPECT_EQ(page.entries[1].version, second);
  EXPECT_EQ(page.entries[1].value, "two");
}

TEST_P(EngineReadTest, MultiGetKeepsTheOrderOfItsKeys) {
  store_.Put(1, "a", "1a");
  store_.Put(2, "a", "2a");
  store_.Put(1, "b", "1b");
  const std::vector<Address> wanted{{1, "b"}, {3, "a"}, {2, "a"}, {1, "a"}, {1, "b"}, {1, ""}};
  const auto found = store_.engine().MultiGet(wanted);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), wanted.size());
  EXPECT_EQ((*found)[0]->value, "1b");
  EXPECT_FALSE((*found)[1].has_value());
  EXPECT_EQ((*found)[2]->value, "2a");
  EXPECT_EQ((*found)[3]->value, "1a");
  EXPECT_EQ((*found)[4]->value, "1b");
  EXPECT_FALSE((*found)[5].has_value());
}

TEST_P(EngineReadTest, MultiGetOfNothingAndOfMany) {
  EXPECT_TRUE(store_.engine().MultiGet({})->empty());
  Commit commit;
  std::vector<Address> wanted;
  for (int i = 0; i < 300; ++i) {
    wanted.push_back({1, std::to_string(i)});
    commit.changes.push_back({wanted.back(), std::to_string(i)});
  }
  ASSERT_TRUE(store_.Apply(commit));
  const auto found = store_.engine().MultiGet(wanted);
  ASSERT_EQ(found->size(), 300U);
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ((*found)[static_cast<std::size_t>(i)]->value, std::to_string(i));
  }
}

TEST_P(EngineReadTest, LargeValuesSurvive) {
  Bytes value(1U << 20U, '\0');
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<char>(i * 31 + i / 251);
  store_.Put(1, "large", value);
  EXPECT_EQ(store_.Get(1, "large")->value, value);
  const Page page = store_.Read(1, {}, {.bytes_max = 10});
  ASSERT_EQ(page.entries.size(), 1U);
  EXPECT_EQ(page.entries[0].value, value);
}

TEST_P(EngineReadTest, ABoundOnTracesOnlyEndsTheReadEarly) {
  std::vector<Bytes> keys;
  for (int i = 0; i < 1000; ++i) keys.push_back("key" + std::to_string(1000 + i));
  PutAll(1, keys);
  Commit deletes;
  for (std::size_t i = 100; i < 900; ++i) deletes.changes.push_back({{1, keys[i]}, std::nullopt});
  ASSERT_TRUE(store_.Apply(deletes));
  for (const bool backward : {false, true}) {
    const auto bounded = store_.Read(1, {.backward = backward}, {.traces_max = 50});
    // An engine without tombstones finds every entry.
    EXPECT_EQ(bounded.entries.size(), bounded.gave_up ? 100U : 200U);
    EXPECT_EQ(bounded.more, bounded.gave_up);
    const auto patient = store_.Read(1, {.backward = backward}, {.traces_max = 5000});
    EXPECT_FALSE(patient.gave_up);
    EXPECT_EQ(patient.entries.size(), 200U);
    EXPECT_EQ(store_.Read(1, {.backward = backward}).entries.size(), 200U);
  }
  if (GetParam() == EngineKind::kRocksDb) {
    EXPECT_TRUE(store_.Read(1, {}, {.traces_max = 50}).gave_up);
  }
}

}  // namespace
}  // namespace stator::storage::testing
