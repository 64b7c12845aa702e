#include "model/cost/compare.h"

#include <gtest/gtest.h>

#include "model/cost/report.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

constexpr double kMonth = 730 * 3600;  // seconds
constexpr double kReadMillion = 0.125;
constexpr double kGb = 1024.0 * 1024 * 1024;

constexpr std::string_view kShows = R"(model shows
table catalogue (PK, SK) on-demand
entity Show 1k x 2KB
  attr  showId:id, genre
  key   SHOW#{showId} / METADATA
entity Review 20k x 1KB in Show(showId) 20..200
  attr  reviewId:id, stars:number(2)
  key   SHOW#{showId} / REVIEW#{reviewId}
patterns
  F  10/s fetch Show[showId] + Review -> 21
  S  1/day scan Show[genre] -> 100
  X  1/day export Review
  W  1/s  put Review
)";

class CompareTest : public ::testing::Test {
 protected:
  CompareTest() : parsed_(Parse(kShows)), prices_(price::LoadPrices("2026-11").value()) {
    EXPECT_TRUE(parsed_.complaints.empty()) << parsed_.complaints.at(0).message;
  }
  const Model& model() const { return parsed_.model; }

  Parsed parsed_;
  price::PriceTable prices_;
  PricingTerms terms_;
};

// 2 + 20 x 1 KB are 22 KB, six times 4 KB: 3 units. Apart: 0.5 and, for 20 KB, 2.5. One by one: 21
// x 0.5. By a Scan of 20,000 x 1 KB: 5,000 times 4 KB, 2,500 units, in 20 pages of 1 MB.
TEST_F(CompareTest, AFetchInFourWays) {
  const auto all = CompareCollections(model(), prices_, terms_);
  ASSERT_EQ(all.fetches.size(), 1U);
  const auto& fetch = all.fetches[0];
  EXPECT_DOUBLE_EQ(fetch.together.requests, 1);
  EXPECT_DOUBLE_EQ(fetch.together.read_units, 3);
  EXPECT_DOUBLE_EQ(fetch.apart.requests, 2);
  EXPECT_DOUBLE_EQ(fetch.apart.read_units, 3);
  EXPECT_DOUBLE_EQ(fetch.one_by_one.requests, 21);
  EXPECT_DOUBLE_EQ(fetch.one_by_one.read_units, 10.5);
  EXPECT_DOUBLE_EQ(fetch.scanned.requests, 1 + 20);
  EXPECT_DOUBLE_EQ(fetch.scanned.read_units, 0.5 + 2500);
  EXPECT_DOUBLE_EQ(fetch.together.dollars, 10 * 3 * kMonth / 1e6 * kReadMillion);
  EXPECT_NEAR(all.one_by_one - all.together, 10 * 7.5 * kMonth / 1e6 * kReadMillion, 1e-6);
  EXPECT_NEAR(all.scanned - all.together, 10 * 2497.5 * kMonth / 1e6 * kReadMillion, 1e-6);
}

// The Scan reads all 22,000 rows: 22 MB, 5,500 times 4 KB. The last row of each page begins another
// 4 KB: 2,759 units a day.
TEST_F(CompareTest, RareReadsAreComparedWithAnIndex) {
  const auto price = PriceModel(model(), prices_, terms_);
  const auto rare = CompareRare(model(), price, prices_, terms_);
  ASSERT_EQ(rare.size(), 2U);
  EXPECT_EQ(rare[0].id, "S");
  EXPECT_EQ(rare[0].index, "genre");
  EXPECT_NEAR(rare[0].dollars, 730.0 / 24 * 2759 / 1e6 * kReadMillion, 1e-9);
  // No pattern writes shows, so the index costs only its storage, 1,000 x 2,148 bytes, and its
  // reads. 100 x 2 KB a day are 50 times 4 KB.
  ASSERT_TRUE(rare[0].extra);
  EXPECT_NEAR(*rare[0].extra,
              1000 * 2148 / kGb * 0.25 + 730.0 / 24 * 25 / 1e6 * kReadMillion - rare[0].dollars,
              1e-6);
  EXPECT_EQ(rare[1].id, "X");
  EXPECT_FALSE(rare[1].extra);
  EXPECT_DOUBLE_EQ(rare[1].dollars, price.Extras());
}

// A statement that scans costs what a declared scan costs, and its condition tells the index.
TEST_F(CompareTest, AStatementThatScansIsComparedWithAnIndex) {
  const auto parsed =
      Parse(std::string(kShows) +
            "  R 1/day sql \"SELECT * FROM catalogue WHERE genre = ?\" Show[genre] -> 100\n"
            "  C 1/day sql \"SELECT * FROM catalogue WHERE genre <> 'Noir'\"\n"
            "  K 1/day sql \"SELECT * FROM catalogue WHERE PK = ?\" Show[SHOW#{showId}]\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
  const auto price = PriceModel(parsed.model, prices_, terms_);
  const auto rare = CompareRare(parsed.model, price, prices_, terms_);
  ASSERT_EQ(rare.size(), 4U);  // K reads by a key
  EXPECT_EQ(rare[2].id, "R");
  EXPECT_EQ(rare[2].verb, Verb::kSql);
  EXPECT_EQ(rare[2].index, "genre");
  EXPECT_DOUBLE_EQ(rare[2].dollars, rare[0].dollars);
  ASSERT_TRUE(rare[2].extra);
  EXPECT_NEAR(*rare[2].extra, *rare[0].extra, 1e-9);
  EXPECT_EQ(rare[3].id, "C");
  EXPECT_FALSE(rare[3].extra);
  PriceAnswer answer{.model = "shows", .prices = prices_, .terms = terms_};
  answer.design = {.name = "as written", .price = price};
  answer.rare = rare;
  EXPECT_NE(ModelPriceText(answer).find("R, a statement that scans 1/day, costs "),
            std::string::npos);
}

TEST_F(CompareTest, TheBudgetAppliesToTheDesignAskedAbout) {
  PriceAnswer answer{.model = "shows", .prices = prices_, .terms = terms_};
  answer.design = {.name = "as written", .price = PriceModel(model(), prices_, terms_)};
  EXPECT_FALSE(answer.OverBudget());
  answer.budget = answer.design.price.Total() + 1;
  EXPECT_FALSE(answer.OverBudget());
  answer.other = answer.design;
  answer.other->price.extras.push_back({.what = "more", .dollars = 2});
  EXPECT_TRUE(answer.OverBudget());
}

TEST_F(CompareTest, WideNumbersStaySeparate) {
  const auto wide =
      Parse(std::string(kShows) + "  aPatternWithALongName 123456789.5/s put Review\n");
  ASSERT_TRUE(wide.complaints.empty());
  PriceAnswer answer{.model = "shows", .prices = prices_, .terms = terms_};
  answer.design = {.name = "as written", .price = PriceModel(wide.model, prices_, terms_)};
  const auto text = ModelPriceText(answer);
  EXPECT_NE(text.find("\naPatternWithALongName    123,456,789.5/s  "), std::string::npos) << text;
}

}  // namespace
}  // namespace stator::model
