#include "streams/iterator.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "streams/testing.h"

namespace stator::streams {
namespace {

using testing::Store;

class IteratorTest : public ::testing::Test {
 protected:
  IteratorTest() { store_.Create("t"); }

  std::string Encoded() {
    return EncodeIterator(store_.StreamOf("t")->settings(),
                          {.shard = 1, .next = {7, 3}, .issued = store_.clock.Now()});
  }
  Result<FoundIterator> Find(std::string_view text) {
    return FindIterator(*store_.catalog, text, store_.clock.Now());
  }
  ErrorCode CodeOf(std::string_view text) {
    const auto found = Find(text);
    return found ? ErrorCode::kStartup : found.error().code;
  }

  Store store_;
};

TEST_F(IteratorTest, RoundTrips) {
  const auto text = Encoded();
  EXPECT_TRUE(text.starts_with((*store_.StreamOf("t"))->arn + "|1|"));
  EXPECT_LE(text.size(), 2048U);
  const auto found = Find(text);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->iterator.shard, 1U);
  EXPECT_EQ(found->iterator.next, (Position{7, 3}));
}

TEST_F(IteratorTest, EveryModifiedByteIsRefused) {
  const auto text = Encoded();
  for (std::size_t i = (*store_.StreamOf("t"))->arn.size(); i < text.size(); ++i) {
    auto changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(CodeOf(changed), ErrorCode::kValidationException) << changed;
  }
  EXPECT_EQ(CodeOf(text + "AAAA"), ErrorCode::kValidationException);
  EXPECT_EQ(CodeOf(""), ErrorCode::kValidationException);
  EXPECT_EQ(CodeOf("|1|"), ErrorCode::kValidationException);
}

TEST_F(IteratorTest, AnotherStreamsIteratorIsRefused) {
  store_.Create("u");
  const auto text = Encoded();
  const auto payload = text.substr(text.find("|1|"));
  EXPECT_EQ(CodeOf((*store_.StreamOf("u"))->arn + payload), ErrorCode::kValidationException);
  EXPECT_EQ(CodeOf("arn:aws:dynamodb:us-east-1:1:table/none/stream/l" + payload),
            ErrorCode::kResourceNotFoundException);
}

TEST_F(IteratorTest, LastsFifteenMinutes) {
  const auto text = Encoded();
  store_.clock.Advance(limits::kIteratorLifetime);
  EXPECT_TRUE(Find(text).has_value());
  store_.clock.Advance(1);
  EXPECT_EQ(CodeOf(text), ErrorCode::kExpiredIteratorException);
}

TEST_F(IteratorTest, ADisabledStreamIsGoneAfterADay) {
  const auto arn = (*store_.StreamOf("t"))->arn;
  store_.Enable("t", false);
  store_.clock.Advance(limits::kStreamRetention - 1);
  EXPECT_TRUE(FindStream(*store_.catalog, arn, store_.clock.Now()).has_value());
  store_.clock.Advance(1);
  EXPECT_FALSE(FindStream(*store_.catalog, arn, store_.clock.Now()).has_value());
}

}  // namespace
}  // namespace stator::streams
