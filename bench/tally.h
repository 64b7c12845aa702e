#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace stator::bench {

using SteadyTime = std::chrono::steady_clock::time_point;

inline SteadyTime SteadyNow() { return std::chrono::steady_clock::now(); }

inline SteadyTime After(SteadyTime start, double seconds) {
  return start +
         std::chrono::duration_cast<SteadyTime::duration>(std::chrono::duration<double>(seconds));
}

inline std::uint32_t MicrosBetween(SteadyTime from, SteadyTime to) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(to - from).count();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(micros, 0, UINT32_MAX));
}

// The results of a measurement. It keeps every latency (four bytes each), so percentiles are exact.
class Tally {
 public:
  // Adds an operation and the number of items it read or wrote.
  void Add(std::uint32_t micros, std::uint64_t items) {
    latencies_.push_back(micros);
    items_ += items;
  }
  void AddError(const std::string& kind) { ++errors_[kind]; }
  void Add(const Tally& other) {
    items_ += other.items_;
    latencies_.insert(latencies_.end(), other.latencies_.begin(), other.latencies_.end());
    for (const auto& [kind, count] : other.errors_) errors_[kind] += count;
  }

  // Prints one line of JSON for bench/run. `cpu_seconds` is the processor time used meanwhile, if
  // measured.
  void Print(double seconds, double cpu_seconds = 0) {
    std::ranges::sort(latencies_);
    const auto operations = latencies_.size();
    std::printf(
        "{\"operations\": %zu, \"items\": %zu, \"seconds\": %.3f, \"rate\": %.1f, "
        "\"items_rate\": %.1f, \"p50_us\": %u, \"p99_us\": %u, \"p999_us\": %u, \"max_us\": %u, ",
        operations, items_, seconds, static_cast<double>(operations) / seconds,
        static_cast<double>(items_) / seconds, Percentile(0.50), Percentile(0.99),
        Percentile(0.999), Percentile(1));
    if (cpu_seconds > 0 && operations > 0) {
      std::printf("\"cpu_us\": %.3f, ", cpu_seconds * 1e6 / static_cast<double>(operations));
    }
    std::printf("\"errors\": {");
    const char* separator = "";
    for (const auto& [kind, count] : errors_) {
      std::printf("%s\"%s\": %zu", separator, kind.c_str(), count);
      separator = ", ";
    }
    std::printf("}}\n");
  }

 private:
  std::uint32_t Percentile(double part) const {
    if (latencies_.empty()) return 0;
    const auto last = static_cast<double>(latencies_.size() - 1);
    return latencies_[static_cast<std::size_t>(part * last)];
  }

  std::vector<std::uint32_t> latencies_;
  std::uint64_t items_ = 0;
  std::map<std::string, std::size_t> errors_;
};

}  // namespace stator::bench
