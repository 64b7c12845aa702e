#include "model/describe/key_parts.h"

#include <utility>

#include <fmt/format.h>

#include "model/language/attribute_type.h"
#include "model/language/bucket.h"

namespace stator::model {
namespace {

std::string_view BucketOf(int letters) {
  for (const Bucket bucket : kBuckets) {
    if (LettersOf(bucket) == static_cast<std::size_t>(letters)) return NameOf(bucket);
  }
  return "";
}

std::string TextOf(const KeyPart& part) {
  if (part.literal) return *part.literal;
  if (part.shards && !part.attribute) return fmt::format("{{random({})}}", *part.shards);
  if (part.shards) return fmt::format("{{shard({},{})}}", *part.attribute, *part.shards);
  return fmt::format("{{{}{}{}{}{}}}", part.attribute.value_or(""), part.bucket ? ":" : "",
                     part.bucket.value_or(""), part.descending ? " desc" : "",
                     part.plus ? fmt::format(" + {}", *part.plus) : "");
}

}  // namespace

std::string_view TypeNameOf(const Attribute& attribute) {
  using Type = client::Value::Type;
  switch (TypeOf(attribute)) {
    case Type::kNumber:
      return "N";
    case Type::kBinary:
      return "B";
    case Type::kBool:
      return "BOOL";
    case Type::kMap:
      return "M";
    case Type::kList:
      return "L";
    default:
      return "S";
  }
}

KeyPart PartOf(const store::Piece& piece) {
  if (piece.attribute.empty() && piece.shards == 0) return {.literal = piece.text};
  KeyPart part;
  if (!piece.attribute.empty()) part.attribute = piece.attribute;
  if (piece.shards > 0) {
    part.shards = piece.shards;
    return part;
  }
  if (piece.take > 0) part.bucket = BucketOf(piece.take);
  if (piece.descending) part.descending = true;
  if (piece.width > 0) part.width = piece.width;
  return part;
}

ValueTemplate TemplateOf(const Entity& entity, const store::KeySpec& key,
                         const Substitute& substitute) {
  ValueTemplate made{.attribute = key.name, .type = "S"};
  auto pieces = key.pieces;
  if (!key.attribute.empty()) {
    if (const Attribute* attribute = entity.Find(key.attribute)) made.type = TypeNameOf(*attribute);
    pieces = {{.attribute = key.attribute}};
  }
  for (const auto& piece : pieces) {
    auto part = PartOf(piece);
    made.parts.push_back(substitute ? substitute(piece, std::move(part)) : std::move(part));
  }
  return made;
}

std::string TextOf(const std::vector<KeyPart>& parts) {
  std::string all;
  for (const auto& part : parts) all += TextOf(part);
  return all;
}

}  // namespace stator::model
