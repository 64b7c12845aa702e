// Measures the cost of reads and durable writes alone: RocksDB called directly, with the options of
// Stator that matter.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>
#include <sys/resource.h>

#include "bench/sample.h"
#include "bench/tally.h"
#include "storage/rocksdb/rocksdb_options.h"

namespace stator::bench {
namespace {

// Space, route and partition key: as long as Stator's row keys without the sort key.
constexpr std::size_t kSpaceBytes = 4;
constexpr std::size_t kRouteBytes = 8;
constexpr std::uint64_t kRoutes = 100'000'000;
constexpr std::size_t kPartitionBytes = kSpaceBytes + kRouteBytes + kKeyDigits + 2;
constexpr std::size_t kFillRows = 1000;  // rows in one write

struct Options {
  std::string folder;
  std::string operation = "write";
  std::size_t threads = 64;
  std::size_t batch = 1;
  std::size_t entries = 1;
  std::size_t segments = 64;
  double seconds = 5;
  double warmup = 1;
  std::uint64_t keys = 1;
  std::uint64_t collection = 0;
  std::size_t row_bytes = kItemBytes;
  std::uint64_t seed = 1;
  bool concurrent_memtable = true;
};

void Require(const rocksdb::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "bare_rocksdb: %s\n", status.ToString().c_str());
  std::exit(1);
}

// Stator's options, without those that rely on its single committer and its own switching of write
// buffers.
rocksdb::Options OpenOptions(const Options& options) {
  const storage::RocksDbOptions stator{.path = options.folder};
  auto tuned = storage::TuneRocksDb(stator, rocksdb::Env::Default(), {});
  tuned.write_buffer_size = storage::WriteBufferBytes(stator);
  tuned.max_total_wal_size = 0;
  tuned.allow_concurrent_memtable_write = options.concurrent_memtable;
  return tuned;
}

std::unique_ptr<rocksdb::DB> Open(const Options& options) {
  rocksdb::DB* db = nullptr;
  Require(rocksdb::DB::Open(OpenOptions(options), options.folder, &db));
  return std::unique_ptr<rocksdb::DB>(db);
}

struct Measured {
  SteadyTime from;
  SteadyTime until;

  bool Counts(SteadyTime done) const { return done >= from && done < until; }
};

// Spreads partitions over the key space as routes do.
std::string PartitionKey(std::uint64_t partition, std::uint64_t space = 0) {
  std::string key(kPartitionBytes, '\0');
  Sequence route(partition);
  WriteDigits(space, key.data(), kSpaceBytes);
  WriteDigits(route.Next(), key.data() + kSpaceBytes, kRouteBytes);
  WriteDigits(partition, key.data() + kSpaceBytes + kRouteBytes, kKeyDigits);
  return key;
}

std::string RowKey(const Options& options, std::uint64_t number, std::uint64_t space = 0) {
  if (options.collection == 0) return PartitionKey(number, space);
  auto key = PartitionKey(number / options.collection, space);
  key.resize(key.size() + kKeyDigits);
  WriteDigits(number % options.collection, key.data() + kPartitionBytes, kKeyDigits);
  return key;
}

// Writes consecutive rows, each with as many extra entries of the same size as it would have
// indexes.
Tally Write(rocksdb::DB& db, const Options& options, std::uint64_t seed, const Measured& measured) {
  const auto how = storage::TuneWrites(storage::Durability::kFsync);
  Sequence sequence(seed);
  std::string value = Payload(options.row_bytes);
  Tally tally;
  rocksdb::WriteBatch batch;
  for (auto now = SteadyNow(); now < measured.until;) {
    batch.Clear();
    for (std::size_t i = 0; i < options.batch; ++i) {
      const auto number = sequence.Next() % options.keys;
      WriteDigits(sequence.Next(), value.data(), kSerialDigits);
      for (std::uint64_t space = 0; space < options.entries; ++space) {
        Require(batch.Put(RowKey(options, number, space), value));
      }
    }
    Require(db.Write(how, &batch));
    const auto done = SteadyNow();
    if (measured.Counts(done)) tally.Add(MicrosBetween(now, done), options.batch);
    now = done;
  }
  return tally;
}

// Copies the entries from `begin` to `end` as for a page; returns their number.
std::uint64_t CopyRange(rocksdb::DB& db, const std::string& begin, const std::string& end,
                        bool one_partition) {
  const rocksdb::Slice lower(begin);
  const rocksdb::Slice upper(end);
  rocksdb::ReadOptions how;
  how.iterate_lower_bound = &lower;
  how.iterate_upper_bound = &upper;
  how.total_order_seek = !one_partition;
  const std::unique_ptr<rocksdb::Iterator> entries(db.NewIterator(how));
  std::string page;
  std::uint64_t count = 0;
  for (entries->Seek(lower); entries->Valid(); entries->Next()) {
    page.append(entries->key().data(), entries->key().size());
    page.append(entries->value().data(), entries->value().size());
    ++count;
  }
  Require(entries->status());
  return count;
}

// Reads whole partitions, one at a time.
Tally Read(rocksdb::DB& db, const Options& options, std::uint64_t seed, const Measured& measured) {
  const auto partitions = options.keys / options.collection;
  Sequence sequence(seed);
  Tally tally;
  for (auto now = SteadyNow(); now < measured.until;) {
    const auto begin = PartitionKey(sequence.Next() % partitions);
    const auto rows = CopyRange(db, begin, begin + '\xff', true);
    if (rows != options.collection) Require(rocksdb::Status::Corruption("rows are missing"));
    const auto done = SteadyNow();
    if (measured.Counts(done)) tally.Add(MicrosBetween(now, done), rows);
    now = done;
  }
  return tally;
}

// Reads the whole key space in consecutive parts, repeatedly.
Tally Scan(rocksdb::DB& db, const Options& options, std::atomic<std::uint64_t>& next,
           const Measured& measured) {
  const auto start_of = [&](std::uint64_t segment) {
    std::string key(kSpaceBytes + kRouteBytes, '0');
    if (segment == options.segments) return std::string(kSpaceBytes, '0') + '\xff';
    WriteDigits(segment * kRoutes / options.segments, key.data() + kSpaceBytes, kRouteBytes);
    return key;
  };
  Tally tally;
  for (auto now = SteadyNow(); now < measured.until;) {
    const auto segment = next++ % options.segments;
    const auto rows = CopyRange(db, start_of(segment), start_of(segment + 1), false);
    const auto done = SteadyNow();
    if (measured.Counts(done)) tally.Add(MicrosBetween(now, done), rows);
    now = done;
  }
  return tally;
}

std::uint64_t Property(rocksdb::DB& db, const std::string& name) {
  std::uint64_t value = 0;
  return db.GetIntProperty(name, &value) ? value : 0;
}

// Writes the rows to be read later, and compacts them.
void Fill(rocksdb::DB& db, const Options& options) {
  const auto how = storage::TuneWrites(storage::Durability::kOs);
  rocksdb::WriteBatch batch;
  for (std::uint64_t number = 0; number < options.keys; ++number) {
    Require(batch.Put(RowKey(options, number), Payload(options.row_bytes, number)));
    if (batch.Count() < kFillRows && number + 1 < options.keys) continue;
    Require(db.Write(how, &batch));
    batch.Clear();
  }
  Require(db.Flush(rocksdb::FlushOptions()));
  using Properties = rocksdb::DB::Properties;
  while (Property(db, Properties::kCompactionPending) != 0 ||
         Property(db, Properties::kNumRunningCompactions) != 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

double CpuSeconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

Tally Work(rocksdb::DB& db, const Options& options, std::uint64_t seed,
           std::atomic<std::uint64_t>& segment, const Measured& measured) {
  if (options.operation == "read") return Read(db, options, seed, measured);
  if (options.operation == "scan") return Scan(db, options, segment, measured);
  return Write(db, options, seed, measured);
}

void Run(const Options& options) {
  const auto db = Open(options);
  if (options.operation == "fill") return Fill(*db, options);
  const auto from = After(SteadyNow(), options.warmup);
  const Measured measured{from, After(from, options.seconds)};
  std::vector<Tally> tallies(options.threads);
  std::atomic<std::uint64_t> segment = 0;
  double used = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < options.threads; ++i) {
      threads.emplace_back(
          [&, i] { tallies[i] = Work(*db, options, options.seed * 1000 + i, segment, measured); });
    }
    std::this_thread::sleep_until(measured.from);
    used -= CpuSeconds();
    std::this_thread::sleep_until(measured.until);
    used += CpuSeconds();
  }
  Tally all;
  for (const auto& each : tallies) all.Add(each);
  all.Print(options.seconds, used);
}

}  // namespace
}  // namespace stator::bench

int main(int count, char** arguments) {
  stator::bench::Options options;
  CLI::App app("Reads or synced writes of RocksDB; prints one line of JSON");
  app.add_option("--folder", options.folder)->required();
  app.add_option("--operation", options.operation)
      ->check(CLI::IsMember({"write", "fill", "read", "scan"}));
  app.add_option("--threads", options.threads)->check(CLI::Range(1, 1024));
  app.add_option("--batch", options.batch, "Rows for each sync")->check(CLI::Range(1, 100'000));
  app.add_option("--entries", options.entries, "Written for each row, itself included")
      ->check(CLI::Range(1, 100));
  app.add_option("--segments", options.segments, "Of a scan")->check(CLI::Range(1, 1'000'000));
  app.add_option("--seconds", options.seconds, "Time that counts");
  app.add_option("--warmup", options.warmup, "Time before it");
  app.add_option("--keys", options.keys, "Rows in all")->check(CLI::PositiveNumber);
  app.add_option("--collection", options.collection, "Rows read together; needed to read");
  app.add_option("--row-bytes", options.row_bytes)->check(CLI::Range(10, 1 << 20));
  app.add_option("--seed", options.seed);
  app.add_option("--concurrent-memtable", options.concurrent_memtable);
  CLI11_PARSE(app, count, arguments);
  stator::bench::Run(options);
}
