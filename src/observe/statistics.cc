#include "observe/statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/endian.h"
#include "base/limits.h"
#include "base/varint.h"

namespace stator::observe {
namespace {

constexpr int kPartBits = 4;       // of a power of two
constexpr int kMantissaBits = 52;  // of a double
constexpr std::int32_t kLowest = -1;

// The top bits of positive doubles are ordered as the numbers are.
std::int32_t NumberOf(double value) {
  if (!(value > 0)) return kLowest;
  return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) >>
                                   (kMantissaBits - kPartBits));
}

double LowerBoundOf(std::int32_t number) {
  if (number <= kLowest) return 0;
  return std::bit_cast<double>(static_cast<std::uint64_t>(number) << (kMantissaBits - kPartBits));
}

}  // namespace

void AppendNumber(double value, Bytes& out) {
  constexpr double kSmall = 1e15;
  const double twice = value * 2;
  if (twice >= 0 && twice < kSmall && std::floor(twice) == twice && !std::signbit(value)) {
    return AppendVarint(static_cast<std::uint64_t>(twice) << 1U, out);
  }
  AppendVarint(1, out);
  AppendBigEndian64(std::bit_cast<std::uint64_t>(value), out);
}

std::optional<double> TakeNumber(BytesView& bytes) {
  const auto first = ReadVarint(bytes);
  if (!first) return std::nullopt;
  if ((*first & 1U) == 0) return static_cast<double>(*first >> 1U) / 2;
  if (*first != 1 || bytes.size() < sizeof(double)) return std::nullopt;
  const auto value = std::bit_cast<double>(ReadBigEndian64(bytes));
  bytes.remove_prefix(sizeof(double));
  return value;
}

void Distribution::Add(double value, double count) { AddTo(NumberOf(value), count); }

void Distribution::AddTo(std::int32_t number, double count) {
  auto place = std::ranges::lower_bound(buckets_, number, {}, &Bucket::first);
  if (place != buckets_.end() && place->first == number) {
    place->second += count;
  } else if (buckets_.size() < limits::kBucketsMax) {
    buckets_.insert(place, {number, count});
  } else {
    if (place == buckets_.end()) --place;
    place->second += count;
  }
}

void Distribution::Merge(const Distribution& other) {
  for (const auto& [number, count] : other.buckets_) AddTo(number, count);
}

double Distribution::At(double part) const {
  double total = 0;
  for (const auto& bucket : buckets_) total += bucket.second;
  double before = 0;
  for (const auto& [number, count] : buckets_) {
    if (before + count >= part * total && count > 0) {
      const double lower = LowerBoundOf(number);
      const double within = std::clamp((part * total - before) / count, 0.0, 1.0);
      return number <= kLowest ? 0 : lower + within * (LowerBoundOf(number + 1) - lower);
    }
    before += count;
  }
  return LowerBoundOf(buckets_.back().first + 1);
}

void Distribution::Encode(Bytes& out) const {
  AppendVarint(buckets_.size(), out);
  std::int32_t last = kLowest;
  for (const auto& [number, count] : buckets_) {
    AppendVarint(static_cast<std::uint64_t>(number - last), out);
    AppendNumber(count, out);
    last = number;
  }
}

std::optional<Distribution> Distribution::Decode(BytesView& bytes) {
  const auto size = ReadVarint(bytes);
  if (!size || *size > limits::kBucketsMax) return std::nullopt;
  Distribution distribution;
  std::int32_t last = kLowest;
  for (std::uint64_t i = 0; i < *size; ++i) {
    const auto step = ReadVarint(bytes);
    const auto count = TakeNumber(bytes);
    if (!step || !count || *step > static_cast<std::uint64_t>(INT32_MAX - 1 - std::max(last, 0))) {
      return std::nullopt;
    }
    last += static_cast<std::int32_t>(*step);
    distribution.buckets_.emplace_back(last, *count);
  }
  return distribution;
}

void Statistics::Add(double value, double times) {
  count += times;
  sum += value * times;
  minimum = std::min(minimum, value);
  maximum = std::max(maximum, value);
}

void Statistics::AddDistributed(double value, double times) {
  Add(value, times);
  distribution.Add(value, times);
}

void Statistics::Merge(const Statistics& other) {
  count += other.count;
  sum += other.sum;
  minimum = std::min(minimum, other.minimum);
  maximum = std::max(maximum, other.maximum);
  distribution.Merge(other.distribution);
}

void Statistics::Encode(Bytes& out) const {
  AppendNumber(count, out);
  AppendNumber(sum, out);
  AppendNumber(minimum, out);
  AppendNumber(maximum, out);
  distribution.Encode(out);
}

std::optional<Statistics> Statistics::Decode(BytesView& bytes) {
  const auto count = TakeNumber(bytes);
  const auto sum = TakeNumber(bytes);
  const auto minimum = TakeNumber(bytes);
  const auto maximum = TakeNumber(bytes);
  if (!count || !sum || !minimum || !maximum) return std::nullopt;
  auto distribution = Distribution::Decode(bytes);
  if (!distribution) return std::nullopt;
  return Statistics{*count, *sum, *minimum, *maximum, *std::move(distribution)};
}

}  // namespace stator::observe
