#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/verify/report.h"
#include "model/verify/verify.h"

// Sound models that verify once reported as wrong because of its own data.
namespace stator::model {
namespace {

VerifyReport RunVerify(std::string_view text, std::uint64_t seed = 1) {
  const auto parsed = Parse(text);
  for (const auto& complaint : parsed.complaints) ADD_FAILURE() << complaint.message;
  auto database = client::Connection::OpenMemory();
  EXPECT_TRUE(database);
  auto report = Verify(*database, parsed.model, {.seed = seed});
  if (report) return *std::move(report);
  ADD_FAILURE() << report.error().message;
  return {};
}

// Returns the ids of failed patterns; "data" stands for the data.
std::string Failed(const VerifyReport& report) {
  std::string failed = report.data_faults.empty() ? "" : "data ";
  for (const auto& pattern : report.patterns) {
    if (pattern.status == PatternReport::Status::kFailed) failed += pattern.id + " ";
  }
  return failed;
}

// Verify's data contain the constants between brackets, whatever their type.
TEST(VerifyData, TheDataContainConstantsBetweenBrackets) {
  const auto report = RunVerify(R"(model tree
table app (PK, SK) on-demand
index GSI (GPK, GSK) all
entity Category 500 x 200B in Category(parentId) 3..10
  attr  categoryId:id, parentId, name
  key   C#{categoryId} / C
  GSI   P#{parentId} / {categoryId}
entity Employee 1k x 100B
  attr  employeeId:id
  key   E#{employeeId} / E
entity JobHistory 5k x 100B in Employee(employeeId) 5..20
  attr  v:number(4), title
  identity employeeId, v
  key   E#{employeeId} / V#{v}
entity Page 5k x 100B
  attr  pageId:id, state, at:date
  key   PAGE#{pageId} / PAGE
  GSI   FRONT / {at}#{pageId} when state=front
patterns
  P1  1/s  list Category[parentId=ROOT] -> 5
  P2  1/s  get  JobHistory[employeeId, v=0]
  P3  1/s  list Page[state=front] asc at -> 5
  P4  1/s  update JobHistory[employeeId, v=0] set title
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
  EXPECT_GE(report.patterns[0].items_max, 1);
  EXPECT_EQ(report.patterns[1].items_max, 1);
  EXPECT_EQ(report.patterns[0].request, "Query GSI GPK = P#ROOT");
  EXPECT_EQ(report.patterns[1].request, "GetItem app PK = E#{employeeId}, SK = V#0000");
}

// The updates of a run may remove the last item from a sparse index.
TEST(VerifyData, ASparseSetMayBeEmptyAfterTheWrites) {
  constexpr std::string_view kJobs = R"(model jobs
table app (PK, SK) on-demand
index Open (OPK, OSK) all
entity Job 2 x 100B
  attr  jobId:id, state:enum(A 50, B 50)
  key   JOB#{jobId} / JOB
  Open  OPEN / {jobId} when state=A
patterns
  P1  1/s  list Job[state=A] -> 1
  P2  1/s  update Job[jobId] set state rewrite keys
  P3  1/s  update Job[jobId, state=A] set state rewrite keys
)";
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto report = RunVerify(kJobs, seed);
    EXPECT_EQ(Failed(report), "") << seed << VerifyText("", report);
  }
}

TEST(VerifyData, ARangeOverTextsExcludesLongerTexts) {
  const auto report = RunVerify(R"(model places
table app (PK, SK) on-demand
entity Place 1k x 100B
  attr  country:values(2), city, placeId:id
  key   PLACES#{country} / {city}#{placeId}
patterns
  P1  1/s  list Place[country] range city -> 5
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
  EXPECT_EQ(report.patterns[0].request,
            "Query app PK = PLACES#{country}, SK between {from} and {to}$");
}

// An index with INCLUDE has no `_type`, by which the read could count children.
TEST(VerifyData, AFetchWithALimitThroughAnIndexNeedsNoParent) {
  const auto report = RunVerify(R"(model mail
table app (PK, SK) on-demand
index GSI (GPK, GSK) include title, body
entity Thread 1k x 100B
  attr  threadId:id, title
  key   THREAD#{threadId} / THREAD
  GSI   T#{threadId} / A
entity Message 10k x 100B in Thread(threadId) 5..50
  attr  messageId:id, at:time, body
  key   MESSAGE#{messageId} / MESSAGE
  GSI   T#{threadId} / M#{at}#{messageId}
patterns
  P1  1/s  fetch Thread[threadId] + Message asc at limit 3 via GSI -> 4
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
}

}  // namespace
}  // namespace stator::model
