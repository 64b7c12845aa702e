#include "store/partition_keys.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "store/key_text.h"

namespace stator::store {
namespace {

using Minute = std::chrono::sys_time<std::chrono::minutes>;

constexpr int kMonthLetters = 7;
constexpr int kDayLetters = 10;
constexpr int kHourLetters = 13;

// The first minute of a text such as 2026-11, 2026-11-15 or 2026-11-15T10:30.
Minute MinuteOf(std::string_view text) {
  const auto number = [&](std::size_t at, std::size_t letters, int otherwise) {
    int found = otherwise;
    if (at + letters <= text.size()) {
      std::from_chars(text.data() + at, text.data() + at + letters, found);
    }
    return found;
  };
  const std::chrono::year_month_day day{std::chrono::year{number(0, 4, 1970)},
                                        std::chrono::month{static_cast<unsigned>(number(5, 2, 1))},
                                        std::chrono::day{static_cast<unsigned>(number(8, 2, 1))}};
  return std::chrono::sys_days{day} + std::chrono::hours{number(11, 2, 0)} +
         std::chrono::minutes{number(14, 2, 0)};
}

std::string BucketText(Minute minute, std::size_t letters) {
  const auto days = std::chrono::floor<std::chrono::days>(minute);
  const std::chrono::year_month_day date{days};
  const auto rest = (minute - days).count();
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     rest / 60, rest % 60)
      .substr(0, letters);
}

Minute NextBucket(Minute minute, int letters) {
  if (letters == kMonthLetters) {
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(minute)};
    return std::chrono::sys_days{(day.year() / day.month() + std::chrono::months{1}) /
                                 std::chrono::day{1}};
  }
  if (letters == kDayLetters) return minute + std::chrono::days{1};
  return minute + (letters == kHourLetters ? std::chrono::hours{1} : std::chrono::minutes{1});
}

// The texts that the piece may have. A piece that takes a bucket reads `times`, any other `values`.
client::Expected<std::vector<std::string>> PieceTexts(const Piece& piece, const Item& values,
                                                      const Item& times) {
  if (!piece.text.empty()) return std::vector{piece.text};
  const Value* value = client::Find(piece.take > 0 ? times : values, piece.attribute);
  if (value != nullptr) return std::vector{PieceText(piece, *value)};
  std::vector<std::string> texts;
  for (int i = 0; i < piece.shards; ++i) texts.push_back(std::to_string(i));
  if (texts.empty()) return Refuse(piece.attribute + " is needed");
  return texts;
}

client::Expected<std::vector<std::string>> KeyTexts(const KeySpec& key, const Item& values,
                                                    const Item& times, std::size_t others) {
  std::vector<std::string> texts{""};
  for (const auto& piece : key.pieces) {
    const auto more = TRY(PieceTexts(piece, values, times));
    if (others * texts.size() * more.size() > kPartitionsMax) return RefuseTooManyPartitions();
    std::vector<std::string> longer;
    for (const auto& text : texts) {
      for (const auto& each : more) longer.push_back(text + each);
    }
    texts = std::move(longer);
  }
  return texts;
}

client::Expected<std::vector<Item>> KeysOfAllShards(const ReadSpec& read, const Item& values,
                                                    const Item& times) {
  std::vector<Item> keys{Item{}};
  for (const auto& key : read.partition) {
    if (!key.attribute.empty()) {
      const Value* value = client::Find(values, key.attribute);
      if (value == nullptr) return Refuse(key.attribute + " is needed");
      for (auto& each : keys) each[key.name] = *value;
      continue;
    }
    const auto texts = TRY(KeyTexts(key, values, times, keys.size()));
    std::vector<Item> wider;
    for (const auto& each : keys) {
      for (const auto& text : texts) {
        wider.push_back(each);
        wider.back()[key.name] = Value::String(text);
      }
    }
    keys = std::move(wider);
  }
  return keys;
}

// The letters of the shortest time bucket in the keys. 0: there is none.
int LettersOfBuckets(const ReadSpec& read) {
  int letters = 0;
  for (const auto& key : read.partition) {
    for (const auto& piece : key.pieces) {
      if (piece.take > letters && piece.attribute == read.window) letters = piece.take;
    }
  }
  return letters;
}

}  // namespace

std::unexpected<client::Error> Refuse(std::string message) {
  return std::unexpected(client::Error{.code = "InvalidRequest", .message = std::move(message)});
}

std::unexpected<client::Error> RefuseTooManyPartitions() {
  return Refuse(
      fmt::format("more than {} partition keys are too many for one read", kPartitionsMax));
}

client::Expected<std::vector<Item>> PartitionKeys(const ReadSpec& read, const Item& values,
                                                  const Window& window) {
  const bool fixed = !window || client::Find(values, read.window) != nullptr;
  const int letters = fixed ? 0 : LettersOfBuckets(read);
  if (letters == 0) return KeysOfAllShards(read, values, values);
  std::vector<Item> keys;
  for (const auto& bucket :
       TRY(TimeBuckets(TextOf(window->first), TextOf(window->second), letters))) {
    // A bucket does not fix the shard of a time within it, so only `times` has the bucket.
    Item times = values;
    times[read.window] = Value::String(bucket);
    auto more = TRY(KeysOfAllShards(read, values, times));
    if (keys.size() + more.size() > kPartitionsMax) return RefuseTooManyPartitions();
    for (auto& each : more) keys.push_back(std::move(each));
  }
  return keys;
}

client::Expected<std::vector<std::string>> TimeBuckets(std::string_view first,
                                                       std::string_view last, int letters) {
  std::vector<std::string> texts;
  const auto size = static_cast<std::size_t>(letters);
  const auto end = MinuteOf(last.substr(0, size));
  for (auto now = MinuteOf(first.substr(0, size)); now <= end; now = NextBucket(now, letters)) {
    if (texts.size() == kPartitionsMax) {
      return Refuse(fmt::format("from {} to {} are too many buckets for one read", first, last));
    }
    texts.push_back(BucketText(now, size));
  }
  return texts;
}

}  // namespace stator::store
