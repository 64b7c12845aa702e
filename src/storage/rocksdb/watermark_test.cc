#include "storage/rocksdb/watermark.h"

#include <gtest/gtest.h>

#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage {
namespace {

using rocksdb::FSRandomRWFile;
using rocksdb::IOStatus;

// Tears writes on request: a torn write changes half of its bytes and fails.
class TearingFile final : public rocksdb::FSRandomRWFileOwnerWrapper {
 public:
  TearingFile(std::unique_ptr<FSRandomRWFile> file, const bool& torn)
      : FSRandomRWFileOwnerWrapper(std::move(file)), torn_(torn) {}

  IOStatus Write(uint64_t offset, const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                 rocksdb::IODebugContext* debug) override {
    if (!torn_) return FSRandomRWFileOwnerWrapper::Write(offset, data, options, debug);
    const Bytes half(data.size() / 2, '\xee');
    FSRandomRWFileOwnerWrapper::Write(offset, half, options, debug).PermitUncheckedError();
    return IOStatus::IOError("torn");
  }

 private:
  const bool& torn_;
};

class TearingDisk final : public rocksdb::FileSystemWrapper {
 public:
  TearingDisk() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "TearingDisk"; }

  IOStatus NewRandomRWFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<FSRandomRWFile>* file,
                           rocksdb::IODebugContext* debug) override {
    IOStatus status = FileSystemWrapper::NewRandomRWFile(path, options, file, debug);
    if (status.ok()) *file = std::make_unique<TearingFile>(std::move(*file), torn);
    return status;
  }

  bool torn = false;
};

TEST(Watermark, TornWritesLeaveTheLastValidSlot) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/WATERMARK";
  TearingDisk disk;
  auto watermark = Watermark::Open(disk, path);
  ASSERT_TRUE(watermark.has_value());
  (*watermark)->Advance({.log = 3, .bytes = 100});
  (*watermark)->Advance({.log = 3, .bytes = 200});
  disk.torn = true;
  for (const std::uint64_t bytes : {300U, 400U, 500U}) {
    (*watermark)->Advance({.log = 3, .bytes = bytes});
    const auto state = Watermark::Read(disk, path);
    ASSERT_TRUE(state.has_value());
    EXPECT_EQ(state->synced, (LogPosition{.log = 3, .bytes = 200}));
  }
  disk.torn = false;
  (*watermark)->Advance({.log = 3, .bytes = 600});
  EXPECT_EQ(Watermark::Read(disk, path)->synced, (LogPosition{.log = 3, .bytes = 600}));
}

}  // namespace
}  // namespace stator::storage
