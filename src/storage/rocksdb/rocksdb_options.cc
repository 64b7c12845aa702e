#include "storage/rocksdb/rocksdb_options.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/table_properties_collectors.h>
#include <sys/resource.h>

#include "storage/rocksdb/rocksdb_keys.h"
#include "storage/rocksdb/rocksdb_notices.h"

namespace stator::storage {
namespace {

constexpr std::size_t kMiB = 1024U * 1024;

// One taking writes, two being flushed: a burst does not wait for the disk. The logs hold what the
// buffers hold, so count and size also bound what a start after a crash replays.
constexpr int kWriteBuffers = 3;
constexpr std::size_t kWriteBufferBytesMax = 10 * kMiB;
constexpr std::size_t kWriteBufferBytesMin = 256U * 1024;
// Of a write buffer for its filter: 10 bits for each of the two keys (whole and prefix) of entries
// of 100 bytes, more for larger ones.
constexpr std::size_t kBufferFilterPart = 40;

// RocksDB's own limits, out of reach: see BufferSwitch.
constexpr std::size_t kUnreachableBufferBytes = 256 * kMiB;
constexpr std::size_t kUnreachableWalBytes = 1024 * kMiB;
constexpr std::size_t kTableFileBytes = 32 * kMiB;
constexpr std::size_t kTableBlockBytes = 4 * 1024;
constexpr double kFilterBitsPerKey = 10;  // one absent key in a hundred costs a read
constexpr int kCacheShardBits = 2;
constexpr double kCachePartOfIndexes = 0.8;   // and of filters: data does not push them out
constexpr std::size_t kOpenFilesMin = 20;     // RocksDB takes that many in any case
constexpr int kBackgroundJobsMax = 2;         // of which one is a flush, as FlushWatch counts on
constexpr std::size_t kDeletionWindow = 512;  // entries of which half are deletions
constexpr std::size_t kManifestBytesMax = 4 * kMiB;

rocksdb::CompressionType FastCompression() {
  const auto supported = rocksdb::GetSupportedCompressions();
  const bool has_lz4 = std::ranges::find(supported, rocksdb::kLZ4Compression) != supported.end();
  return has_lz4 ? rocksdb::kLZ4Compression : rocksdb::kNoCompression;
}

std::shared_ptr<rocksdb::TableFactory> TuneTables(std::size_t cache_bytes) {
  rocksdb::BlockBasedTableOptions table;

  // A capacity, not an allocation. Few shards, as each must hold its part of the indexes and
  // filters, half a megabyte for a file of small items and spread unevenly: in 16 shards of 4 MB
  // those of ten million items pushed each other out, and a get cost three times as much.
  table.block_cache = rocksdb::NewLRUCache(cache_bytes, kCacheShardBits,
                                           /*strict_capacity_limit=*/false, kCachePartOfIndexes);

  // Indexes and filters count against the cache, so that memory stays bounded whatever the data's
  // size; those of the newest files, which nearly every read asks, stay in it.
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;

  // Filters answer for whole keys (a get of an absent item reads nothing) and for prefixes (see
  // prefix_extractor). Not partitioned: filters partitioned by prefix have a history of wrong
  // answers for backward seeks.
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kFilterBitsPerKey));
  table.whole_key_filtering = true;

  // A get of an entry that is not cached reads and decompresses one block.
  table.block_size = kTableBlockBytes;
  table.format_version = 5;
  return std::shared_ptr<rocksdb::TableFactory>(rocksdb::NewBlockBasedTableFactory(table));
}

void TuneMemory(std::size_t memory_bytes, std::size_t buffer_bytes, rocksdb::Options& options) {
  options.table_factory = TuneTables(memory_bytes - memory_bytes / 3);

  options.write_buffer_size = kUnreachableBufferBytes;
  options.max_write_buffer_number = kWriteBuffers;
  // Small pieces, so that an idle store with a hundred entries takes kilobytes.
  options.arena_block_size = 256U * 1024;
  // Most gets are of entries that are in no write buffer: a filter before each spares them the
  // search, a third of what a get cost. RocksDB reckons its size from write_buffer_size.
  const std::size_t filter_bytes = buffer_bytes / kBufferFilterPart;
  options.memtable_prefix_bloom_size_ratio =
      static_cast<double>(filter_bytes) / static_cast<double>(kUnreachableBufferBytes);
  options.memtable_whole_key_filtering = true;
}

// The other half is for connections. A table file that is not open costs a read an open; one that
// cannot be opened fails it.
int OpenFiles(const RocksDbOptions& options) {
  rlimit limit{};
  std::size_t allowed = options.open_files_max;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur / 2 < allowed) {
    allowed = static_cast<std::size_t>(limit.rlim_cur / 2);
  }
  return static_cast<int>(std::max(allowed, kOpenFilesMin));
}

void TuneLog(rocksdb::Options& options) {
  options.max_total_wal_size = kUnreachableWalBytes;

  // What lies after the first torn record was never acknowledged, because a commit is acknowledged
  // only after everything up to its end was synced. So a start must stop there and go on:
  // kTolerateCorruptedTailRecords would refuse to open after a tail whose sectors were half
  // written.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;

  // Recovered entries stay in the write buffer and in their log: a start does not wait for a flush.
  options.avoid_flush_during_recovery = true;

  // Recycling old logs would spare fdatasync the file's size. RocksDB 7.8 switches it off together
  // with kPointInTimeRecovery, as stale records behind a torn one could pass for new ones.
  options.recycle_log_file_num = 0;

  // A failed write stops the database until it has healed (RocksDbHealth); nothing is ever appended
  // behind a torn record.
  options.paranoid_checks = true;
  options.max_bgerror_resume_count = 0;
}

void TuneWriter(rocksdb::Options& options) {
  // One committer thread applies batches: what lets several writers overlap only costs it.
  options.allow_concurrent_memtable_write = false;
  options.enable_pipelined_write = false;
  options.unordered_write = false;
  options.two_write_queues = false;
}

void TuneFiles(rocksdb::Options& options) {
  // Space and route. Keys shorter than that are outside the filter; ranges that cross a prefix are
  // read in total order (Engine::Read decides, see SharesFilterPrefix).
  options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kFilterPrefixBytes));

  options.compression = FastCompression();
  options.bottommost_compression = rocksdb::kDisableCompressionOption;  // as above

  // Keeps nine tenths of the data in the last level: little space is lost to old versions.
  options.compaction_style = rocksdb::kCompactionStyleLevel;
  options.level_compaction_dynamic_level_bytes = true;
  options.target_file_size_base = kTableFileBytes;
  options.max_bytes_for_level_base = 4 * kTableFileBytes;
  options.max_background_jobs = kBackgroundJobsMax;
  // A table file in which deletions are dense is compacted without delay, level by level, until
  // they meet what they delete: the space comes back, and scans do not walk over what is dead.
  options.table_properties_collector_factories.push_back(
      rocksdb::NewCompactOnDeletionCollectorFactory(kDeletionWindow, kDeletionWindow / 2, 0.5));
  // Table files reach the disk in steps rather than all at once, which would hold up the log's
  // syncs.
  options.bytes_per_sync = kMiB;

  // Writes that outrun compaction are slowed down, more and more, but never wait for one to end: on
  // a full disk none does. SpaceWatch refuses writes before that.
  options.level0_stop_writes_trigger = std::numeric_limits<int>::max();
  options.hard_pending_compaction_bytes_limit = 0;
  // A closing store does not wait for room either. The engine flushes what it can before.
  options.avoid_flush_during_shutdown = true;
}

void TuneOpening(rocksdb::Options& options) {
  options.create_if_missing = true;
  // An open reads the manifest and the newest files' footers, whatever the number of files.
  options.skip_stats_update_on_db_open = true;
  options.skip_checking_sst_file_sizes_on_db_open = true;
  options.max_manifest_file_size = kManifestBytesMax;
  options.max_file_opening_threads = 1;  // starting more costs more than they save
  // Deleting obsolete files is left to a background thread.
  options.avoid_unnecessary_blocking_io = true;
}

void TuneDiagnostics(Log* log, rocksdb::Options& options) {
  options.info_log = std::make_shared<RocksDbNotices>(log);
  // No periodic work in an idle process.
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
}

}  // namespace

rocksdb::Options TuneRocksDb(const RocksDbOptions& options, rocksdb::Env* env,
                             std::vector<std::shared_ptr<rocksdb::EventListener>> listeners) {
  rocksdb::Options tuned;
  tuned.env = env;
  tuned.listeners = std::move(listeners);
  TuneOpening(tuned);
  TuneMemory(options.memory_bytes_max, WriteBufferBytes(options), tuned);
  tuned.max_open_files = OpenFiles(options);
  TuneLog(tuned);
  TuneWriter(tuned);
  TuneFiles(tuned);
  TuneDiagnostics(options.log, tuned);
  return tuned;
}

std::size_t WriteBufferBytes(const RocksDbOptions& options) {
  return std::clamp(options.memory_bytes_max / 3 / kWriteBuffers, kWriteBufferBytesMin,
                    kWriteBufferBytesMax);
}

rocksdb::WriteOptions TuneWrites(Durability durability) {
  rocksdb::WriteOptions options;
  options.sync = durability == Durability::kFsync;
  return options;
}

}  // namespace stator::storage
