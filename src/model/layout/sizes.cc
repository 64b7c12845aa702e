#include "model/layout/sizes.h"

#include <algorithm>
#include <cmath>

#include "model/language/bucket.h"
#include "model/layout/table_requests.h"

namespace stator::model {
namespace {

const Attribute* FieldOf(const Entity& entity, const Part& part) {
  return part.type == Part::Type::kField ? entity.Find(part.text) : nullptr;
}

bool IsTenant(const Model& model, const Attribute& attribute) {
  return model.tenant && attribute.name == model.tenant->attribute;
}

// Returns the number of tenants. If the model does not state it, assumes 1,000, but at most one
// for each instance.
std::int64_t TenantsOf(const Model& model, const Entity& entity) {
  constexpr std::int64_t kTenants = 1'000;
  for (const auto& other : model.entities) {
    const Attribute* same = other.Find(model.tenant->attribute);
    if (same != nullptr && same->distinct > 0) return same->distinct;
    if (other.identity == std::vector{model.tenant->attribute}) return other.count;
  }
  return std::min(kTenants, entity.count);
}

// Returns how many values the model states for the attribute; nullopt if it does not.
std::optional<std::int64_t> KnownCount(const Model& model, const Entity& entity,
                                       const Attribute& attribute) {
  if (attribute.distinct > 0) return attribute.distinct;
  if (attribute.inherited && attribute.name == entity.parent_key) {
    if (const Entity* parent = model.FindEntity(entity.parent)) return parent->count;
  }
  // An attribute named like another entity's id has that entity's ids as values.
  for (const auto& other : model.entities) {
    const Attribute* same = &other == &entity ? nullptr : other.Find(attribute.name);
    if (same != nullptr && same->kind == Kind::kId && !same->inherited) return other.count;
  }
  if (IsTenant(model, attribute)) return TenantsOf(model, entity);
  const bool own = attribute.kind == Kind::kId || attribute.kind == Kind::kTime ||
                   entity.identity == std::vector{attribute.name};
  return own ? std::optional(entity.count) : std::nullopt;
}

// If the model does not state the number, assume a different value for each instance.
std::int64_t StatedCount(const Model& model, const Entity& entity, const Attribute& attribute) {
  return KnownCount(model, entity, attribute).value_or(entity.count);
}

double CountOf(const Model& model, const Entity& entity, const Attribute& attribute) {
  return static_cast<double>(std::max<std::int64_t>(1, StatedCount(model, entity, attribute)));
}

double ShareOf(const Model& model, const Entity& entity, const Part& part) {
  if (part.type != Part::Type::kField) return 1.0 / static_cast<double>(part.shards);
  const Attribute* attribute = entity.Find(part.text);
  if (attribute == nullptr || part.bucket != Bucket::kNone) return 1;
  for (const auto& skew : entity.skews) {
    if (skew.attribute == part.text) {
      return ZipfShare(CountOf(model, entity, *attribute), skew.zipf);
    }
  }
  if (!attribute->values.empty()) {
    return std::ranges::max(attribute->values, {}, &Share::percent).percent / 100;
  }
  // All items written at one time carry the same date.
  if (attribute->kind == Kind::kDate) return 1;
  if (part.text == entity.parent_key && entity.children_max > 0) {
    return std::min(1.0, static_cast<double>(entity.children_max) /
                             std::max(1.0, static_cast<double>(entity.count)));
  }
  return 1 / std::max(1.0, CountOf(model, entity, *attribute));
}

// Returns over how many buckets of time, or days, the instances are spread.
double TimesOf(const Model& model, const Entity& entity, std::int64_t seconds) {
  return std::max(1.0, SpanSeconds(model, entity) / static_cast<double>(seconds));
}

// Returns how long the part's text stays the same; 0 if it does not follow the clock.
std::int64_t SecondsOf(const Part& part, Kind kind) {
  const bool whole_date = part.bucket == Bucket::kNone && kind == Kind::kDate;
  return SecondsOf(whole_date ? Bucket::kDay : part.bucket);
}

double ValuesOf(const Model& model, const Entity& entity, const Part& part) {
  const Attribute* attribute = FieldOf(entity, part);
  if (attribute == nullptr) return static_cast<double>(part.shards);
  const auto seconds = SecondsOf(part, attribute->kind);
  return seconds > 0 ? TimesOf(model, entity, seconds) : CountOf(model, entity, *attribute);
}

// Whether `other` shows at least as much of the same attribute as `part`.
bool Covers(const Part& other, const Part& part) {
  if (other.type != Part::Type::kField || other.text != part.text) return false;
  if (other.bucket == Bucket::kNone) return true;
  return part.type == Part::Type::kField && part.bucket != Bucket::kNone &&
         SecondsAtLeast(other.bucket) <= SecondsAtLeast(part.bucket);
}

bool FollowsTheClock(const Entity& entity, const Part& part) {
  const Attribute* attribute = FieldOf(entity, part);
  return attribute != nullptr && SecondsOf(part, attribute->kind) > 0;
}

}  // namespace

double SpanSeconds(const Model& model, const Entity& entity) {
  constexpr std::int64_t kYear = 365LL * 86'400;
  std::int64_t span = kYear;
  const Table* table = model.FindTable(entity.table);
  const Attribute* expiry =
      table == nullptr ? nullptr : entity.Find(ExpiryAttribute(model, *table));
  if (expiry != nullptr && expiry->lifetime_seconds > 0) span = expiry->lifetime_seconds;
  return static_cast<double>(span);
}

std::optional<double> KnownValues(const Model& model, const Entity& entity, const Part& part) {
  const Attribute* attribute = FieldOf(entity, part);
  if (attribute == nullptr) return std::nullopt;
  const auto seconds = SecondsOf(part, attribute->kind);
  if (seconds > 0) return TimesOf(model, entity, seconds);
  const auto count = KnownCount(model, entity, *attribute);
  if (!count) return std::nullopt;
  return static_cast<double>(std::max<std::int64_t>(1, *count));
}

bool TellsMore(const Template& text, const Part& part) {
  if (part.type == Part::Type::kLiteral) return false;
  for (const auto& other : text.parts) {
    if (&other == &part || !Covers(other, part)) continue;
    if (!Covers(part, other) || &other < &part) return false;  // of two equals the first counts
  }
  return true;
}

double ZipfShare(double count, double exponent) {
  constexpr double kExactMax = 10'000;
  double sum = 0;
  for (double i = 1; i <= std::min(count, kExactMax); ++i) sum += std::pow(i, -exponent);
  if (count > kExactMax) {  // the tail as an integral
    sum += exponent == 1 ? std::log(count / kExactMax)
                         : (std::pow(count, 1 - exponent) - std::pow(kExactMax, 1 - exponent)) /
                               (1 - exponent);
  }
  return 1 / sum;
}

std::int64_t ValueBytes(const Attribute& attribute) {
  constexpr std::int64_t kWord = 12;
  constexpr std::int64_t kListMax = 100;  // elements, if the model does not state how many
  switch (attribute.kind) {
    case Kind::kString:
    case Kind::kFree:
    case Kind::kId:
      return kWord;
    case Kind::kNumber:
    case Kind::kCounter:
    case Kind::kVersion:
      return attribute.width > 0 ? attribute.width : 5;
    case Kind::kExpiry:
      return 6;
    case Kind::kDate:
      return 10;
    case Kind::kTime:
      return 24;
    case Kind::kBool:
      return 1;
    case Kind::kEnum: {
      double bytes = 0;
      for (const auto& share : attribute.values) {
        bytes += static_cast<double>(share.value.size()) * share.percent / 100;
      }
      return std::llround(bytes);
    }
    case Kind::kText:
    case Kind::kBlob:
    case Kind::kMap:
      return attribute.bytes;
    case Kind::kList:
      return attribute.bytes * (attribute.elements_max > 0 ? attribute.elements_max : kListMax);
  }
  return kWord;
}

std::int64_t TemplateBytes(const Entity& entity, const Template& text) {
  std::int64_t bytes = 0;
  for (const auto& part : text.parts) {
    const Attribute* attribute = FieldOf(entity, part);
    if (part.type == Part::Type::kLiteral) {
      bytes += static_cast<std::int64_t>(part.text.size());
    } else if (attribute == nullptr) {
      bytes += 1;
    } else {
      bytes += part.bucket == Bucket::kNone ? ValueBytes(*attribute)
                                            : static_cast<std::int64_t>(LettersOf(part.bucket));
    }
  }
  return bytes;
}

double DistinctKeys(const Model& model, const Entity& entity, const Template& key) {
  const auto text = Flattened(key);
  double distinct = 1;
  for (const auto& part : text.parts) {
    if (TellsMore(text, part)) distinct *= ValuesOf(model, entity, part);
  }
  return std::min(distinct, std::max(1.0, static_cast<double>(entity.count)));
}

double LargestShare(const Model& model, const Entity& entity, const Template& key) {
  const auto text = Flattened(key);
  double share = 1;
  for (const auto& part : text.parts) {
    if (TellsMore(text, part)) share *= ShareOf(model, entity, part);
  }
  return share;
}

double InstancesPerKey(const Model& model, const StoredRow& access) {
  const auto& entity = *access.entity;
  return static_cast<double>(entity.count) / DistinctKeys(model, entity, access.key.partition);
}

double MostPerKey(const Model& model, const StoredRow& access) {
  const auto& entity = *access.entity;
  const auto text = Flattened(access.key.partition);
  double share = 1;   // of all instances
  double spread = 1;  // over how many shards and times one parent's are spread
  bool by_parent = false;
  for (const auto& part : text.parts) {
    if (!TellsMore(text, part)) continue;
    const bool clock = FollowsTheClock(entity, part);
    const double own = clock ? 1 / ValuesOf(model, entity, part) : ShareOf(model, entity, part);
    share *= own;
    if (clock || part.shards > 0) spread *= own;
    by_parent = by_parent || (part.type == Part::Type::kField && part.text == entity.parent_key);
  }
  const double most = by_parent ? static_cast<double>(entity.children_max) * spread : 0;
  return std::max(
      {InstancesPerKey(model, access), share * static_cast<double>(entity.count), most});
}

}  // namespace stator::model
