#include "server/credentials.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::server {
namespace {

std::string Refusal(std::string_view text) {
  const auto parsed = Credentials::Parse(text, "keys");
  return parsed ? "accepted" : parsed.error().message;
}

TEST(Credentials, ReadsFilesOfTheAwsCli) {
  const auto keys = Credentials::Parse(
      "# ours\n; also ours\n\n[default]\r\naws_access_key_id = A\r\n"
      "aws_secret_access_key=s=1/+ \r\nregion = eu-west-2\n"
      "[ two ]\naws_access_key_id=B\naws_secret_access_key=t\naws_session_token=u\n"
      "expiration=1970-01-01T00:00:01Z",
      "keys");
  ASSERT_TRUE(keys.has_value()) << keys.error().message;
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ(keys->Find("A")->secret, "s=1/+");
  EXPECT_EQ(keys->Find("A")->name, "default");
  EXPECT_EQ(keys->Find("B")->name, "two");
  EXPECT_EQ(keys->Find("B")->session_token, "u");
  EXPECT_EQ(keys->Find("B")->expires_at, 1'000'000);
  EXPECT_EQ(keys->Find("C"), nullptr);
}

TEST(Credentials, NamesTheWrongLine) {
  EXPECT_EQ(Refusal(""), "keys holds no access key.");
  EXPECT_EQ(Refusal("x = y"), "Line 1 of keys stands before the first [section].");
  EXPECT_EQ(Refusal("\n[a\n"), "Line 2 of keys is not a [section].");
  EXPECT_EQ(Refusal("[a]\nnonsense"), "Line 2 of keys is neither a [section] nor a name = value.");
  EXPECT_EQ(Refusal("[a]\ncolour = red"), "Line 2 of keys has the unknown name colour.");
  EXPECT_EQ(Refusal("[a]\naws_access_key_id ="),
            "Line 2 of keys gives aws_access_key_id no value.");
  EXPECT_EQ(Refusal("[a]\naws_access_key_id = A"),
            "Line 2 of keys ends section [a], which needs aws_access_key_id and "
            "aws_secret_access_key.");
  const std::string whole = "[a]\naws_access_key_id = A\naws_secret_access_key = s\n";
  EXPECT_EQ(Refusal(whole + whole), "Line 6 of keys ends a second section with the key A.");
  EXPECT_EQ(Refusal(whole + "expiration = tomorrow"),
            "Line 4 of keys has no time such as 2030-01-31T12:00:00Z.");
  EXPECT_EQ(Refusal(whole + "expiration = 2030-01-31T12:00:00Z"),
            "Line 4 of keys ends section [a], whose expiration needs an aws_session_token.");
}

TEST(Credentials, ReportsWhyAFileCannotBeRead) {
  const auto absent = Credentials::Load("/nowhere/keys");
  ASSERT_FALSE(absent.has_value());
  EXPECT_EQ(absent.error().message,
            "The credentials file /nowhere/keys cannot be read: No such file or directory.");
  EXPECT_FALSE(Credentials::Load("/").has_value());
  EXPECT_FALSE(Credentials::Load("/dev/zero").has_value());
}

TEST(IsoTime, AcceptsTimesOnly) {
  EXPECT_EQ(ParseIsoTime("19700101T000001Z", true), 1'000'000);
  EXPECT_EQ(ParseIsoTime("2024-02-29T00:00:00Z", false), 1'709'164'800'000'000);
  for (const char* text : {"2023-02-29T00:00:00Z", "2024-02-29T00:00:60Z", "2024-02-29", "",
                           "2024-02-29T00:00:00+00:00", "-024-02-29T00:00:00Z"}) {
    EXPECT_EQ(ParseIsoTime(text, false), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace stator::server
