#include "server/console_folder.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::server {
namespace {

namespace fs = std::filesystem;

class ConsoleFolderTest : public testing::Test {
 protected:
  ConsoleFolderTest() {
    fs::create_directories(root_ / "assets");
    Write("index.html", "index");
    Write("assets/app.js", "app");
    std::ofstream(outside_) << "secret";
  }

  void Write(const std::string& name, std::string_view text) {
    std::ofstream(root_ / name) << text;
  }

  std::optional<std::string> Read(std::string_view name, std::size_t bytes_max = 100) {
    return ReadFileBelow(root_.string(), name, bytes_max);
  }

  storage::testing::TemporaryFolder folder_;
  fs::path root_ = fs::path(folder_.path()) / "console";
  fs::path outside_ = fs::path(folder_.path()) / "secret.txt";
};

TEST_F(ConsoleFolderTest, ReadsFilesBelowTheFolder) {
  EXPECT_EQ(Read("index.html"), "index");
  EXPECT_EQ(Read("assets/app.js"), "app");
  Write("empty", "");
  EXPECT_EQ(Read("empty"), "");
}

TEST_F(ConsoleFolderTest, ReadsNothingElse) {
  for (const std::string_view name :
       {"", "absent.js", "assets", "assets/", "/assets/app.js", "assets//app.js", ".", "..",
        "./index.html", "../secret.txt", "assets/../../secret.txt", "assets/../index.html",
        "%2e%2e/secret.txt", "..\\secret.txt", "index.html/", "index.html/x", "index.html "}) {
    EXPECT_EQ(Read(name), std::nullopt) << name;
  }
  EXPECT_EQ(Read(outside_.string()), std::nullopt);
  EXPECT_EQ(Read(std::string_view("index.html\0", 11)), std::nullopt);
  EXPECT_EQ(ReadFileBelow((root_ / "absent").string(), "index.html", 100), std::nullopt);
}

TEST_F(ConsoleFolderTest, HidesFilesThatBeginWithADot) {
  Write(".env", "secret");
  EXPECT_EQ(Read(".env"), std::nullopt);
}

TEST_F(ConsoleFolderTest, FollowsNoLinks) {
  fs::create_symlink(outside_, root_ / "link.txt");
  fs::create_symlink(root_ / "index.html", root_ / "inside.html");
  fs::create_directory_symlink(folder_.path(), root_ / "up");
  EXPECT_EQ(Read("link.txt"), std::nullopt);
  EXPECT_EQ(Read("inside.html"), std::nullopt);
  EXPECT_EQ(Read("up/secret.txt"), std::nullopt);
}

TEST_F(ConsoleFolderTest, TheFolderItselfMayBeALink) {
  const fs::path link = fs::path(folder_.path()) / "link";
  fs::create_directory_symlink(root_, link);
  EXPECT_EQ(ReadFileBelow(link.string(), "index.html", 100), "index");
}

TEST_F(ConsoleFolderTest, DoesNotWaitForPipes) {
  ASSERT_EQ(::mkfifo((root_ / "pipe").c_str(), S_IRWXU), 0);
  EXPECT_EQ(Read("pipe"), std::nullopt);
}

TEST_F(ConsoleFolderTest, ReadsNoFilesBeyondTheBound) {
  EXPECT_EQ(Read("index.html", 5), "index");
  EXPECT_EQ(Read("index.html", 4), std::nullopt);
}

}  // namespace
}  // namespace stator::server
