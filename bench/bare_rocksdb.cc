// What a durable write alone costs: RocksDB called directly, with Stator's options where they
// matter.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "bench/sample.h"
#include "bench/tally.h"
#include "storage/rocksdb/rocksdb_options.h"

namespace stator::bench {
namespace {

// Space, route and partition key: as long as Stator's row keys.
constexpr std::size_t kRowKeyBytes = 4 + 8 + kKeyDigits + 2;

struct Options {
  std::string folder;
  std::size_t threads = 64;
  std::size_t batch = 1;
  double seconds = 5;
  double warmup = 1;
  std::uint64_t keys = 1;
  std::uint64_t seed = 1;
  bool concurrent_memtable = true;
};

void Require(const rocksdb::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "bare_rocksdb: %s\n", status.ToString().c_str());
  std::exit(1);
}

// Stator's, less what supposes its single committer and its own switching of write buffers.
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
};

// Spread over the key space as routes are.
void WriteKey(std::uint64_t number, std::string& key) {
  Sequence route(number);
  WriteDigits(route.Next(), key.data() + 4, 8);
  WriteDigits(number, key.data() + 12, kKeyDigits);
}

Tally Write(rocksdb::DB& db, const Options& options, std::uint64_t seed, const Measured& measured) {
  const auto how = storage::TuneWrites(storage::Durability::kFsync);
  Sequence sequence(seed);
  std::string key(kRowKeyBytes, '\0');
  std::string value = Payload(kItemBytes);
  Tally tally;
  rocksdb::WriteBatch batch;
  for (auto now = SteadyNow(); now < measured.until;) {
    batch.Clear();
    for (std::size_t i = 0; i < options.batch; ++i) {
      WriteKey(sequence.Next() % options.keys, key);
      WriteDigits(sequence.Next(), value.data(), kSerialDigits);
      Require(batch.Put(key, value));
    }
    Require(db.Write(how, &batch));
    const auto done = SteadyNow();
    if (done >= measured.from && done < measured.until) tally.Add(MicrosBetween(now, done));
    now = done;
  }
  return tally;
}

void Run(const Options& options) {
  const auto db = Open(options);
  const auto from = After(SteadyNow(), options.warmup);
  const Measured measured{from, After(from, options.seconds)};
  std::vector<Tally> tallies(options.threads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < options.threads; ++i) {
      threads.emplace_back(
          [&, i] { tallies[i] = Write(*db, options, options.seed * 1000 + i, measured); });
    }
  }
  Tally all;
  for (const auto& each : tallies) all.Add(each);
  all.Print(options.seconds, options.batch);
}

}  // namespace
}  // namespace stator::bench

int main(int count, char** arguments) {
  stator::bench::Options options;
  CLI::App app("Synced writes of 1 KB to RocksDB; prints one line of JSON");
  app.add_option("--folder", options.folder)->required();
  app.add_option("--threads", options.threads)->check(CLI::Range(1, 1024));
  app.add_option("--batch", options.batch, "Writes for each sync")->check(CLI::Range(1, 100'000));
  app.add_option("--seconds", options.seconds, "Time that counts");
  app.add_option("--warmup", options.warmup, "Time before it");
  app.add_option("--keys", options.keys)->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed);
  app.add_option("--concurrent-memtable", options.concurrent_memtable);
  CLI11_PARSE(app, count, arguments);
  stator::bench::Run(options);
}
