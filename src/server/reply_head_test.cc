#include "server/reply_head.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::server {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Head(const HttpReply& reply, bool keep_alive = true) {
  std::string out = "left over";
  WriteReplyHead(reply, {.request_id = "ID", .date = "DATE", .keep_alive = keep_alive}, out);
  return out;
}

TEST(ReplyHead, EqualsAmazons) {
  EXPECT_EQ(Head({.content_type = "application/x-amz-json-1.0", .body = "{}"}),
            "HTTP/1.1 200 OK\r\nServer: Server\r\nDate: DATE\r\n"
            "Content-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n"
            "Connection: keep-alive\r\nx-amzn-RequestId: ID\r\nx-amz-crc32: 2745614147\r\n\r\n");
}

// Facts D.1.
TEST(ReplyHead, ChecksumsEqualAmazons) {
  const std::pair<const char*, const char*> vectors[] = {
      {R"({"__type":"com.amazon.coral.service#SerializationException"})", "3948637019"},
      {R"({"__type":"com.amazon.coral.service#UnknownOperationException"})", "1368724161"},
      {"<UnknownOperationException/>\n", "3552371480"},
      {"healthy: dynamodb.us-east-1.amazonaws.com ", "3128867991"}};
  for (const auto& [body, sum] : vectors) {
    EXPECT_THAT(Head({.body = body}), HasSubstr(std::string("x-amz-crc32: ") + sum + "\r\n"));
  }
}

TEST(ReplyHead, OmitsHeadersThatDoNotApply) {
  const std::string head = Head({.status = 413, .headers = "X: y\r\n", .checksum = false}, false);
  EXPECT_THAT(head, HasSubstr("HTTP/1.1 413 Content Too Large\r\n"));
  EXPECT_THAT(head, HasSubstr("Connection: close\r\nX: y\r\n\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("Content-Type")));
  EXPECT_THAT(head, Not(HasSubstr("x-amz")));
}

TEST(ReplyHead, OfAnAnswerWithoutABodyHasNoLength) {
  const std::string head = Head({.status = 304, .checksum = false});
  EXPECT_THAT(head, HasSubstr("HTTP/1.1 304 Not Modified\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("Content-Length")));
  EXPECT_THAT(Head({.status = 302}), HasSubstr("HTTP/1.1 302 Found\r\n"));
}

TEST(HttpDate, IsInTheFormOfRfc9110) {
  HttpDate date;
  EXPECT_EQ(date.At(784'111'777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(date.At(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(date.At(1'709'164'800), "Thu, 29 Feb 2024 00:00:00 GMT");
}

}  // namespace
}  // namespace stator::server
