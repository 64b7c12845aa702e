#include "server/body_reader.h"

#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "base/limits.h"
#include "base/request_limits.h"
#include "wire/error_table.h"

namespace stator::server {
namespace {

std::string Deflate(std::string_view text) {
  std::string out(compressBound(text.size()), '\0');
  uLongf size = out.size();
  compress2(reinterpret_cast<Bytef*>(out.data()), &size,
            reinterpret_cast<const Bytef*>(text.data()), text.size(), 9);
  out.resize(size);
  return out;
}

// A JSON text of `bytes` bytes. The last `noise` bytes do not compress.
std::string Json(std::size_t bytes, std::size_t noise = 0) {
  std::string text = R"({"a":")";
  text.append(bytes - noise - text.size() - 2, 'x');
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < noise; ++i) {
    state = state * 1'664'525 + 1'013'904'223;
    text += static_cast<char>('a' + (state >> 24U) % 26);
  }
  return text + "\"}";
}

class BodyReaderTest : public testing::Test {
 protected:
  // Returns "read", "longer" if the body is for a larger reader, or the name of the error.
  std::string Read(const std::string& body, bool packed, std::size_t bytes_max,
                   const Credentials* credentials = nullptr) {
    HttpRequest request{.method = "POST", .path = "/"};
    if (packed) request.headers = {{"Content-Encoding", "deflate"}};
    request.body_text = &body;
    Call call{.service = FindService("DynamoDB_20120810.ListTables"),
              .operation = api::FindOperation("DynamoDB_20120810.ListTables")};
    BodyReader reader(
        {.credentials = credentials, .skew = std::chrono::seconds(300), .bytes_max = bytes_max});
    const auto read = reader.Read(request, call);
    if (!read) return std::string(wire::ErrorName(read.error().code));
    return *read ? "read" : "longer";
  }
};

TEST_F(BodyReaderTest, LeavesLongBodiesToALargerReader) {
  EXPECT_EQ(Read(Json(1000), false, 1000), "read");
  EXPECT_EQ(Read(Json(1001), false, 1000), "longer");
  EXPECT_EQ(Read(Deflate(Json(1000)), true, 1000), "read");
  EXPECT_EQ(Read(Deflate(Json(1001)), true, 1000), "longer");
}

TEST_F(BodyReaderTest, RefusesBodiesAboveTheRequestLimit) {
  constexpr std::size_t kMost = limits::kRequestBytesMax;
  EXPECT_EQ(Read(Json(kMost + 1), false, 1000), "RequestEntityTooLarge");
  EXPECT_EQ(Read(Json(kMost), false, kMost), "read");
  EXPECT_EQ(Read(Deflate(Json(kMost + 1, kMost / 100)), true, kMost), "RequestEntityTooLarge");
  EXPECT_EQ(Read(Deflate(Json(kMost, kMost / 100)), true, kMost), "read");
}

TEST_F(BodyReaderTest, BoundsHowMuchLongBodiesInflate) {
  constexpr std::size_t kMost = limits::kRequestBytesMax;
  constexpr std::size_t kFree = limits::kInflateFreeBytesMax;
  EXPECT_EQ(Read(Deflate(Json(kFree)), true, kMost), "read") << "a thousand times its size";
  EXPECT_EQ(Read(Deflate(Json(kFree + 1)), true, kMost), "RequestEntityTooLarge");
  EXPECT_EQ(Read(Deflate(Json(kFree + 1, kFree / 100)), true, kMost), "read");
}

TEST_F(BodyReaderTest, ReadsExpensiveBodiesOnlyAfterAuthentication) {
  const auto credentials =
      *Credentials::Parse("[a]\naws_access_key_id=A\naws_secret_access_key=s\n", "test");
  const std::string missing = "MissingAuthenticationTokenException";
  constexpr std::size_t kLong = limits::kLoopBodyBytesMax + 1;
  for (const std::size_t bytes_max : {limits::kLoopBodyBytesMax, limits::kRequestBytesMax}) {
    EXPECT_EQ(Read(Json(kLong), false, bytes_max, &credentials), missing);
    EXPECT_EQ(Read(std::string(kLong, '{'), false, bytes_max, &credentials), missing);
    EXPECT_EQ(Read("not packed", true, bytes_max, &credentials), missing);
  }
  EXPECT_EQ(Read("{", false, limits::kLoopBodyBytesMax, &credentials), "SerializationException")
      << "AWS names broken JSON first, and a short body costs nothing";
}

}  // namespace
}  // namespace stator::server
