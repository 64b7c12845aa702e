#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/stator.h"
#include "model/language/attribute_type.h"
#include "model/language/model.h"
#include "model/layout/layout.h"
#include "store/key_text.h"

// Makes texts in keys from attribute values. Every program that works with the tables of a model,
// generated code included, must make the same texts; docs/model-values.md states the rules.
namespace stator::model {

// Returns the value as it stands in a key: texts and dates unchanged, booleans as true or false,
// numbers in decimal, padded with zeros to the attribute's width.
std::string KeyText(const Attribute& attribute, const client::Value& value);

// Returns the beginning of a date or time that is the same throughout the bucket.
std::string BucketText(std::string_view time, Bucket bucket);

using store::Reversed;
using store::ShardOf;

// Returns the text of one part, made from the entity's attribute values; nullopt if the attribute
// has no value. A random part is `random` modulo its shards.
std::optional<std::string> PartText(const Entity& entity, const Part& part,
                                    const client::Item& values, std::uint64_t random);

// Returns the text of a whole key attribute; nullopt if one of its attributes has no value.
std::optional<std::string> TemplateText(const Entity& entity, const Template& text,
                                        const client::Item& values, std::uint64_t random);

// Whether the values meet all conditions.
bool ConditionsHold(const Entity& entity, const std::vector<Condition>& conditions,
                    const client::Item& values);

// Converts a value written in a model (a=V) to the attribute's type.
client::Value ValueOf(const Attribute& attribute, std::string_view text);

}  // namespace stator::model
