#include "jobs/work.h"

#include <memory>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/in_process.h"

namespace stator::jobs {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kModel[] = R"(model shop
table Shop (PK, SK) on-demand

entity Order 1M x 500B
  attr orderId:id, total:number
  key  ORDER#{orderId} / A

patterns
  R1 10/s get Order[orderId]
  W1 10/s put Order
)";

TEST(WorkTest, VerifiesAModel) {
  JobControl control;
  const auto result = Verify(kModel, 3, control);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(*result, StartsWith(R"({"file":"shop","model":"shop","seed":"3",)"));
  EXPECT_THAT(*result, HasSubstr(R"("passed":true)"));
  EXPECT_EQ(control.progress().name, "shop");
  EXPECT_GT(control.progress().share, 0.5);
}

TEST(WorkTest, SimulatesAModel) {
  JobControl control;
  const auto result = Simulate(kModel, {.hours = 1}, "us-east-1-2026-11", control);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(*result, StartsWith(R"({"model":"shop","profile":"diurnal","seconds":3600,)"));
  EXPECT_THAT(*result, HasSubstr(R"("series":{"stepSeconds":60,)"));
  EXPECT_EQ(control.progress().step, "1h of 1h");
  EXPECT_EQ(control.progress().share, 1);
}

TEST(WorkTest, SaysWhereAModelIsWrong) {
  JobControl control;
  const auto result = Simulate("model m\ntable\n", {}, "us-east-1-2026-11", control);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, StartsWith("Line 2 of the model: "));
}

TEST(WorkTest, BoundsThePartsOfAModel) {
  std::string text = kModel;
  for (int i = 0; i < 1000; ++i) text += fmt::format("  P{} 1/s get Order[orderId]\n", i);
  JobControl control;
  const auto result = Verify(text, {}, control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "The model has 1002 patterns, and a job takes at most 1000.");
}

TEST(WorkTest, AStoppedJobEndsEarly) {
  JobControl control;
  control.Stop();
  EXPECT_THAT(Verify(kModel, {}, control).error().message, HasSubstr("stopped"));
  EXPECT_EQ(Simulate(kModel, {}, "us-east-1-2026-11", control).error().message,
            "The simulation was stopped.");
  const auto database = *database::Database::Open({});
  EXPECT_FALSE(Infer(*database, "Shop", 5, control));
}

TEST(WorkTest, InferOnlyReads) {
  const auto database = *database::Database::Open({});
  auto reads = client::ConnectUnmetered(*database);
  EXPECT_EQ(reads.PutItem({.table = "Shop", .item = {}}).error().code, "InvalidRequest")
      << "the connection only reads";
  JobControl control;
  const auto missing = Infer(*database, "Shop", 5, control);
  EXPECT_THAT(missing.error().message, StartsWith("ResourceNotFoundException"));
}

}  // namespace
}  // namespace stator::jobs
