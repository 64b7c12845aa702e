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

// Attribute values as texts in keys. Every program that works with the tables of a model must make
// them alike, generated code included; docs/model-values.md says how.
namespace stator::model {

// The value as it stands in a key: text and dates as they are, true or false, numbers in decimal,
// padded with zeros to the attribute's width.
std::string KeyText(const Attribute& attribute, const client::Value& value);

// The beginning of a date's or time's text that is the same throughout the bucket.
std::string BucketText(std::string_view time, Bucket bucket);

using store::Reversed;
using store::ShardOf;

// What `part` contributes, from the values of the entity's attributes; nullopt: the attribute has
// none. A random part is `random` modulo its shards.
std::optional<std::string> PartText(const Entity& entity, const Part& part,
                                    const client::Item& values, std::uint64_t random);

// The whole key attribute.
std::optional<std::string> TemplateText(const Entity& entity, const Template& text,
                                        const client::Item& values, std::uint64_t random);

// Whether all of the conditions hold of the values.
bool ConditionsHold(const Entity& entity, const std::vector<Condition>& conditions,
                    const client::Item& values);

// The value that the text in a model (a=V) stands for, in the attribute's type.
client::Value ValueOf(const Attribute& attribute, std::string_view text);

}  // namespace stator::model
