#include "model/language/template_parser.h"

#include <charconv>

#include <fmt/format.h>

#include "model/language/bucket.h"

namespace stator::model {
namespace {

constexpr std::size_t kTemplateBytesMax = 300;

ParseResult<std::int64_t> ReadShards(Cursor& cursor) {
  const Place place = cursor.place();
  const auto count = TRY(ReadCount(cursor, "The number of shards"));
  if (count < 2 || count > kShardsMax) {
    return Cursor::Complain(place, fmt::format("There may be from 2 to {} shards.", kShardsMax));
  }
  return count;
}

ParseResult<Part> ReadShard(Cursor& cursor) {
  Part part{.type = Part::Type::kShard};
  TRY(cursor.Expect('(', "after shard"));
  part.text = TRY(cursor.Name("The attribute that picks the shard"));
  TRY(cursor.Expect(',', "between the attribute and the number of shards"));
  part.shards = TRY(ReadShards(cursor));
  TRY(cursor.Expect(')', "after the number of shards"));
  return part;
}

ParseResult<Part> ReadRandom(Cursor& cursor) {
  Part part{.type = Part::Type::kRandom};
  TRY(cursor.Expect('(', "after random"));
  part.shards = TRY(ReadShards(cursor));
  TRY(cursor.Expect(')', "after the number of shards"));
  return part;
}

ParseResult<Bucket> ReadBucket(Cursor& cursor) {
  for (const auto bucket : kBuckets) {
    if (cursor.TakeWord(NameOf(bucket))) return bucket;
  }
  return cursor.Complain("A time bucket is minute, hour, day or month.");
}

ParseResult<Part> ReadField(Cursor& cursor) {
  Part part{.type = Part::Type::kField};
  part.text = TRY(cursor.Name("An attribute"));
  if (part.text == "shard" && cursor.Peek() == '(') return ReadShard(cursor);
  if (part.text == "random" && cursor.Peek() == '(') return ReadRandom(cursor);
  if (cursor.Take(':')) part.bucket = TRY(ReadBucket(cursor));
  if (cursor.TakeWord("desc")) part.descending = true;
  return part;
}

// Parses the part between the brace at `begin` and the one at `end`.
ParseResult<Part> ParsePart(std::string_view text, std::size_t begin, std::size_t end,
                            Place place) {
  // Pad with spaces so that complaints point at the columns of the whole line.
  const std::string padded = std::string(place.column - 1 + begin + 1, ' ') +
                             std::string(text.substr(begin + 1, end - begin - 1));
  Cursor cursor(padded, place.line);
  auto part = TRY(ReadField(cursor));
  if (!cursor.AtEnd()) {
    return cursor.Complain(
        "Between braces stands {a}, {a:hour}, {a desc}, {shard(a,4)} or {random(4)}.");
  }
  return part;
}

}  // namespace

ParseResult<Template> ParseTemplate(std::string_view text, Place place) {
  if (text.size() > kTemplateBytesMax) {
    return Cursor::Complain(place, "A key template has at most 300 characters.");
  }
  if (text.starts_with('"')) {
    return Cursor::Complain(place, "A key template stands without quotes, as in ORDER#{orderId}.");
  }
  Template result{.place = place};
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] != '{') {
      const auto end = std::min(text.find('{', at), text.size());
      if (end < text.size() && text[end - 1] == '$') {
        return Cursor::Complain({place.line, place.column + end - 1},
                                "A value stands in braces alone, without '$'.");
      }
      result.parts.push_back({.text = std::string(text.substr(at, end - at))});
      at = end;
      continue;
    }
    const auto end = text.find('}', at);
    if (end == std::string_view::npos) {
      return Cursor::Complain({place.line, place.column + at}, "This '{' is not closed.");
    }
    result.parts.push_back(TRY(ParsePart(text, at, end, place)));
    at = end + 1;
  }
  return result;
}

ParseResult<std::optional<Condition>> ReadWhen(Cursor& cursor) {
  if (!cursor.TakeWord("when")) return std::nullopt;
  Condition condition{.place = cursor.place()};
  condition.attribute = TRY(cursor.Name("The attribute of the condition"));
  TRY(cursor.Expect('=', "in the condition, as in `when status=OPEN`"));
  condition.value = TRY(cursor.Token("The value of the condition"));
  return condition;
}

ParseResult<KeyPair> ReadKeyPair(Cursor& cursor) {
  KeyPair key{.place = cursor.place()};
  key.partition = TRY(ParseTemplate(TRY(cursor.TemplateText()), key.place));
  if (cursor.Take('/')) {
    const Place place = cursor.place();
    key.sort = TRY(ParseTemplate(TRY(cursor.TemplateText()), place));
  }
  key.when = TRY(ReadWhen(cursor));
  return key;
}

ParseResult<std::vector<std::string>> ReadNames(Cursor& cursor, std::string_view what) {
  std::vector<std::string> names;
  do {
    names.push_back(TRY(cursor.Name(what)));
  } while (cursor.Take(','));
  return names;
}

}  // namespace stator::model
