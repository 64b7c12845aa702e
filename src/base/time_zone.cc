#include "base/time_zone.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/endian.h"
#include "base/small_file.h"
#include "base/stable_order.h"

namespace stator {
namespace {

// The largest difference between local time and UTC, a little more than RFC 8536 allows.
constexpr std::int64_t kOffsetSecondsMax = 26LL * 3600;
constexpr TimeMicros kOffsetMax = kOffsetSecondsMax * kSecond;
// Changes outside these seconds belong to years that TimeMicros does not cover here.
constexpr std::int64_t kSecondsMin = -100'000'000'000;
constexpr std::int64_t kSecondsMax = 300'000'000'000;

// The counts in a block's header, and the sizes they imply.
struct BlockSizes {
  static constexpr std::size_t kHeaderBytes = 44;
  static constexpr std::size_t kTypeBytes = 6;

  char version = 0;
  std::uint64_t utc_flags = 0;
  std::uint64_t standard_flags = 0;
  std::uint64_t leaps = 0;
  std::uint64_t times = 0;
  std::uint64_t types = 0;
  std::uint64_t letters = 0;

  // Size of the data after the header, with times of `time_bytes` bytes.
  std::uint64_t Bytes(std::uint64_t time_bytes) const {
    return times * (time_bytes + 1) + types * kTypeBytes + letters + leaps * (time_bytes + 4) +
           standard_flags + utc_flags;
  }
};

std::optional<BlockSizes> ReadSizes(BytesView file) {
  constexpr std::size_t kCountsAt = 20;
  if (file.size() < BlockSizes::kHeaderBytes || !file.starts_with("TZif")) return std::nullopt;
  const auto count = [&](std::size_t place) {
    return std::uint64_t{ReadBigEndian32(file.substr(kCountsAt + 4 * place))};
  };
  return BlockSizes{.version = file[4],
                    .utc_flags = count(0),
                    .standard_flags = count(1),
                    .leaps = count(2),
                    .times = count(3),
                    .types = count(4),
                    .letters = count(5)};
}

std::optional<TimeMicros> ReadOffset(BytesView types, std::size_t place) {
  const auto at = place * BlockSizes::kTypeBytes;
  if (at + BlockSizes::kTypeBytes > types.size()) return std::nullopt;
  const auto seconds = static_cast<std::int32_t>(ReadBigEndian32(types.substr(at)));
  if (seconds < -kOffsetSecondsMax || seconds > kOffsetSecondsMax) return std::nullopt;
  return seconds * kSecond;
}

// Returns the file from its second header on, which has times of eight bytes.
std::optional<BytesView> SecondPart(BytesView file) {
  const auto first = ReadSizes(file);
  if (!first || first->version < '2') return std::nullopt;
  const auto bytes = first->Bytes(4);
  file.remove_prefix(BlockSizes::kHeaderBytes);
  if (bytes > file.size()) return std::nullopt;
  file.remove_prefix(bytes);
  return file;
}

// Returns the text between the two line ends after the second block.
std::optional<std::string_view> ReadFooter(BytesView rest) {
  if (rest.size() < 2 || rest.front() != '\n') return std::nullopt;
  rest.remove_prefix(1);
  const auto end = rest.find('\n');
  if (end == rest.npos) return std::nullopt;
  return rest.substr(0, end);
}

bool IsNameByte(char each) {
  return (each >= 'A' && each <= 'Z') || (each >= 'a' && each <= 'z') ||
         (each >= '0' && each <= '9') || each == '_' || each == '-' || each == '+';
}

// Whether the name has IANA's form. Every part begins with a capital letter, which excludes the
// folder's other files. There are no dots, which excludes other folders.
bool IsZoneName(std::string_view name) {
  if (name.size() > kTimeZoneNameBytesMax) return false;
  char before = '/';
  for (const char each : name) {
    if (before == '/' && !(each >= 'A' && each <= 'Z')) return false;
    if (each != '/' && !IsNameByte(each)) return false;
    before = each;
  }
  return before != '/';
}

int YearOf(TimeMicros time) {
  const auto seconds = std::clamp(time / kSecond, kSecondsMin, kSecondsMax);
  const auto day = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::seconds>(std::chrono::seconds(seconds)));
  constexpr int kYearMin = 1;
  constexpr int kYearMax = 9999;
  return std::clamp(static_cast<int>(std::chrono::year_month_day(day).year()), kYearMin, kYearMax);
}

}  // namespace

TimeZone TimeZone::Fixed(TimeMicros offset) {
  TimeZone zone;
  zone.first_offset_ = offset;
  return zone;
}

std::optional<TimeZone> TimeZone::Parse(BytesView file) {
  constexpr std::size_t kTimeBytes = 8;
  const auto part = SecondPart(file);
  const auto sizes = part ? ReadSizes(*part) : std::nullopt;
  // Zones with leap seconds follow a different time scale, which no clock in use shows.
  if (!sizes || sizes->types == 0 || sizes->leaps != 0) return std::nullopt;
  const auto block = part->substr(BlockSizes::kHeaderBytes);
  if (sizes->Bytes(kTimeBytes) > block.size()) return std::nullopt;
  const auto kinds = block.substr(sizes->times * kTimeBytes, sizes->times);
  const auto types =
      block.substr(sizes->times * (kTimeBytes + 1), sizes->types * BlockSizes::kTypeBytes);
  TimeZone zone;
  const auto first = ReadOffset(types, 0);
  if (!first) return std::nullopt;
  zone.first_offset_ = *first;
  std::optional<std::int64_t> before;
  for (std::size_t i = 0; i < sizes->times; ++i) {
    const auto time = static_cast<std::int64_t>(ReadBigEndian64(block.substr(i * kTimeBytes)));
    const auto offset = ReadOffset(types, static_cast<unsigned char>(kinds[i]));
    if (!offset || (before && time <= *before)) return std::nullopt;
    before = time;
    zone.periods_.push_back({std::clamp(time, kSecondsMin, kSecondsMax) * kSecond, *offset});
  }
  const auto footer = ReadFooter(block.substr(sizes->Bytes(kTimeBytes)));
  if (!footer) return std::nullopt;
  if (footer->empty()) return zone;
  zone.then_ = PosixTimeZone::Parse(*footer);
  return zone.then_ ? std::optional(zone) : std::nullopt;
}

std::vector<TimeZone::Period> TimeZone::Between(TimeMicros from, TimeMicros to) const {
  std::vector<Period> met;
  auto at = std::ranges::upper_bound(periods_, from, {}, &Period::begin);
  if (at != periods_.begin()) --at;
  for (; at != periods_.end() && at->begin <= to; ++at) met.push_back(*at);
  if (then_ && (periods_.empty() || to > periods_.back().begin)) {
    for (int year = YearOf(from) - 1; year <= YearOf(to) + 1; ++year) {
      for (const auto& change : ChangesIn(*then_, year)) {
        const bool later = periods_.empty() || change.at > periods_.back().begin;
        if (later && change.at <= to) met.push_back({change.at, change.offset});
      }
    }
    StableSortBy(met, &Period::begin);
  }
  const auto second = std::ranges::upper_bound(met, from, {}, &Period::begin);
  if (second == met.begin()) {
    met.insert(met.begin(), {from, first_offset_});
  } else {
    met.erase(met.begin(), second - 1);
  }
  return met;
}

TimeMicros TimeZone::OffsetAt(TimeMicros utc) const { return Between(utc, utc).front().offset; }

TimeMicros TimeZone::FirstAt(TimeMicros local) const {
  // Before the first of these periods clocks showed less; after the last they show more.
  const auto met = Between(local - kOffsetMax, local + kOffsetMax);
  for (std::size_t i = 0; i + 1 < met.size(); ++i) {
    const auto time = std::max(met[i].begin, local - met[i].offset);
    if (time < met[i + 1].begin) return time;
  }
  return std::max(met.back().begin, local - met.back().offset);
}

TimeMicros TimeZone::LatestShown(TimeMicros utc) const {
  // All times shown before the first of these periods are less than the one shown now.
  const auto met = Between(utc - 2 * kOffsetMax, utc);
  TimeMicros latest = utc + met.back().offset;
  for (std::size_t i = 0; i + 1 < met.size(); ++i) {
    latest = std::max(latest, met[i + 1].begin - 1 + met[i].offset);
  }
  return latest;
}

Result<TimeZone> LoadTimeZone(std::string_view name, const std::string& folder) {
  const auto unknown = [&] { return FailInvalid(fmt::format("Time zone {} is not known.", name)); };
  if (!IsZoneName(name)) return unknown();
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    return FailInvalid(fmt::format(
        "Time zone {} cannot be looked up, because there is no {} on this machine: install tzdata.",
        name, folder));
  }
  const auto file =
      ReadSmallFile(fmt::format("{}/{}", folder, name), "time zone", kTimeZoneFileBytesMax);
  if (!file) return unknown();
  auto zone = TimeZone::Parse(*file);
  if (!zone) return unknown();
  return *std::move(zone);
}

}  // namespace stator
