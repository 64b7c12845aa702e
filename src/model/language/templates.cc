#include "model/language/templates.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/language/bucket.h"

namespace stator::model {
namespace {

void AddFields(const Template& text, std::vector<std::string>& fields) {
  for (const auto& part : Flattened(text).parts) {
    if (part.type == Part::Type::kLiteral || part.type == Part::Type::kRandom) continue;
    if (!Contains(fields, part.text)) fields.push_back(part.text);
  }
}

}  // namespace

bool Shows(const Template& text, std::string_view attribute) {
  const auto flat = Flattened(text);
  return std::ranges::any_of(flat.parts, [&](const Part& part) {
    return part.type == Part::Type::kField && part.bucket == Bucket::kNone &&
           part.text == attribute;
  });
}

bool Shows(const KeyPair& key, std::string_view attribute) {
  return Shows(key.partition, attribute) || Shows(key.sort, attribute);
}

Template MadeText(const Part& part) { return {.parts = part.made}; }

Template Flattened(const Template& text) {
  Template flat{.natural = text.natural, .place = text.place};
  for (const auto& part : text.parts) {
    if (part.type == Part::Type::kMade) {
      flat.parts.insert(flat.parts.end(), part.made.begin(), part.made.end());
    } else {
      flat.parts.push_back(part);
    }
  }
  return flat;
}

std::vector<std::string> FieldsOf(const Template& text) {
  std::vector<std::string> fields;
  AddFields(text, fields);
  return fields;
}

std::vector<std::string> FieldsOf(const KeyPair& key) {
  std::vector<std::string> fields;
  AddFields(key.partition, fields);
  AddFields(key.sort, fields);
  return fields;
}

std::vector<std::string> ExactFieldsOf(const KeyPair& key) {
  auto fields = FieldsOf(key);
  std::erase_if(fields, [&](const std::string& name) { return !Shows(key, name); });
  return fields;
}

std::string TextOf(const Part& part) {
  switch (part.type) {
    case Part::Type::kLiteral:
      return part.text;
    case Part::Type::kField:
      return fmt::format("{{{}{}{}{}}}", part.text, part.bucket == Bucket::kNone ? "" : ":",
                         NameOf(part.bucket), part.descending ? " desc" : "");
    case Part::Type::kShard:
      return fmt::format("{{shard({},{})}}", part.text, part.shards);
    case Part::Type::kRandom:
      return fmt::format("{{random({})}}", part.shards);
    case Part::Type::kMade:
      return TextOf(MadeText(part));
  }
  return "";
}

std::string TextOf(const Template& text) {
  std::string all;
  for (const auto& part : text.parts) {
    if (text.natural && !all.empty()) all += '+';
    all += text.natural ? part.text : TextOf(part);
  }
  return all;
}

}  // namespace stator::model
