#include "model/language/bucket.h"

#include "base/durations.h"

namespace stator::model {
namespace {

struct Facts {
  std::string_view name;
  std::string_view text;  // a time's text, up to this bucket
  std::int64_t seconds = 0;
};

Facts FactsOf(Bucket bucket) {
  switch (bucket) {
    case Bucket::kMinute:
      return {"minute", "2026-11-15T10:30", 60};
    case Bucket::kHour:
      return {"hour", "2026-11-15T10", kHourSeconds};
    case Bucket::kDay:
      return {"day", "2026-11-15", kDaySeconds};
    case Bucket::kMonth:
      return {"month", "2026-11", 30 * kDaySeconds};
    case Bucket::kNone:
      break;
  }
  return {};
}

}  // namespace

std::string_view NameOf(Bucket bucket) { return FactsOf(bucket).name; }

std::size_t LettersOf(Bucket bucket) { return FactsOf(bucket).text.size(); }

std::int64_t SecondsOf(Bucket bucket) { return FactsOf(bucket).seconds; }

std::int64_t SecondsAtLeast(Bucket bucket) {
  return bucket == Bucket::kMonth ? 28 * kDaySeconds : SecondsOf(bucket);
}

}  // namespace stator::model
