#include "jobs/order.h"

#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::jobs {
namespace {

class OrderTest : public testing::Test {
 protected:
  Result<JobOrder> Read(const std::string& json) { return ReadOrder(json, *database_); }

  // Returns the sentence of the refusal; empty if the body is accepted.
  std::string Refusal(const std::string& json) {
    const auto order = Read(json);
    return order ? "" : order.error().message;
  }

  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
};

TEST_F(OrderTest, ReadsEachKind) {
  EXPECT_EQ(Read(R"({"kind":"verify","model":"model m"})")->kind, JobKind::kVerify);
  EXPECT_EQ(Read(R"({"kind":"verify","model":"m","options":{"seed":7}})")->kind, JobKind::kVerify);
  EXPECT_EQ(Read(R"({"kind":"simulate","model":"m"})")->kind, JobKind::kSimulate);
  EXPECT_EQ(Read(R"({"kind":"simulate","model":"m","options":{"hours":1.5,"profile":"spike",
                     "capacity":"500,100","scaling":"70,5,4000","attempts":1,"seed":2,
                     "prices":"us-east-1-2026-11"}})")
                ->kind,
            JobKind::kSimulate);
  const auto infer = Read(R"({"kind":"infer","table":"Orders","options":{"sample":5}})");
  EXPECT_EQ(infer->kind, JobKind::kInfer);
  EXPECT_EQ(infer->name, "Orders");
}

TEST_F(OrderTest, RefusesWhatIsNoJob) {
  for (const auto* body : {"", "{", "[]", "null", "{}", R"({"kind":"delete"})", R"({"kind":3})"}) {
    EXPECT_TRUE(Refusal(body).starts_with("The body must be a JSON object with a kind")) << body;
  }
  EXPECT_EQ(Refusal(R"({"kind":"verify"})"), "model is missing.");
  EXPECT_EQ(Refusal(R"({"kind":"infer","model":"m"})"), "model is not known.");
  EXPECT_EQ(Refusal(R"({"kind":"infer"})"), "table is missing.");
  EXPECT_EQ(Refusal(R"({"kind":"verify","model":"m","model":"n"})"), "model is there twice.");
  EXPECT_EQ(Refusal(R"({"kind":"verify","model":1})"), "model must be a text.");
}

TEST_F(OrderTest, RefusesWrongOptions) {
  const auto refused = [&](std::string_view options) {
    return Refusal(fmt::format(R"({{"kind":"simulate","model":"m","options":{}}})", options));
  };
  EXPECT_EQ(refused(R"({"hours":0})"), "--hours must be more than a second and at most 744.");
  EXPECT_EQ(refused(R"({"hours":1e300})"), "--hours must be more than a second and at most 744.");
  EXPECT_EQ(refused(R"({"attempts":21})"), "--attempts must be from 1 to 20.");
  EXPECT_NE(refused(R"({"capacity":"much"})"), "");
  EXPECT_NE(refused(R"({"scaling":"70"})"), "");
  EXPECT_NE(refused(R"({"seed":-1})"), "");
  EXPECT_EQ(refused(R"({"seeds":1})"), "options.seeds is not known.");
  EXPECT_NE(refused(R"({"profile":"/etc/passwd"})"), "") << "a job opens no files";
  EXPECT_NE(refused(R"({"prices":"/etc/passwd"})"), "");
  EXPECT_EQ(Refusal(R"({"kind":"infer","table":"t","options":{"sample":0}})"),
            "sample must be from 1 to 100000.");
}

TEST_F(OrderTest, BoundsTheModel) {
  const std::string text(limits::kJobModelBytesMax + 1, ' ');
  EXPECT_EQ(Refusal(fmt::format(R"({{"kind":"verify","model":"{}"}})", text)),
            "The model has 1048577 bytes, and a job takes at most 1048576.");
  EXPECT_EQ(Refusal(fmt::format(R"({{"kind":"verify","model":"{}"}})", text.substr(1))), "");
}

}  // namespace
}  // namespace stator::jobs
