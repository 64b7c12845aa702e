#include "storage/rocksdb/data_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/rocksdb/rocksdb_engine.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class DataFolderTest : public ::testing::Test {
 protected:
  const testing::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/data";

  static void WriteFile(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }

  // Returns the sentence with which the store refuses to open, or an empty text.
  static std::string Refusal(const std::string& path) {
    const auto engine = OpenRocksDb({.path = path});
    if (engine) return {};
    EXPECT_EQ(engine.error().code, ErrorCode::kStartup);
    EXPECT_TRUE(engine.error().message.ends_with('.')) << engine.error().message;
    EXPECT_EQ(engine.error().message.find('\n'), std::string::npos) << engine.error().message;
    return engine.error().message;
  }
};

TEST_F(DataFolderTest, CreatesTheFolderAndItsParents) {
  const std::string deep = path_ + "/a/b/";
  EXPECT_EQ(Refusal(deep), "");
  std::ifstream marker(deep + "STATOR");
  const std::string text((std::istreambuf_iterator<char>(marker)), {});
  EXPECT_EQ(text, "stator data format 2\n");
  EXPECT_TRUE(fs::is_directory(deep + "db"));
  EXPECT_EQ(Refusal(deep), "") << "a second time";
}

mode_t ModeOf(const std::string& path) {
  struct stat state{};
  EXPECT_EQ(::stat(path.c_str(), &state), 0) << path;
  return state.st_mode & 07777U;
}

TEST_F(DataFolderTest, OtherUsersCannotReadTheFolder) {
  EXPECT_EQ(Refusal(path_), "");
  EXPECT_EQ(ModeOf(path_), 0700U);
  EXPECT_EQ(ModeOf(path_ + "/db"), 0700U);
  EXPECT_EQ(ModeOf(path_ + "/STATOR"), 0600U);
  EXPECT_EQ(ModeOf(path_ + "/LOCK"), 0600U);
}

TEST_F(DataFolderTest, FolderOpenToOthersIsTightened) {
  fs::create_directory(path_);
  ASSERT_EQ(::chmod(path_.c_str(), 0755), 0);
  EXPECT_EQ(Refusal(path_), "");
  EXPECT_EQ(ModeOf(path_), 0700U);
}

// The marker is written last, so a folder with a marker has held a store.
TEST_F(DataFolderTest, AStoreWithoutAMarkerOpensOnlyWithTheMarkersDraft) {
  ASSERT_EQ(Refusal(path_), "");
  fs::rename(path_ + "/STATOR", path_ + "/STATOR.new");
  EXPECT_EQ(Refusal(path_), "");
  fs::remove(path_ + "/STATOR");
  EXPECT_THAT(Refusal(path_), HasSubstr("holds files that are not Stator's"));
}

TEST_F(DataFolderTest, AnEmptyFolderIsAccepted) {
  fs::create_directory(path_);
  fs::create_directory(path_ + "/lost+found");
  EXPECT_EQ(Refusal(path_), "");
}

TEST_F(DataFolderTest, AForeignFolderIsRefusedAndNotTouched) {
  fs::create_directory(path_);
  WriteFile(path_ + "/letter.txt", "dear");
  EXPECT_THAT(Refusal(path_), HasSubstr("holds files that are not Stator's"));
  EXPECT_EQ(std::distance(fs::directory_iterator(path_), {}), 1);
}

TEST_F(DataFolderTest, NewerFormatIsRefused) {
  ASSERT_EQ(Refusal(path_), "");
  WriteFile(path_ + "/STATOR", "stator data format 3\n");
  EXPECT_THAT(Refusal(path_), HasSubstr("has data format 3"));
}

TEST_F(DataFolderTest, AnOlderFormatBecomesTheCurrentOne) {
  ASSERT_EQ(Refusal(path_), "");
  WriteFile(path_ + "/STATOR", "stator data format 1\n");
  EXPECT_EQ(Refusal(path_), "");
  std::ifstream marker(path_ + "/STATOR");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(marker), {}), "stator data format 2\n");
}

TEST_F(DataFolderTest, ForeignMarkerIsRefused) {
  fs::create_directory(path_);
  for (const char* const text : {"", "stator data format \n", "stator data format x\n", "a stator",
                                 "stator data format 1", "stator data format 1 \n"}) {
    WriteFile(path_ + "/STATOR", text);
    EXPECT_THAT(Refusal(path_), HasSubstr("is not one that Stator wrote")) << text;
  }
  WriteFile(path_ + "/STATOR", "stator data format 0\n");
  EXPECT_NE(Refusal(path_), "");
}

TEST_F(DataFolderTest, FolderInUseIsRefused) {
  const auto engine = OpenRocksDb({.path = path_});
  ASSERT_TRUE(engine.has_value()) << engine.error().message;
  EXPECT_EQ(Refusal(path_), "The data folder " + path_ + " is in use by another server.");
}

TEST_F(DataFolderTest, AFileIsNotAFolder) {
  WriteFile(path_, "x");
  EXPECT_THAT(Refusal(path_), HasSubstr("is not a folder"));
  EXPECT_THAT(Refusal(path_ + "/below"), HasSubstr(path_));
  EXPECT_NE(Refusal(""), "");
}

TEST_F(DataFolderTest, UnwritableFolderIsRefused) {
  if (::geteuid() == 0) {
    // Root can write anywhere except where the kernel forbids it.
    EXPECT_THAT(Refusal("/proc/stator-data"), HasSubstr("cannot be created"));
    return;
  }
  fs::create_directory(path_);
  ASSERT_EQ(::chmod(path_.c_str(), 0555), 0);
  EXPECT_THAT(Refusal(path_), HasSubstr("cannot be written"));
  EXPECT_THAT(Refusal(path_ + "/below"), HasSubstr("cannot be created"));
  ASSERT_EQ(::chmod(path_.c_str(), 0755), 0);
}

TEST_F(DataFolderTest, ADamagedStoreIsReported) {
  ASSERT_EQ(Refusal(path_), "");
  for (const auto& entry : fs::directory_iterator(path_ + "/db")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("MANIFEST")) WriteFile(entry.path().string(), std::string(100, 'x'));
  }
  EXPECT_THAT(Refusal(path_), HasSubstr("The data folder " + path_ + " is damaged"));
}

TEST_F(DataFolderTest, AnInterruptedSetUpIsFinished) {
  fs::create_directory(path_);
  WriteFile(path_ + "/LOCK", "");
  WriteFile(path_ + "/STATOR.new", "stator da");
  EXPECT_EQ(Refusal(path_), "");
}

}  // namespace
}  // namespace stator::storage
