#include "capacity/pattern_tree.h"

#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace stator::capacity {
namespace {

using Form = AccessForm::Form;

class PatternTreeTest : public ::testing::Test {
 protected:
  bool Count(std::string_view operation, const AccessForm& access_form,
             std::size_t patterns_max = 100) {
    auto* counts = tree_.Find(operation, access_form, patterns_max);
    if (counts == nullptr) return false;
    ++counts->requests;
    return true;
  }

  // Returns the patterns with their requests.
  static std::map<std::string, std::uint64_t> Texts(const PatternTree& tree) {
    std::map<std::string, std::uint64_t> texts;
    tree.Each([&](const Pattern& pattern, const PatternCounts& counts) {
      texts[pattern.Text()] += counts.requests;
    });
    EXPECT_EQ(texts.size(), tree.size());
    return texts;
  }
  std::map<std::string, std::uint64_t> Texts() const { return Texts(tree_); }

  PatternTree tree_;
};

using Wanted = std::map<std::string, std::uint64_t>;

TEST_F(PatternTreeTest, LearnsPatternsFromRequestsAlone) {
  Count("Query", {.form = Form::kPartition, .index = "GSI1", .partition = "CUST#1#SHIPPED"});
  Count("Query", {.form = Form::kPartition, .index = "GSI1", .partition = "CUST#2#SHIPPED"});
  Count("PutItem", {.partition = "ORDER#9", .sort = "ITEM#1"});
  Count("Query", {.form = Form::kPrefix, .partition = "CUST#7", .sort = "ORDER#"});
  Count("Query", {.form = Form::kEqual, .partition = "CUST#7", .sort = "ORDER#1"});
  Count("Query", {.form = Form::kRange, .partition = "CUST#7", .sort = "2026-01-01"});
  Count("Scan", {.form = Form::kWhole});
  Count("GetItem", {});
  EXPECT_EQ(Texts(), (Wanted{{"Query GSI1 CUST#*#SHIPPED", 2},
                             {"PutItem ORDER#* / ITEM#*", 1},
                             {"Query CUST#* / ORDER#*", 1},
                             {"Query CUST#* / =ORDER#*", 1},
                             {"Query CUST#* / *..", 1},
                             {"Scan", 1},
                             {"GetItem *", 1}}));
}

TEST_F(PatternTreeTest, APlaceWithManyWordsHoldsData) {
  for (int i = 0; i < 4; ++i) {
    Count("GetItem", {.partition = std::string("user") + static_cast<char>('a' + i)});
  }
  EXPECT_EQ(Texts().size(), 4U);
  Count("GetItem", {.partition = "onemore"});
  EXPECT_EQ(Texts(), (Wanted{{"GetItem *", 5}}));
  Count("GetItem", {.partition = "usera"});
  EXPECT_EQ(Texts(), (Wanted{{"GetItem *", 6}}));
}

TEST_F(PatternTreeTest, SubtreesOfFoldedWordsAreMergedAndMayFoldThemselves) {
  // Each customer has few states, but all customers together have many.
  for (int i = 0; i < 20; ++i) {
    const auto state = std::string("S") + static_cast<char>('A' + i);
    const auto customer = std::string("CUST") + static_cast<char>('A' + i) + "#" + state;
    Count("Query", {.form = Form::kPartition, .partition = customer});
  }
  EXPECT_EQ(Texts(), (Wanted{{"Query *#*", 20}}));
}

TEST_F(PatternTreeTest, ConstantsAreCountedSeparatelyFromNames) {
  for (const auto* name : {"amy", "bob", "cat", "dan", "eve"}) {
    Count("GetItem", {.partition = "USER#" + std::string(name), .sort = "PROFILE"});
  }
  Count("GetItem", {.partition = "USER#ADMIN", .sort = "PROFILE"});
  EXPECT_EQ(Texts(),
            (Wanted{{"GetItem USER#* / PROFILE", 5}, {"GetItem USER#ADMIN / PROFILE", 1}}));
}

TEST_F(PatternTreeTest, APatternBeyondTheMaximumIsRefused) {
  EXPECT_TRUE(Count("GetItem", {.partition = "A#1"}, 2));
  EXPECT_TRUE(Count("GetItem", {.partition = "B#1"}, 2));
  EXPECT_FALSE(Count("GetItem", {.partition = "C#1"}, 2));
  EXPECT_FALSE(Count("PutItem", {.partition = "A#1"}, 2));
  EXPECT_TRUE(Count("GetItem", {.partition = "A#2"}, 2));
  EXPECT_EQ(Texts(), (Wanted{{"GetItem A#*", 2}, {"GetItem B#*", 1}}));
}

TEST_F(PatternTreeTest, FoldingNeedsNoRoom) {
  for (const auto* name : {"amy", "bob", "cat", "dan"}) Count("GetItem", {.partition = name}, 4);
  EXPECT_TRUE(Count("GetItem", {.partition = "eve"}, 4));
  EXPECT_EQ(Texts(), (Wanted{{"GetItem *", 5}}));
}

TEST_F(PatternTreeTest, UnitsAreAddedWhenPatternsMerge) {
  for (const auto* name : {"amy", "bob", "cat", "dan", "eve"}) {
    auto* counts = tree_.Find("PutItem", {.partition = name}, 100);
    ASSERT_NE(counts, nullptr);
    counts->Add(0, Access::kWrite, 2);
    counts->Add(1, Access::kWrite, 3);
    counts->Add(0, Access::kRead, 1);
  }
  tree_.Each([](const Pattern&, const PatternCounts& counts) {
    ASSERT_EQ(counts.cells.size(), 2U);
    EXPECT_EQ(counts.cells[0].units, (std::array<table::HalfUnits, 2>{5, 10}));
    EXPECT_EQ(counts.cells[1].units, (std::array<table::HalfUnits, 2>{0, 15}));
  });
}

TEST_F(PatternTreeTest, RoundTripsWithLearnedTemplates) {
  for (const auto* name : {"amy", "bob", "cat", "dan", "eve"})
    Count("GetItem", {.partition = name});
  Count("Query", {.form = Form::kPrefix, .index = "I", .partition = "CUST#7", .sort = "ORDER#"});
  Bytes bytes;
  tree_.Encode(bytes);
  BytesView in = bytes;
  auto decoded = PatternTree::Decode(in, 100);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_TRUE(in.empty());
  EXPECT_EQ(Texts(*decoded), Texts());
  ++decoded->Find("GetItem", {.partition = "fay"}, 100)->requests;
  EXPECT_EQ(Texts(*decoded)["GetItem *"], 6U);
}

TEST_F(PatternTreeTest, DamageIsCorruption) {
  for (const auto* name : {"amy", "bob"}) Count("GetItem", {.partition = name});
  Bytes bytes;
  tree_.Encode(bytes);
  BytesView in = bytes;
  EXPECT_FALSE(PatternTree::Decode(in, 1).has_value());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    BytesView part = BytesView(bytes).substr(0, size);
    const auto decoded = PatternTree::Decode(part, 100);
    ASSERT_FALSE(decoded.has_value()) << size;
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption);
  }
}

}  // namespace
}  // namespace stator::capacity
