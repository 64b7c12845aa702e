#include "storage/rocksdb/log_scan.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "base/endian.h"
#include "base/text.h"
#include "storage/rocksdb/crc32c.h"

namespace stator::storage {
namespace {

// RocksDB's log format consists of blocks of 32 KiB. Each holds fragments with a header of checksum
// (4 bytes), length (2) and kind (1). All integers are little-endian.
constexpr std::size_t kLogBlockBytes = 32U * 1024;
constexpr std::size_t kHeaderBytes = 7;
constexpr std::uint32_t kMaskDelta = 0xA282EAD8;
constexpr std::size_t kBatchHeaderBytes = 12;  // sequence number (8), count of entries (4)
constexpr char kLogDataTag = 3;
constexpr std::string_view kPredecessorMark = "stator log after ";
constexpr std::size_t kNoteBytes = kPredecessorMark.size() + sizeof(std::uint64_t);
// The part of a batch with its header and the note: tag, length, note.
constexpr std::size_t kHeadBytes = kBatchHeaderBytes + 2 + kNoteBytes;

enum class Kind : unsigned char { kFull = 1, kFirst = 2, kMiddle = 3, kLast = 4 };

struct Fragment {
  Kind kind;
  BytesView payload;
};

template <class Number>
Number ReadLittleEndian(BytesView in) {
  Number value = 0;
  std::memcpy(&value, in.data(), sizeof value);  // base/endian.h requires such a machine
  return value;
}

std::size_t LengthOf(BytesView header) { return ReadLittleEndian<std::uint16_t>(header.substr(4)); }

// Returns the fragment at the front of `in`, or nullopt if there is none or it is damaged.
std::optional<Fragment> ReadFragment(BytesView in) {
  if (in.size() < kHeaderBytes) return std::nullopt;
  const auto kind = static_cast<unsigned char>(in[6]);
  const std::size_t length = LengthOf(in);
  if (kind < 1 || kind > 4 || in.size() - kHeaderBytes < length) return std::nullopt;
  const std::uint32_t crc = Crc32c(in.substr(6, 1 + length));
  const std::uint32_t masked = ((crc >> 15U) | (crc << 17U)) + kMaskDelta;
  if (masked != ReadLittleEndian<std::uint32_t>(in)) return std::nullopt;
  return Fragment{static_cast<Kind>(kind), in.substr(kHeaderBytes, length)};
}

std::optional<std::uint64_t> PredecessorIn(BytesView head) {
  head.remove_prefix(std::min(head.size(), kBatchHeaderBytes));
  if (head.size() < 2 + kNoteBytes || head[0] != kLogDataTag ||
      head[1] != static_cast<char>(kNoteBytes) ||
      head.substr(2, kPredecessorMark.size()) != kPredecessorMark) {
    return std::nullopt;
  }
  return ReadBigEndian64(head.substr(2 + kPredecessorMark.size()));
}

// Joins fragments to records and fills in a ScannedLog.
class Scan {
 public:
  explicit Scan(std::uint64_t number) { log_.number = number; }

  void AddBlock(BytesView block) {
    const std::uint64_t begin = log_.size;
    log_.size += block.size();
    if (block_ends_) resync_ = true;
    std::size_t at = 0;
    while (block.size() - at >= kHeaderBytes) {
      const auto fragment = ReadFragment(block.substr(at));
      if (fragment) {
        at += kHeaderBytes + fragment->payload.size();
        resync_ ? LookBehind(*fragment) : Add(*fragment, begin + at);
        continue;
      }
      // Replay ends here. The length may still lead to the next header within the block.
      resync_ = true;
      at += kHeaderBytes + LengthOf(block.substr(at));
      if (at > block.size()) break;
    }
    // A writer fills the end of a block with zeros if no header fits there.
    const BytesView rest = block.substr(std::min(at, block.size()));
    const bool is_filled =
        block.size() == kLogBlockBytes && rest.find_first_not_of('\0') == rest.npos;
    if (!is_filled) block_ends_ = true;
  }

  ScannedLog Take() { return log_; }

 private:
  void Add(const Fragment& fragment, std::uint64_t end) {
    const bool begins = fragment.kind == Kind::kFull || fragment.kind == Kind::kFirst;
    if (begins == is_open_) {  // a record without its end, or an end without its beginning
      resync_ = true;
      return LookBehind(fragment);
    }
    if (begins) head_.clear();
    const std::size_t missing = kHeadBytes - std::min(kHeadBytes, head_.size());
    head_ += fragment.payload.substr(0, missing);
    is_open_ = fragment.kind == Kind::kFirst || fragment.kind == Kind::kMiddle;
    if (!is_open_) EndRecord(end);
  }

  void EndRecord(std::uint64_t end) {
    if (head_.size() < kBatchHeaderBytes) {
      resync_ = true;
      return;
    }
    const auto sequence = ReadLittleEndian<std::uint64_t>(head_);
    const auto entries = ReadLittleEndian<std::uint32_t>(BytesView(head_).substr(8));
    if (!log_.first_sequence) {
      log_.first_sequence = sequence;
      log_.begins_empty = entries == 0;
    }
    log_.next_sequence = sequence + entries;
    log_.valid_bytes = end;
    if (entries > 0 && !log_.has_data) log_.predecessor = PredecessorIn(head_);
    log_.has_data = log_.has_data || entries > 0;
  }

  // Looks for a valid record after the end of replay. Old bytes of the disk may look like a record,
  // but not like a newer one.
  void LookBehind(const Fragment& fragment) {
    const bool begins = fragment.kind == Kind::kFull || fragment.kind == Kind::kFirst;
    if (!begins || fragment.payload.size() < kBatchHeaderBytes) return;
    const auto sequence = ReadLittleEndian<std::uint64_t>(fragment.payload);
    if (sequence >= log_.next_sequence) log_.has_record_behind = true;
  }

  ScannedLog log_;
  bool resync_ = false;      // replay has ended; only LookBehind goes on
  bool block_ends_ = false;  // an earlier block ended early, so later blocks come after damage
  bool is_open_ = false;     // a record's first fragment was read, its last was not
  Bytes head_;               // first bytes of the current record
};

std::unexpected<Error> CannotRead(const std::string& path, const rocksdb::Status& status) {
  return Fail(ErrorCode::kStartup,
              fmt::format("The file {} cannot be read: {}.", path, status.ToString()));
}

}  // namespace

Result<ScannedLog> ScanLog(rocksdb::FileSystem& disk, const std::string& path,
                           std::uint64_t number) {
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  rocksdb::IOStatus status = disk.NewSequentialFile(path, {}, &file, nullptr);
  if (!status.ok()) return CannotRead(path, status);
  Scan scan(number);
  const auto buffer = std::make_unique<char[]>(kLogBlockBytes);
  while (true) {
    rocksdb::Slice block;
    status = file->Read(kLogBlockBytes, {}, &block, buffer.get(), nullptr);
    if (!status.ok()) return CannotRead(path, status);
    if (!block.empty()) scan.AddBlock({block.data(), block.size()});
    if (block.size() < kLogBlockBytes) return scan.Take();
  }
}

Result<std::vector<ScannedLog>> ScanLogs(rocksdb::FileSystem& disk, const std::string& store_path) {
  std::vector<std::string> names;
  const rocksdb::IOStatus status = disk.GetChildren(store_path, {}, &names, nullptr);
  if (!status.ok() && !status.IsNotFound()) return CannotRead(store_path, status);
  std::vector<ScannedLog> logs;
  for (const std::string& name : names) {
    const auto number = LogNumberOf(name);
    if (number) logs.push_back(TRY(ScanLog(disk, fmt::format("{}/{}", store_path, name), *number)));
  }
  std::ranges::sort(logs, {}, &ScannedLog::number);
  return logs;
}

std::optional<std::uint64_t> LogNumberOf(const std::string& path) {
  constexpr std::string_view kSuffix = ".log";
  std::string_view name(path);
  if (!name.ends_with(kSuffix)) return std::nullopt;
  name.remove_suffix(kSuffix.size());
  name = name.substr(name.rfind('/') + 1);
  return ParseNumber<std::uint64_t>(name);
}

std::string LogName(std::uint64_t number) { return fmt::format("{:06}.log", number); }

Bytes LogPredecessor(std::uint64_t number) {
  Bytes note(kPredecessorMark);
  AppendBigEndian64(number, note);
  return note;
}

}  // namespace stator::storage
