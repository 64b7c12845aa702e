#include "storage/rocksdb/recovery_check.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/wal_filter.h>

namespace stator::storage {
namespace {

// BufferSwitch takes one sequence number outside the log for each write buffer.
constexpr std::uint64_t kUnloggedEntriesMax = 1;

// Notes the number of the first log that recovery needs, and prevents any replay.
class LogNumberNote final : public rocksdb::WalFilter {
 public:
  const char* Name() const override { return "StatorLogNumberNote"; }

  void ColumnFamilyLogNumberMap(const std::map<std::uint32_t, std::uint64_t>& numbers,
                                const std::map<std::string, std::uint32_t>& /*names*/) override {
    if (!numbers.empty()) first_ = numbers.begin()->second;
  }

  // NOLINTNEXTLINE(google-runtime-int): RocksDB's own type
  WalProcessingOption LogRecordFound(unsigned long long /*number*/, const std::string& /*name*/,
                                     const rocksdb::WriteBatch& /*batch*/,
                                     rocksdb::WriteBatch* /*replacement*/,
                                     bool* /*is_replaced*/) override {
    return WalProcessingOption::kStopReplay;
  }

  std::optional<std::uint64_t> first() const { return first_; }

 private:
  std::optional<std::uint64_t> first_;
};

constexpr std::string_view kManifestPrefix = "MANIFEST-";

std::string ManifestName(std::uint64_t number) {
  return fmt::format("{}{:06}", kManifestPrefix, number);
}

std::string Named(std::uint64_t number) { return "db/" + LogName(number); }

const ScannedLog* Find(std::span<const ScannedLog> logs, std::uint64_t number) {
  const auto found = std::ranges::find(logs, number, &ScannedLog::number);
  return found == logs.end() ? nullptr : &*found;
}

// Returns a loss if the log ends or is damaged before bytes that were on disk.
std::optional<std::string> CutShort(const ScannedLog& log, const WatermarkState& watermark) {
  const bool is_short =
      log.number == watermark.synced.log && log.valid_bytes < watermark.synced.bytes;
  if (is_short) {
    return fmt::format("{} is {} at byte {}, and {} bytes of it had been written",
                       Named(log.number), log.size > log.valid_bytes ? "damaged" : "cut off",
                       log.valid_bytes, watermark.synced.bytes);
  }
  if (log.number >= watermark.strict_from && log.has_record_behind) {
    return fmt::format("{} is damaged at byte {}, and records follow", Named(log.number),
                       log.valid_bytes);
  }
  return std::nullopt;
}

// Whether records are missing between `log` and `next`. A log that begins with RocksDB's mark of a
// recovery must follow without a gap. RocksDB writes no mark after a tail of zeros.
bool HasGap(const ScannedLog& log, const ScannedLog& next) {
  if (!log.first_sequence || !next.first_sequence) return false;
  const std::uint64_t first = *next.first_sequence;
  if (first < log.next_sequence) return false;  // RocksDB reuses the numbers of a failed batch
  return first - log.next_sequence > (next.begins_empty ? 0 : kUnloggedEntriesMax);
}

}  // namespace

std::vector<std::string> FindLosses(std::span<const ScannedLog> logs, std::uint64_t first_needed,
                                    const std::optional<WatermarkState>& watermark) {
  const auto needed = logs.subspan(static_cast<std::size_t>(std::distance(
      logs.begin(), std::ranges::lower_bound(logs, first_needed, {}, &ScannedLog::number))));
  std::vector<std::string> losses;
  const auto note_missing = [&](std::uint64_t number) {
    if (number == 0 || number < first_needed || Find(needed, number) != nullptr) return;
    losses.push_back(fmt::format("{} is missing", Named(number)));
  };
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (needed[i].predecessor) note_missing(*needed[i].predecessor);
    if (i > 0 && HasGap(needed[i - 1], needed[i])) {
      losses.push_back(fmt::format("records are missing between {} and {}",
                                   Named(needed[i - 1].number), Named(needed[i].number)));
    }
    if (!watermark) continue;
    if (auto loss = CutShort(needed[i], *watermark)) losses.push_back(*std::move(loss));
  }
  if (watermark && watermark->synced.bytes > 0) note_missing(watermark->synced.log);
  const auto repeated = std::ranges::unique(losses);
  losses.erase(repeated.begin(), repeated.end());
  return losses;
}

std::optional<ManifestPosition> FindManifest(rocksdb::FileSystem& disk,
                                             const std::string& store_path) {
  std::string current;
  if (!rocksdb::ReadFileToString(&disk, store_path + "/CURRENT", &current).ok()) {
    return std::nullopt;
  }
  if (!current.starts_with(kManifestPrefix)) return std::nullopt;
  ManifestPosition found;
  const auto parsed = std::from_chars(current.data() + kManifestPrefix.size(),
                                      current.data() + current.size(), found.number);
  if (parsed.ec != std::errc()) return std::nullopt;
  const std::string path = store_path + "/" + ManifestName(found.number);
  if (!disk.GetFileSize(path, {}, &found.bytes, nullptr).ok()) return std::nullopt;
  return found;
}

std::optional<std::string> ManifestLoss(const ManifestPosition& found,
                                        const WatermarkState& watermark) {
  if (found >= watermark.manifest) return std::nullopt;
  const std::string name = ManifestName(found.number);
  if (found.number < watermark.manifest.number) {
    return fmt::format("db/CURRENT names {}, and {} had been written", name,
                       ManifestName(watermark.manifest.number));
  }
  return fmt::format("db/{} is cut off at byte {}, and {} bytes of it had been written", name,
                     found.bytes, watermark.manifest.bytes);
}

std::optional<std::uint64_t> FirstLogNeeded(rocksdb::Options options,
                                            const std::string& store_path) {
  LogNumberNote note;
  options.wal_filter = &note;
  options.listeners.clear();
  rocksdb::DB* opened = nullptr;
  rocksdb::DB::OpenForReadOnly(options, store_path, &opened).PermitUncheckedError();
  const std::unique_ptr<rocksdb::DB> db(opened);
  return note.first();
}

bool NeedsLogs(std::span<const ScannedLog> logs, const std::optional<WatermarkState>& watermark) {
  if (watermark && watermark->synced.bytes > 0) return true;
  return std::ranges::any_of(logs, &ScannedLog::has_data);
}

}  // namespace stator::storage
