#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace stator::observe {

// A number as rows have it: whole and half ones, which nearly all are, take few bytes.
void AppendNumber(double value, Bytes& out);
// nullopt if it is cut short.
std::optional<double> TakeNumber(BytesView& bytes);

// How often values of which size came, so that percentiles can be told. A bucket's bounds are a
// sixteenth of a power of two apart: a percentile is off by 3.2 % at most. Values below or equal to
// nothing have one bucket together.
class Distribution {
 public:
  void Add(double value, double count);
  void Merge(const Distribution& other);
  bool empty() const { return buckets_.empty(); }

  // The value below which this part of all values lies. REQUIRES: not empty; 0 <= part <= 1.
  double At(double part) const;

  void Encode(Bytes& out) const;
  static std::optional<Distribution> Decode(BytesView& bytes);

  bool operator==(const Distribution&) const = default;

 private:
  using Bucket = std::pair<std::int32_t, double>;  // its number, and how many values it has

  void AddTo(std::int32_t number, double count);

  // By number; limits::kBucketsMax at most, beyond which a value goes to its neighbour.
  std::vector<Bucket> buckets_;
};

// What is known of the values of a series within some time.
struct Statistics {
  double count = 0;
  double sum = 0;
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  Distribution distribution;  // empty where nobody asks for percentiles

  void Add(double value, double times = 1);
  // The same, and the distribution knows it.
  void AddDistributed(double value, double times = 1);
  void Merge(const Statistics& other);
  bool empty() const { return count == 0; }
  double Average() const { return sum / count; }

  void Encode(Bytes& out) const;
  static std::optional<Statistics> Decode(BytesView& bytes);

  bool operator==(const Statistics&) const = default;
};

}  // namespace stator::observe
