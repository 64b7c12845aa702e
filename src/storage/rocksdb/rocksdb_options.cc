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

// One buffer takes writes while two are flushed, so a burst does not wait for the disk. The logs
// hold the same entries as the buffers, so count and size also bound the replay after a crash.
constexpr int kWriteBuffers = 3;
constexpr std::size_t kWriteBufferBytesMax = 10 * kMiB;
constexpr std::size_t kWriteBufferBytesMin = 256U * 1024;
// The filter of a write buffer gets this part of it. That is 10 bits for each of the two keys
// (whole and prefix) of an entry of 100 bytes, and more for larger entries.
constexpr std::size_t kBufferFilterPart = 40;

// RocksDB's own limits, set out of reach (see BufferSwitch).
constexpr std::size_t kUnreachableBufferBytes = 256 * kMiB;
constexpr std::size_t kUnreachableWalBytes = 1024 * kMiB;
constexpr std::size_t kTableFileBytes = 32 * kMiB;
constexpr std::size_t kTableBlockBytes = 4 * 1024;
constexpr double kFilterBitsPerKey = 10;  // one read of an absent key in a hundred reads a block
constexpr int kCacheShardBits = 2;
constexpr double kCachePartOfIndexes = 0.8;   // for indexes and filters, which data does not evict
constexpr std::size_t kOpenFilesMin = 20;     // RocksDB uses this many in any case
constexpr int kBackgroundJobsMax = 2;         // one of them for flushes, as FlushWatch requires
constexpr std::size_t kDeletionWindow = 512;  // entries; half of them must be deletions
constexpr std::size_t kManifestBytesMax = 4 * kMiB;

rocksdb::CompressionType FastCompression() {
  const auto supported = rocksdb::GetSupportedCompressions();
  const bool has_lz4 = std::ranges::find(supported, rocksdb::kLZ4Compression) != supported.end();
  return has_lz4 ? rocksdb::kLZ4Compression : rocksdb::kNoCompression;
}

std::shared_ptr<rocksdb::TableFactory> TuneTables(std::size_t cache_bytes) {
  rocksdb::BlockBasedTableOptions table;

  // The cache size is a capacity, not an allocation. There are few shards, because each must hold
  // its share of the indexes and filters. That is half a megabyte for a file of small items, spread
  // unevenly. With 16 shards of 4 MB, those of ten million items evicted each other, and a get cost
  // three times as much.
  table.block_cache = rocksdb::NewLRUCache(cache_bytes, kCacheShardBits,
                                           /*strict_capacity_limit=*/false, kCachePartOfIndexes);

  // Indexes and filters count against the cache, so memory stays bounded whatever the data's size.
  // Nearly every read uses those of the newest files, so they stay in the cache.
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;

  // Filters answer for whole keys (a get of an absent item reads nothing) and for prefixes (see
  // prefix_extractor). They are not partitioned: filters partitioned by prefix have a history of
  // wrong answers for backward seeks.
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
  // Most gets are of entries in no write buffer. A filter before each buffer saves the search,
  // which was a third of a get's cost. RocksDB computes its size from write_buffer_size.
  const std::size_t filter_bytes = buffer_bytes / kBufferFilterPart;
  options.memtable_prefix_bloom_size_ratio =
      static_cast<double>(filter_bytes) / static_cast<double>(kUnreachableBufferBytes);
  options.memtable_whole_key_filtering = true;
}

// The other half of the process's files is for connections. A read must first open a table file
// that is not open, and fails if it cannot.
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

  // Nothing after the first torn record was ever acknowledged, because a commit is acknowledged
  // only after everything up to its end is synced. So a start must stop replay there and go on.
  // kTolerateCorruptedTailRecords would refuse to open after a tail with half-written sectors.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;

  // Recovered entries stay in the write buffer and in their log, so a start does not wait for a
  // flush.
  options.avoid_flush_during_recovery = true;

  // Recycling old logs would save fdatasync the file's size. RocksDB 7.8 disables it with
  // kPointInTimeRecovery, because old records after a torn one could pass for new ones.
  options.recycle_log_file_num = 0;

  // A failed write stops the database until it is healed (RocksDbHealth). Nothing is ever appended
  // after a torn record.
  options.paranoid_checks = true;
  options.max_bgerror_resume_count = 0;
}

void TuneWriter(rocksdb::Options& options) {
  // One commit thread applies batches, so features for concurrent writers only cost it.
  options.allow_concurrent_memtable_write = false;
  options.enable_pipelined_write = false;
  options.unordered_write = false;
  options.two_write_queues = false;
}

void TuneFiles(rocksdb::Options& options) {
  // The prefix is space and route. The filter leaves out shorter keys. Ranges that cross a prefix
  // are read in total order (Engine::Read decides, see SharesFilterPrefix).
  options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kFilterPrefixBytes));

  options.compression = FastCompression();
  options.bottommost_compression = rocksdb::kDisableCompressionOption;  // like `compression`

  // Keeps nine tenths of the data in the last level, so old versions waste little space.
  options.compaction_style = rocksdb::kCompactionStyleLevel;
  options.level_compaction_dynamic_level_bytes = true;
  options.target_file_size_base = kTableFileBytes;
  options.max_bytes_for_level_base = 4 * kTableFileBytes;
  options.max_background_jobs = kBackgroundJobsMax;
  // A table file dense with deletions is compacted without delay, level by level, until the
  // deletions meet their entries. That frees the space, and scans need not skip dead entries.
  options.table_properties_collector_factories.push_back(
      rocksdb::NewCompactOnDeletionCollectorFactory(kDeletionWindow, kDeletionWindow / 2, 0.5));
  // Table files are synced in steps. One large sync would delay the log's syncs.
  options.bytes_per_sync = kMiB;

  // Writes that outrun compaction are slowed down more and more, but never wait for one to end,
  // because on a full disk none does. SpaceWatch refuses writes before that.
  options.level0_stop_writes_trigger = std::numeric_limits<int>::max();
  options.hard_pending_compaction_bytes_limit = 0;
  // A closing store does not wait for disk space either. The engine flushes what it can before.
  options.avoid_flush_during_shutdown = true;
}

void TuneOpening(rocksdb::Options& options) {
  options.create_if_missing = true;
  // An open reads the manifest and the newest files' footers, whatever the number of files.
  options.skip_stats_update_on_db_open = true;
  options.skip_checking_sst_file_sizes_on_db_open = true;
  options.max_manifest_file_size = kManifestBytesMax;
  options.max_file_opening_threads = 1;  // more threads cost more to start than they save
  // A background thread deletes obsolete files.
  options.avoid_unnecessary_blocking_io = true;
}

void TuneDiagnostics(Log* log, rocksdb::Options& options) {
  options.info_log = std::make_shared<RocksDbNotices>(log);
  // Avoids periodic work in an idle process.
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
