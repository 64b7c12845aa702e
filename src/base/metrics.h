#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace stator::metrics {

enum class Type : std::uint8_t { kCounter, kGauge, kHistogram };

enum class Id : std::uint8_t {
#define METRIC(id, name, type, labels, help) k##id,
#include "base/metrics.inc"
#undef METRIC
};

// A metric's name and documentation, from metrics.inc.
struct Description {
  Id id;
  std::string_view name;
  Type type;
  std::string_view labels;  // separated by commas
  std::string_view help;
};

// Returns all metrics, indexed by Id.
std::span<const Description> Descriptions();

// Returns the text of docs/metrics.md.
std::string Markdown();

// A count without a locked instruction. Threads: one adds, any may read. Each thread has its own
// counter, and a scrape sums them.
class Counter {
 public:
  void Add(std::uint64_t amount = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_ = 0;
};

// Upper bounds of the latency buckets. One more bucket has all slower requests.
inline constexpr std::array<std::chrono::microseconds, 16> kLatencyBounds = {
    std::chrono::microseconds(50),        std::chrono::microseconds(100),
    std::chrono::microseconds(250),       std::chrono::microseconds(500),
    std::chrono::microseconds(1'000),     std::chrono::microseconds(2'500),
    std::chrono::microseconds(5'000),     std::chrono::microseconds(10'000),
    std::chrono::microseconds(25'000),    std::chrono::microseconds(50'000),
    std::chrono::microseconds(100'000),   std::chrono::microseconds(250'000),
    std::chrono::microseconds(500'000),   std::chrono::microseconds(1'000'000),
    std::chrono::microseconds(2'500'000), std::chrono::microseconds(10'000'000)};

// The sum of several histograms.
struct HistogramSum {
  std::array<std::uint64_t, kLatencyBounds.size() + 1> counts{};  // per bucket, not cumulative
  std::uint64_t nanoseconds = 0;
};

// A distribution of latencies. Threads: as for Counter.
class Histogram {
 public:
  // Counts a latency. Threads: only the owner's.
  void Observe(std::chrono::nanoseconds latency);
  void AddTo(HistogramSum& sum) const;

 private:
  std::array<Counter, kLatencyBounds.size() + 1> counts_;
  Counter nanoseconds_;
};

using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// Builds Prometheus' text format. REQUIRES: samples of one metric are consecutive.
class Exposition {
 public:
  // Appends one sample. HELP and TYPE precede the first one of each metric.
  void Sample(Id id, Labels labels, double value);
  void Sample(Id id, Labels labels, std::uint64_t value);
  void Sample(Id id, Labels labels, const HistogramSum& sum);

  std::string Take() { return std::move(text_); }

 private:
  void Head(Id id);
  void Line(std::string_view name, Labels labels, std::string_view last_bound,
            std::string_view value);

  std::string text_;
  const Description* current_ = nullptr;
};

}  // namespace stator::metrics
