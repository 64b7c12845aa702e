// Measures the RocksDB engine; not a test. docs/design/0001-storage-seam.md quotes what it prints.
//
// Usage: storage_measure FOLDER followed by one of:
//
// - `sync THREADS BATCH SECONDS`: durable 1 KB puts; each thread applies BATCH at once.
// - `fill COUNT`: writes COUNT entries of 1 KB, then closes cleanly.
// - `open`: opens, reads one entry, closes.
// - `get COUNT`: COUNT reads of random entries, then of absent ones.
// - `crash MIB`: writes MIB of 1 KB entries and ends without closing.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"
#include "base/mutex.h"
#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::storage {
namespace {

using Clock = std::chrono::steady_clock;

double Seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

std::string ResidentMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS")) return line;
  }
  return {};
}

// Like a row's key: eight bytes that look random, then more.
Bytes KeyOf(std::uint64_t number) {
  std::uint64_t mixed = number * 0x9E37'79B9'7F4A'7C15;
  Bytes key;
  for (int i = 0; i < 8; ++i) key.push_back(static_cast<char>(mixed >> (i * 8)));
  return key + "item" + std::to_string(number);
}

// Half of the value compresses away, as with items.
Bytes ValueOf(std::uint64_t number) {
  std::mt19937_64 random(number);
  Bytes value(512, 'x');
  while (value.size() < 1024) value.push_back(static_cast<char>(random()));
  return value;
}

std::unique_ptr<Engine> Open(const std::string& folder, Durability durability) {
  auto engine = OpenRocksDb({.path = folder, .durability = durability});
  if (!engine) fmt::print(stderr, "{}\n", engine.error().message);
  CHECK(engine.has_value());
  return *std::move(engine);
}

// The writers share one sequence of commits, as callers of a commit queue do.
class Writer {
 public:
  explicit Writer(Engine& engine) : engine_(engine) {}

  void Put(std::size_t batch) {
    const MutexLock lock(mutex_);
    std::vector<Commit> commits(batch);
    for (Commit& commit : commits) {
      commit.number = ++number_;
      commit.changes.push_back({{1, KeyOf(number_)}, ValueOf(number_)});
    }
    CHECK(engine_.Apply(commits).has_value());
  }

 private:
  Engine& engine_;
  Mutex mutex_;
  std::uint64_t number_ GUARDED_BY(mutex_) = 0;
};

void MeasureSync(const std::string& folder, int threads, std::size_t batch, double seconds) {
  const auto engine = Open(folder, Durability::kFsync);
  Writer writer(*engine);
  std::atomic<std::uint64_t> count{0};
  const auto start = Clock::now();
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < threads; ++i) {
      writers.emplace_back([&] {
        for (; Seconds(start) < seconds; count += batch) writer.Put(batch);
      });
    }
  }
  fmt::print("{} threads, {} per call: {:.0f} puts/s\n", threads, batch,
             static_cast<double>(count) / Seconds(start));
}

void Fill(Engine& engine, std::uint64_t count) {
  Writer writer(engine);
  constexpr std::uint64_t kBatch = 64;
  for (std::uint64_t i = 0; i < count; i += kBatch) writer.Put(kBatch);
}

void MeasureFill(const std::string& folder, std::uint64_t count) {
  auto engine = Open(folder, Durability::kOs);
  auto start = Clock::now();
  Fill(*engine, count);
  fmt::print("filled in {:.1f} s; {}\n", Seconds(start), ResidentMemory());
  start = Clock::now();
  engine.reset();
  fmt::print("closed in {:.0f} ms\n", Seconds(start) * 1000);
}

void MeasureOpen(const std::string& folder) {
  auto start = Clock::now();
  auto engine = Open(folder, Durability::kFsync);
  fmt::print("opened in {:.1f} ms; {}\n", Seconds(start) * 1000, ResidentMemory());
  start = Clock::now();
  const bool is_there = engine->Get(1, KeyOf(1))->has_value();
  fmt::print("first get ({}) in {:.2f} ms\n", is_there ? "found" : "absent", Seconds(start) * 1000);
  start = Clock::now();
  engine.reset();
  fmt::print("closed in {:.1f} ms\n", Seconds(start) * 1000);
}

void MeasureGet(const std::string& folder, std::uint64_t count) {
  const auto engine = Open(folder, Durability::kFsync);
  std::mt19937_64 random(1);
  for (const std::uint64_t base : {std::uint64_t{1}, count + 1}) {
    std::uint64_t found = 0;
    const auto start = Clock::now();
    for (std::uint64_t i = 0; i < count; ++i) {
      found += engine->Get(1, KeyOf(base + random() % count))->has_value() ? 1 : 0;
    }
    fmt::print("{} of {} found: {:.1f} us each; {}\n", found, count,
               Seconds(start) * 1e6 / static_cast<double>(count), ResidentMemory());
  }
}

void Crash(const std::string& folder, std::uint64_t mebibytes) {
  const auto engine = Open(folder, Durability::kOs);
  Fill(*engine, mebibytes * 1024);
  ::_exit(0);
}

int Run(const std::vector<std::string>& arguments) {
  const auto number = [&](std::size_t i) {
    return std::strtoull(arguments.at(i).c_str(), nullptr, 10);
  };
  const std::string& folder = arguments.at(1);
  const std::string& what = arguments.at(2);
  if (what == "sync")
    MeasureSync(folder, static_cast<int>(number(3)), number(4), static_cast<double>(number(5)));
  if (what == "fill") MeasureFill(folder, number(3));
  if (what == "open") MeasureOpen(folder);
  if (what == "get") MeasureGet(folder, number(3));
  if (what == "crash") Crash(folder, number(3));
  return 0;
}

}  // namespace
}  // namespace stator::storage

int main(int argument_count, char** arguments) {
  return stator::storage::Run({arguments, arguments + argument_count});
}
