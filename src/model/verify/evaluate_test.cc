#include "model/verify/evaluate.h"

#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

using client::Value;

constexpr std::string_view kModel = R"(model m
table app (PK, SK) on-demand
entity Order 10 x 1KB
  attr orderId:id, day:date, n:number
  key  O#{orderId} / O
entity Line 10 x 1KB in Order(orderId) 2..4
  attr no:number
  key  O#{orderId} / L#{no}
patterns
)";

class EvaluateTest : public ::testing::Test {
 protected:
  const Pattern& Read(const std::string& line) {
    parsed_ = Parse(std::string(kModel) + "  P 1/s " + line + "\n");
    EXPECT_TRUE(parsed_.complaints.empty());
    const auto& entities = parsed_.model.entities;
    instances_.clear();
    for (const int n : {9, 10, 100}) {
      instances_.push_back({.entity = &entities[0],
                            .values = {{"orderId", Value::String("o-" + std::to_string(n))},
                                       {"day", Value::String("2026-01-0" + std::to_string(n % 9))},
                                       {"n", Value::Number(n)}}});
      for (const int no : {2, 11}) {
        instances_.push_back({.entity = &entities[1],
                              .values = {{"orderId", Value::String("o-" + std::to_string(n))},
                                         {"no", Value::Number(no)}}});
      }
    }
    return parsed_.model.patterns.at(0);
  }
  static std::string Numbers(const ExpectedGroup& group, const std::string& name) {
    std::string text;
    for (const auto* instance : group.matching) text += instance->values.at(name).number() + " ";
    return text;
  }

  Parsed parsed_;
  std::vector<Instance> instances_;
};

TEST_F(EvaluateTest, NumbersAreOrderedByValue) {
  const auto expected = Evaluate(Read("list Order[] desc n limit 2"), {}, instances_);
  EXPECT_EQ(Numbers(expected.at(0), "n"), "100 10 9 ");
  EXPECT_EQ(CountOf(expected), 2U);
}

TEST_F(EvaluateTest, BothEndsOfARangeAreIncluded) {
  const Arguments arguments{.from = Value::Number(9), .to = Value::Number(10)};
  const auto expected = Evaluate(Read("list Order[] range n"), arguments, instances_);
  EXPECT_EQ(Numbers(expected.at(0), "n"), "9 10 ");
}

TEST_F(EvaluateTest, ChildrenBelongToTheParentsFound) {
  const Arguments arguments{.bound = {{"orderId", Value::String("o-10")}}};
  const auto expected = Evaluate(Read("fetch Order[orderId] + Line"), arguments, instances_);
  EXPECT_EQ(CountOf(expected), 3U);
  EXPECT_EQ(Numbers(expected.at(1), "no"), "2 11 ");
  const Arguments by_number{.bound = {{"n", Value::Number(9)}}};
  const auto last = Evaluate(Read("fetch Order[n] + Line desc no limit 1"), by_number, instances_);
  EXPECT_EQ(Numbers(last.at(1), "no"), "11 2 ");
  EXPECT_EQ(last.at(1).count, 1U);
}

}  // namespace
}  // namespace stator::model
