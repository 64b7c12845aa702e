#include "admin/model_folder.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/request_limits.h"

namespace stator::admin {
namespace {

class ModelFolderTest : public testing::Test {
 protected:
  ModelFolderTest()
      : place_(std::filesystem::temp_directory_path() /
               ("stator-models-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(place_);
  }
  void TearDown() override { std::filesystem::remove_all(place_); }

  void Put(const std::string& name, std::string_view text) const {
    std::ofstream(place_ / name) << text;
  }
  std::string Text(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(place_ / name).rdbuf();
    return text.str();
  }
  std::string Create(const std::string& name, std::string_view text) {
    return folder_.Write(name, text, {.if_none_match = "*"}).value_or("refused");
  }

  std::filesystem::path place_;
  ModelFolder folder_{place_.string()};
};

TEST_F(ModelFolderTest, KnowsNames) {
  for (const auto* name : {"a.std", "Orders-2_b.v1.std"})
    EXPECT_TRUE(IsModelFileName(name)) << name;
  for (const auto* name : {"", ".std", "a", "a.stdx", "a.STD", "../a.std", "b/a.std", ".a.std",
                           "a b.std", "a%2e.std", "ä.std", "a\n.std", "a.std "}) {
    EXPECT_FALSE(IsModelFileName(name)) << name;
  }
  EXPECT_FALSE(IsModelFileName(std::string(limits::kModelNameBytesMax, 'a') + ".std"));
}

TEST_F(ModelFolderTest, WritesAndReads) {
  const auto etag = Create("a.std", "model a\n");
  const auto read = folder_.Read("a.std");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, "model a\n");
  EXPECT_EQ(read->etag, etag);
  const auto second = folder_.Write("a.std", "model b\n", {.if_match = etag});
  ASSERT_TRUE(second);
  EXPECT_NE(*second, etag);
  EXPECT_EQ(Text("a.std"), "model b\n");
}

TEST_F(ModelFolderTest, LeavesNoTemporaryFile) {
  Put(".a.std.new", "left over from a crash");
  Create("a.std", "model a\n");
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(place_)) ++count;
  EXPECT_EQ(count, 1U);
}

TEST_F(ModelFolderTest, RefusesToOverwriteWhatTheClientHasNotSeen) {
  const auto etag = Create("a.std", "model a\n");
  Put("a.std", "model changed by another program\n");
  const auto refused = folder_.Write("a.std", "model b\n", {.if_match = etag});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 412);
  EXPECT_EQ(refused.error().etag, folder_.Read("a.std")->etag);
  EXPECT_EQ(Text("a.std"), "model changed by another program\n");
  EXPECT_EQ(folder_.Delete("a.std", {.if_match = etag}).error().status, 412);
  EXPECT_EQ(folder_.Write("a.std", "model b\n", {.if_none_match = "*"}).error().status, 412);
  EXPECT_EQ(folder_.Write("a.std", "model b\n", {}).error().status, 428);
  EXPECT_EQ(folder_.Delete("a.std", {}).error().status, 428);
  EXPECT_EQ(folder_.Write("gone.std", "model b\n", {.if_match = etag}).error().status, 412);
  EXPECT_TRUE(folder_.Write("a.std", "model b\n", {.if_match = "*"}));
}

TEST_F(ModelFolderTest, FollowsNoLinks) {
  Put("outside", "secret");
  std::filesystem::create_symlink(place_ / "outside", place_ / "link.std");
  std::filesystem::create_directory(place_ / "folder.std");
  for (const auto* name : {"link.std", "folder.std"}) {
    EXPECT_EQ(folder_.Read(name).error().status, 403) << name;
    EXPECT_EQ(folder_.Write(name, "x", {.if_match = "*"}).error().status, 403) << name;
    EXPECT_EQ(folder_.Delete(name, {.if_match = "*"}).error().status, 403) << name;
  }
  EXPECT_EQ(Text("outside"), "secret");
  EXPECT_TRUE(folder_.List()->files.empty());
}

TEST_F(ModelFolderTest, RefusesNamesOutsideTheFolder) {
  for (const auto* name : {"../a.std", "/etc/a.std", "a.txt"}) {
    EXPECT_EQ(folder_.Read(name).error().status, 400) << name;
    EXPECT_EQ(folder_.Write(name, "x", {.if_none_match = "*"}).error().status, 400) << name;
    EXPECT_EQ(folder_.Delete(name, {.if_match = "*"}).error().status, 400) << name;
  }
}

TEST_F(ModelFolderTest, ListsModelFilesByName) {
  Put("notes.txt", "");
  Create("b.std", "model b\n");
  Create("a.std", "model aa\n");
  const auto listing = folder_.List();
  ASSERT_TRUE(listing);
  ASSERT_EQ(listing->files.size(), 2U);
  EXPECT_EQ(listing->files[0].name, "a.std");
  EXPECT_EQ(listing->files[0].bytes, 9U);
  EXPECT_EQ(listing->files[1].etag, folder_.Read("b.std")->etag);
  EXPECT_FALSE(listing->more);
}

TEST_F(ModelFolderTest, BoundsTextsAndFiles) {
  const std::string long_text(limits::kAdminTextBytesMax + 1, 'a');
  EXPECT_EQ(folder_.Write("a.std", long_text, {.if_none_match = "*"}).error().status, 413);
  Put("long.std", long_text);
  EXPECT_EQ(folder_.Read("long.std").error().status, 413);
  for (std::size_t i = 1; i < limits::kModelFilesMax; ++i) {
    Put("m" + std::to_string(i) + ".std", "");
  }
  EXPECT_FALSE(folder_.List()->more);
  EXPECT_EQ(folder_.Write("new.std", "x", {.if_none_match = "*"}).error().status, 409);
  EXPECT_TRUE(folder_.Write("m1.std", "x", {.if_match = "*"}));
  Put("one-more.std", "");
  EXPECT_TRUE(folder_.List()->more);
}

TEST_F(ModelFolderTest, DeletesFiles) {
  const auto etag = Create("a.std", "model a\n");
  EXPECT_TRUE(folder_.Delete("a.std", {.if_match = etag}));
  EXPECT_EQ(folder_.Read("a.std").error().status, 404);
  EXPECT_EQ(folder_.Delete("a.std", {.if_match = etag}).error().status, 404);
}

TEST_F(ModelFolderTest, SaysThatTheFolderIsGone) {
  std::filesystem::remove_all(place_);
  EXPECT_EQ(folder_.List().error().status, 503);
  EXPECT_EQ(folder_.Write("a.std", "x", {.if_none_match = "*"}).error().status, 503);
}

}  // namespace
}  // namespace stator::admin
