#include "model/verify/sample_values.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/time_text.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

using client::Value;

constexpr std::int64_t kValueBytesMax = 65'536;  // of a text, blob, map or list element
constexpr std::int64_t kElementsMax = 3;
constexpr std::uint64_t kFewTexts = 5;
constexpr std::uint64_t kManyTexts = 1'000;
constexpr std::uint64_t kManyNumbers = 5'000;
// The year 2100: items must outlive the run.
constexpr std::int64_t kExpiry = 4'102'444'800;

constexpr std::int64_t kSecond = 1'000;
constexpr std::int64_t kHour = 3'600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kFirstMoment = 1'772'319'600'000;  // 2026-02-28T23:00:00Z, in milliseconds
// Equal moments, the first and last moment of an hour, and the next day, which is in the next
// month.
constexpr std::array<std::int64_t, 9> kMoments{0,     0,         1,         kHour / 2, kHour - 1,
                                               kHour, 2 * kHour, 3 * kHour, kDay};
constexpr std::array<std::int64_t, 7> kDays{0, 0, 1, 1, 2, 31, 300};
constexpr std::int64_t kManyMoments = 2 * kDay;
constexpr std::int64_t kManyDays = 700;
constexpr std::array<std::int64_t, 9> kNumbers{1, 2, 9, 10, 11, 19, 99, 100, 101};
constexpr std::array<std::int64_t, 4> kVersions{1, 2, 9, 10};

template <class Choices>
auto OneOf(const Choices& choices, Random& random) {
  return choices[random.Below(choices.size())];
}

std::string MomentText(std::int64_t milliseconds) {
  const auto whole = milliseconds / kSecond;
  auto text = TimeText(whole * 1'000'000);
  text.pop_back();  // Z
  return fmt::format("{}.{:03}Z", text, milliseconds % kSecond);
}

std::string_view StemOf(const Attribute& attribute) {
  std::string_view stem = attribute.name;
  if (stem.size() > 2 && stem.ends_with("Id")) stem.remove_suffix(2);
  return stem;
}

std::string AnyText(const Attribute& attribute, Spread spread, Random& random) {
  std::uint64_t count = spread == Spread::kFew ? kFewTexts : kManyTexts;
  if (attribute.distinct > 0) {
    count = std::min(count, static_cast<std::uint64_t>(attribute.distinct));
  }
  return NumberedText(attribute, random.Below(count));
}

Value AnyNumber(const Attribute& attribute, Spread spread, Random& random) {
  std::int64_t most = kManyNumbers;
  for (int digits = 1, limit = 10; digits <= 3; ++digits, limit *= 10) {
    if (attribute.width == digits) most = limit - 1;
  }
  if (spread == Spread::kMany) {
    return Value::Number(1 +
                         static_cast<std::int64_t>(random.Below(static_cast<std::uint64_t>(most))));
  }
  return Value::Number(std::min(OneOf(kNumbers, random), most));
}

Value AnyTime(Spread spread, Random& random) {
  const auto offset = spread == Spread::kFew
                          ? OneOf(kMoments, random)
                          : static_cast<std::int64_t>(random.Below(kManyMoments));
  return Value::String(MomentText(kFirstMoment + offset));
}

Value AnyDate(Spread spread, Random& random) {
  const auto days = spread == Spread::kFew ? OneOf(kDays, random)
                                           : static_cast<std::int64_t>(random.Below(kManyDays));
  return Value::String(BucketText(MomentText(kFirstMoment + days * kDay), Bucket::kDay));
}

std::int64_t SizeOf(const Attribute& attribute) {
  return std::min(attribute.bytes, kValueBytesMax);
}

Value AnyList(const Attribute& attribute, Random& random) {
  client::ValueList elements;
  const auto most = attribute.elements_max > 0 ? attribute.elements_max : kElementsMax;
  for (std::int64_t i = 0; i < std::min(most, kElementsMax); ++i) {
    elements.push_back(Value::String(Filling(SizeOf(attribute), random)));
  }
  return Value::List(std::move(elements));
}

std::int64_t ValueBytes(const Value& value) {
  switch (value.type()) {
    case Value::Type::kString:
      return static_cast<std::int64_t>(value.string().size());
    case Value::Type::kNumber:
      return static_cast<std::int64_t>(value.number().size()) / 2 + 2;
    case Value::Type::kBinary:
      return static_cast<std::int64_t>(value.binary().size());
    case Value::Type::kMap:
      return 3 + ItemBytes(value.map());
    case Value::Type::kList: {
      std::int64_t bytes = 3;
      for (const auto& element : value.list()) bytes += 1 + ValueBytes(element);
      return bytes;
    }
    default:
      return 1;
  }
}

}  // namespace

std::string NumberedText(const Attribute& attribute, std::uint64_t number) {
  const bool free = attribute.kind == Kind::kFree;
  const std::uint64_t place = free ? number / 2 : number;
  // Each number that does not end in 0 comes alone, then with one zero, then with two zeros behind
  // it.
  const std::uint64_t nth = place / 3;
  std::uint64_t ending = nth + nth / 9 + 1;
  for (std::uint64_t zeros = place % 3; zeros > 0; --zeros) ending *= 10;
  if (free && number % 2 == 1) return fmt::format("{}-{}#{}", StemOf(attribute), ending, ending);
  return fmt::format("{}-{}", StemOf(attribute), ending);
}

Value AnyValue(const Attribute& attribute, Spread spread, Random& random) {
  switch (attribute.kind) {
    case Kind::kString:
    case Kind::kFree:
    case Kind::kId:
      return Value::String(AnyText(attribute, spread, random));
    case Kind::kNumber:
      return AnyNumber(attribute, spread, random);
    case Kind::kDate:
      return AnyDate(spread, random);
    case Kind::kTime:
      return AnyTime(spread, random);
    case Kind::kBool:
    case Kind::kEnum:
      return ValueOf(attribute, OneOf(attribute.values, random).value);
    case Kind::kText:
      return Value::String(Filling(SizeOf(attribute), random));
    case Kind::kBlob:
      return Value::Binary(Filling(SizeOf(attribute), random));
    case Kind::kMap:
      return Value::Map({{"text", Value::String(Filling(SizeOf(attribute), random))}});
    case Kind::kList:
      return AnyList(attribute, random);
    case Kind::kCounter:
      return Value::Number(random.Below(4));
    case Kind::kVersion:
      return Value::Number(OneOf(kVersions, random));
    case Kind::kExpiry:
      return Value::Number(kExpiry);
  }
  return Value::Null();
}

Value OtherValue(const Attribute& attribute, const Value& old, Random& random) {
  if (attribute.kind == Kind::kExpiry) return Value::Number(old.integer().value_or(kExpiry) + 1);
  if (attribute.kind == Kind::kVersion || attribute.kind == Kind::kCounter) {
    return Value::Number(old.integer().value_or(0) + 1);
  }
  constexpr int kAttempts = 20;
  Value other = old;
  for (int i = 0; i < kAttempts && other == old; ++i) {
    other = AnyValue(attribute, i < kAttempts / 2 ? Spread::kFew : Spread::kMany, random);
  }
  return other;
}

std::string Filling(std::int64_t bytes, Random& random) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz ABCDE";
  std::string text;
  const auto length = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0));
  text.reserve(length);
  while (text.size() < length) {
    std::uint64_t bits = random.Next();
    for (int i = 0; i < 12 && text.size() < length; ++i, bits >>= 5U) {
      text.push_back(kLetters[bits & 31U]);
    }
  }
  return text;
}

std::int64_t ItemBytes(const client::Item& item) {
  std::int64_t bytes = 0;
  for (const auto& [name, value] : item) {
    bytes += static_cast<std::int64_t>(name.size()) + ValueBytes(value);
  }
  return bytes;
}

}  // namespace stator::model
