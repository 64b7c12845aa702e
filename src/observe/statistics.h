#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace stator::observe {

// Appends a number in the rows' form: whole and half numbers, which nearly all are, take few bytes.
void AppendNumber(double value, Bytes& out);
// Returns nullopt if the bytes are truncated.
std::optional<double> TakeNumber(BytesView& bytes);

// Counts values by size, for percentiles. A bucket's bounds are a sixteenth of a power of two
// apart, so a percentile is off by at most 3.2 %. All values up to 0 share one bucket.
class Distribution {
 public:
  // Adds `count` values of this size.
  void Add(double value, double count);
  void Merge(const Distribution& other);
  bool empty() const { return buckets_.empty(); }

  // Returns the value below which this part of all values lies. REQUIRES: not empty; 0 <= part <=
  // 1.
  double At(double part) const;

  void Encode(Bytes& out) const;
  static std::optional<Distribution> Decode(BytesView& bytes);

  bool operator==(const Distribution&) const = default;

 private:
  using Bucket = std::pair<std::int32_t, double>;  // its number and its count of values

  void AddTo(std::int32_t number, double count);

  // By number; at most limits::kBucketsMax. A value beyond the bound goes to the next bucket.
  std::vector<Bucket> buckets_;
};

// Statistics of a series' values within a time range.
struct Statistics {
  double count = 0;
  double sum = 0;
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  Distribution distribution;  // empty for metrics without percentiles

  // Adds `times` values of this size.
  void Add(double value, double times = 1);
  // Adds the value to the distribution too.
  void AddDistributed(double value, double times = 1);
  void Merge(const Statistics& other);
  bool empty() const { return count == 0; }
  double Average() const { return sum / count; }

  void Encode(Bytes& out) const;
  static std::optional<Statistics> Decode(BytesView& bytes);

  bool operator==(const Statistics&) const = default;
};

}  // namespace stator::observe
