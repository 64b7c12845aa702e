#include "model/verify/fan_out.h"

#include <charconv>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/time_text.h"
#include "model/language/bucket.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

// The whole time at which a bucket begins.
std::string BeginningOf(const std::string& bucket) {
  constexpr std::string_view kFirst = "0000-01-01T00:00:00Z";
  return bucket + std::string(kFirst.substr(std::min(bucket.size(), kFirst.size())));
}

std::string NextMonth(const std::string& month) {
  int year = 0;
  int number = 0;
  std::from_chars(month.data(), month.data() + 4, year);
  std::from_chars(month.data() + 5, month.data() + month.size(), number);
  return number == 12 ? fmt::format("{:04}-01", year + 1)
                      : fmt::format("{:04}-{:02}", year, number + 1);
}

// Empty: there is none.
std::string NextBucket(const std::string& text, Bucket bucket) {
  if (bucket == Bucket::kMonth) return NextMonth(text);
  const auto begin = ParseTime(BeginningOf(text));
  if (!begin) return "";
  return BucketText(TimeText(*begin + SecondsOf(bucket) * kSecond), bucket);
}

std::vector<std::string> Numbers(std::int64_t count) {
  std::vector<std::string> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

// What the part may be; empty: that is not known.
std::vector<std::string> OptionsOf(const Entity& entity, const Part& part, const std::string& range,
                                   const Arguments& arguments) {
  if (part.type == Part::Type::kRandom) return Numbers(part.shards);
  if (auto text = PartText(entity, part, arguments.bound, 0)) return {*std::move(text)};
  if (part.type == Part::Type::kShard) return Numbers(part.shards);
  if (part.bucket == Bucket::kNone || part.text != range || !arguments.from || !arguments.to) {
    return {};
  }
  auto buckets = BucketsBetween(arguments.from->string(), arguments.to->string(), part.bucket);
  if (part.descending) {
    for (auto& bucket : buckets) bucket = Reversed(std::move(bucket));
  }
  return buckets;
}

bool IsBucketOf(const Part& part, const std::string& time) {
  return part.type == Part::Type::kField && part.text == time && part.bucket != Bucket::kNone;
}

// The shortest bucket of a time of which the template has several; kNone: it has not.
Bucket FinestOfSeveral(const Template& text, const std::string& range) {
  Bucket finest = Bucket::kNone;
  int buckets = 0;
  for (const auto& part : text.parts) {
    if (!IsBucketOf(part, range)) continue;
    ++buckets;
    if (finest == Bucket::kNone || SecondsOf(part.bucket) < SecondsOf(finest)) finest = part.bucket;
  }
  return buckets > 1 ? finest : Bucket::kNone;
}

// All texts of which each part is one of its options; nullopt: too many, or a part has none.
template <class Options>
std::optional<std::vector<std::string>> Combined(const Template& text, const Options& options_of) {
  std::vector<std::string> made{""};
  for (const auto& part : text.parts) {
    const auto options = options_of(part);
    if (options.empty() || made.size() * options.size() > kFanOutMax) return std::nullopt;
    std::vector<std::string> longer;
    for (const auto& beginning : made) {
      for (const auto& option : options) longer.push_back(beginning + option);
    }
    made = std::move(longer);
  }
  return made;
}

// The shortest bucket says what the longer ones are: no hour is of another day. It does not say
// what else is made of a time within it, such as a shard.
std::optional<std::vector<std::string>> FanOutOverTimes(const Entity& entity, const Template& text,
                                                        const std::string& range,
                                                        const Arguments& arguments, Bucket finest) {
  std::vector<std::string> all;
  for (const auto& time :
       BucketsBetween(arguments.from->string(), arguments.to->string(), finest)) {
    Arguments at = arguments;
    at.bound.insert_or_assign(range, client::Value::String(BeginningOf(time)));
    const auto made = Combined(text, [&](const Part& part) {
      return OptionsOf(entity, part, range, IsBucketOf(part, range) ? at : arguments);
    });
    if (!made || all.size() + made->size() > kFanOutMax) return std::nullopt;
    all.insert(all.end(), made->begin(), made->end());
  }
  return all;
}

}  // namespace

std::vector<std::string> BucketsBetween(const std::string& from, const std::string& to,
                                        Bucket bucket) {
  std::vector<std::string> buckets;
  const auto last = BucketText(to, bucket);
  for (auto text = BucketText(from, bucket);
       !text.empty() && text <= last && buckets.size() <= kFanOutMax;
       text = NextBucket(text, bucket)) {
    buckets.push_back(text);
  }
  return buckets;
}

std::optional<std::vector<std::string>> FanOut(const Entity& entity, const Template& text,
                                               const std::string& range,
                                               const Arguments& arguments) {
  if (const auto finest = FinestOfSeveral(text, range);
      finest != Bucket::kNone && arguments.from && arguments.to) {
    return FanOutOverTimes(entity, text, range, arguments, finest);
  }
  return Combined(text,
                  [&](const Part& part) { return OptionsOf(entity, part, range, arguments); });
}

}  // namespace stator::model
