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

// What was measured. Every latency is kept (four bytes each), so that percentiles are exact.
class Tally {
 public:
  void Add(std::uint32_t micros) { latencies_.push_back(micros); }
  void AddError(const std::string& kind) { ++errors_[kind]; }
  void Add(const Tally& other) {
    latencies_.insert(latencies_.end(), other.latencies_.begin(), other.latencies_.end());
    for (const auto& [kind, count] : other.errors_) errors_[kind] += count;
  }

  // One line of JSON, for bench/run. `per_latency`: how many operations each latency stands for.
  void Print(double seconds, std::uint64_t per_latency = 1) {
    std::ranges::sort(latencies_);
    const auto operations = latencies_.size() * per_latency;
    std::printf(
        "{\"operations\": %zu, \"seconds\": %.3f, \"rate\": %.1f, \"p50_us\": %u, "
        "\"p99_us\": %u, \"p999_us\": %u, \"max_us\": %u, \"errors\": {",
        operations, seconds, static_cast<double>(operations) / seconds, Percentile(0.50),
        Percentile(0.99), Percentile(0.999), Percentile(1));
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
  std::map<std::string, std::size_t> errors_;
};

}  // namespace stator::bench
