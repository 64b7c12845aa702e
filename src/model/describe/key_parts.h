#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/describe.h"
#include "model/language/model.h"
#include "store/spec.h"

// How a value is made, for programs in other languages (docs/model-values.md states the rules).
namespace stator::model {

// A literal text, or a text made from an attribute. A part with `shards` and no attribute is any
// number below `shards`.
struct KeyPart {
  std::optional<std::string> literal;
  std::optional<std::string> attribute;
  std::optional<std::string_view> bucket;
  std::optional<bool> descending;
  std::optional<std::int64_t> shards;
  std::optional<std::int64_t> width;
  std::optional<std::int64_t> plus;  // added to the number
};
BOOST_DESCRIBE_STRUCT(KeyPart, (), (literal, attribute, bucket, descending, shards, width, plus))

// How the value of one attribute is made: the texts of all parts, one behind the other. A single
// part with a plain attribute is that attribute's value in its own type.
struct ValueTemplate {
  std::string attribute;
  std::string_view type;  // "S", "N", …
  std::vector<KeyPart> parts;
};
BOOST_DESCRIBE_STRUCT(ValueTemplate, (), (attribute, type, parts))

// Holds for items whose attribute has the value.
struct DescribedCondition {
  std::string attribute;
  std::string value;
};
BOOST_DESCRIBE_STRUCT(DescribedCondition, (), (attribute, value))

// Returns "S", "N", "B", "BOOL", "M" or "L".
std::string_view TypeNameOf(const Attribute& attribute);

// Replaces a part that is made from an attribute: by a constant, by an argument's name, or by any
// shard.
using Substitute = std::function<KeyPart(const store::Piece& piece, KeyPart part)>;

// Returns how a key attribute of a row of the entity is made.
ValueTemplate TemplateOf(const Entity& entity, const store::KeySpec& key,
                         const Substitute& substitute = {});
// Returns one part, without substitution.
KeyPart PartOf(const store::Piece& piece);

// Returns the parts as a text: "CUST#{custId}".
std::string TextOf(const std::vector<KeyPart>& parts);

}  // namespace stator::model
