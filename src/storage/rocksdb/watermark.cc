#include "storage/rocksdb/watermark.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/endian.h"
#include "storage/rocksdb/crc32c.h"

namespace stator::storage {
namespace {

using rocksdb::IOStatus;

constexpr std::string_view kMagic = "statorw2";
constexpr std::string_view kOldMagic = "statorw1";  // of data format 1
constexpr std::size_t kSlotBytes = 60;              // magic, six numbers, checksum
constexpr std::size_t kOldSlotBytes = 44;           // without the manifest's two
constexpr std::uint64_t kSlotStep = 4096;           // slots lie in sectors of their own
constexpr std::uint64_t kSlots = 2;

struct Slot {
  std::uint64_t generation = 0;  // of two slots, the one with the greater number is newer
  WatermarkState state;
};

Bytes EncodeSlot(const Slot& slot) {
  Bytes bytes(kMagic);
  AppendBigEndian64(slot.generation, bytes);
  AppendBigEndian64(slot.state.synced.log, bytes);
  AppendBigEndian64(slot.state.synced.bytes, bytes);
  AppendBigEndian64(slot.state.strict_from, bytes);
  AppendBigEndian64(slot.state.manifest.number, bytes);
  AppendBigEndian64(slot.state.manifest.bytes, bytes);
  AppendBigEndian32(Crc32c(bytes), bytes);
  return bytes;
}

std::optional<Slot> DecodeSlot(BytesView bytes) {
  const bool is_old = bytes.starts_with(kOldMagic);
  if (!is_old && !bytes.starts_with(kMagic)) return std::nullopt;
  const std::size_t slot_bytes = is_old ? kOldSlotBytes : kSlotBytes;
  if (bytes.size() < slot_bytes) return std::nullopt;
  const BytesView body = bytes.substr(0, slot_bytes - 4);
  if (Crc32c(body) != ReadBigEndian32(bytes.substr(body.size()))) return std::nullopt;
  const auto number = [body](std::size_t at) { return ReadBigEndian64(body.substr(at)); };
  return Slot{
      .generation = number(8),
      .state = {.synced = {number(16), number(24)},
                .manifest = is_old ? ManifestPosition() : ManifestPosition{number(40), number(48)},
                .strict_from = number(32)}};
}

std::optional<Slot> NewestSlot(rocksdb::FileSystem& disk, const std::string& path) {
  std::unique_ptr<rocksdb::FSRandomAccessFile> file;
  if (!disk.NewRandomAccessFile(path, {}, &file, nullptr).ok()) return std::nullopt;
  std::optional<Slot> newest;
  for (std::uint64_t i = 0; i < kSlots; ++i) {
    std::array<char, kSlotBytes> buffer{};
    rocksdb::Slice bytes;
    const IOStatus status =
        file->Read(i * kSlotStep, kSlotBytes, {}, &bytes, buffer.data(), nullptr);
    if (!status.ok()) continue;
    const auto slot = DecodeSlot({bytes.data(), bytes.size()});
    if (slot && (!newest || slot->generation > newest->generation)) newest = slot;
  }
  return newest;
}

// Creates a file of two empty slots, and syncs the file and its name.
IOStatus Create(rocksdb::FileSystem& disk, const std::string& path) {
  std::unique_ptr<rocksdb::FSWritableFile> file;
  IOStatus status = disk.NewWritableFile(path, {}, &file, nullptr);
  if (status.ok()) status = file->Append(Bytes(kSlots * kSlotStep, '\0'), {}, nullptr);
  if (status.ok()) status = file->Sync({}, nullptr);
  if (status.ok()) status = file->Close({}, nullptr);
  if (!status.ok()) return status;
  std::unique_ptr<rocksdb::FSDirectory> folder;
  const std::string parent = std::filesystem::path(path).parent_path().string();
  status = disk.NewDirectory(parent, {}, &folder, nullptr);
  return status.ok() ? folder->Fsync({}, nullptr) : status;
}

std::unexpected<Error> CannotWrite(const std::string& path, const IOStatus& status) {
  return Fail(ErrorCode::kStartup,
              fmt::format("The file {} cannot be written: {}.", path, status.ToString()));
}

}  // namespace

Watermark::Watermark(std::unique_ptr<rocksdb::FSRandomRWFile> file, std::string path,
                     std::optional<WatermarkState> state, std::uint64_t generation)
    : path_(std::move(path)),
      file_(std::move(file)),
      state_(state.value_or(WatermarkState())),
      generation_(generation) {}

std::optional<WatermarkState> Watermark::Read(rocksdb::FileSystem& disk, const std::string& path) {
  const auto slot = NewestSlot(disk, path);
  return slot ? std::optional(slot->state) : std::nullopt;
}

Result<std::unique_ptr<Watermark>> Watermark::Open(rocksdb::FileSystem& disk,
                                                   const std::string& path) {
  const auto slot = NewestSlot(disk, path);
  if (!slot) {
    const IOStatus created = Create(disk, path);
    if (!created.ok()) return CannotWrite(path, created);
  }
  std::unique_ptr<rocksdb::FSRandomRWFile> file;
  const IOStatus status = disk.NewRandomRWFile(path, {}, &file, nullptr);
  if (!status.ok()) return CannotWrite(path, status);
  const auto state = slot ? std::optional(slot->state) : std::nullopt;
  return std::unique_ptr<Watermark>(
      new Watermark(std::move(file), path, state, slot ? slot->generation : 0));
}

void Watermark::Advance(const LogPosition& synced) {
  const MutexLock lock(mutex_);
  if (state_.synced == synced) return;
  state_.synced = synced;
  Write().PermitUncheckedError();
}

void Watermark::NoteStop(const ManifestPosition& manifest) {
  const MutexLock lock(mutex_);
  state_.manifest = manifest;
  const IOStatus status = Write();
  if (status.ok()) file_->Sync({}, nullptr).PermitUncheckedError();
}

Result<> Watermark::Restart(const WatermarkState& state) {
  const MutexLock lock(mutex_);
  state_ = state;
  IOStatus status = Write();
  if (status.ok()) status = file_->Sync({}, nullptr);
  if (!status.ok()) return CannotWrite(path_, status);
  return {};
}

IOStatus Watermark::Write() {
  // A failed write may have torn its slot, so the next write takes the same slot. The other slot
  // stays valid.
  const std::uint64_t generation = generation_ + 1;
  const Bytes slot = EncodeSlot({generation, state_});
  IOStatus status = file_->Write(generation % kSlots * kSlotStep, slot, {}, nullptr);
  if (status.ok()) generation_ = generation;
  return status;
}

}  // namespace stator::storage
