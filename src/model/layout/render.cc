#include "model/layout/render.h"

#include <algorithm>
#include <cstddef>

#include "model/language/bucket.h"

namespace stator::model {
namespace {

// Pads the digits before the point to `width`. A number with more digits keeps them.
std::string Padded(const std::string& number, int width) {
  const auto digits = std::min(number.find('.'), number.size());
  const auto wanted = static_cast<std::size_t>(width);
  if (digits >= wanted || number.starts_with('-')) return number;
  return std::string(wanted - digits, '0') + number;
}

std::string FieldText(const Attribute& attribute, const Part& part, const client::Value& value) {
  auto text = BucketText(KeyText(attribute, value), part.bucket);
  return part.descending ? Reversed(std::move(text)) : text;
}

}  // namespace

std::string KeyText(const Attribute& attribute, const client::Value& value) {
  using Type = client::Value::Type;
  if (value.is(Type::kBool)) return value.boolean() ? "true" : "false";
  if (value.is(Type::kNumber)) return Padded(value.number(), attribute.width);
  if (value.is(Type::kBinary)) return value.binary();
  return value.string();
}

std::string BucketText(std::string_view time, Bucket bucket) {
  return std::string(bucket == Bucket::kNone ? time : time.substr(0, LettersOf(bucket)));
}

std::optional<std::string> PartText(const Entity& entity, const Part& part,
                                    const client::Item& values, std::uint64_t random) {
  if (part.type == Part::Type::kLiteral) return part.text;
  if (part.type == Part::Type::kRandom) {
    return std::to_string(random % static_cast<std::uint64_t>(part.shards));
  }
  const Attribute* attribute = entity.Find(part.text);
  const client::Value* value = client::Find(values, part.text);
  if (attribute == nullptr || value == nullptr) return std::nullopt;
  if (part.type == Part::Type::kShard) {
    return std::to_string(ShardOf(KeyText(*attribute, *value), part.shards));
  }
  return FieldText(*attribute, part, *value);
}

std::optional<std::string> TemplateText(const Entity& entity, const Template& text,
                                        const client::Item& values, std::uint64_t random) {
  std::string all;
  for (const auto& part : text.parts) {
    const auto piece = PartText(entity, part, values, random);
    if (!piece) return std::nullopt;
    all += *piece;
  }
  return all;
}

bool ConditionsHold(const Entity& entity, const std::vector<Condition>& conditions,
                    const client::Item& values) {
  return std::ranges::all_of(conditions, [&](const Condition& condition) {
    const Attribute* attribute = entity.Find(condition.attribute);
    const client::Value* value = client::Find(values, condition.attribute);
    return attribute != nullptr && value != nullptr &&
           *value == ValueOf(*attribute, condition.value);
  });
}

client::Value ValueOf(const Attribute& attribute, std::string_view text) {
  switch (TypeOf(attribute)) {
    case client::Value::Type::kBool:
      return client::Value::Bool(text == "true");
    case client::Value::Type::kNumber:
      return client::Value::Number(std::string(text));
    default:
      return client::Value::String(std::string(text));
  }
}

}  // namespace stator::model
