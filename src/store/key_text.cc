#include "store/key_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/digest.h"
#include "store/compare.h"

namespace stator::store {
namespace {

Value ParsedValue(const Piece& piece, std::string text) {
  if (piece.descending) text = Reversed(std::move(text));
  if (piece.kind == PieceKind::kTruth) return Value::Bool(text == "true");
  if (piece.kind == PieceKind::kText) return Value::String(std::move(text));
  return Value::Number(PlainNumber(text));
}

bool MayBePiece(const Piece& piece, std::string_view text) {
  if (piece.length > 0) return text.size() == static_cast<std::size_t>(piece.length);
  const bool digits = piece.shards > 0 || piece.kind == PieceKind::kNumber;
  return !digits || (!text.empty() && text.find_first_not_of("-.0123456789") == text.npos);
}

// Cuts the text into the values of the pieces from number `piece` on. Prefers the shortest values.
bool CutKey(const KeySpec& key, std::size_t piece, std::string_view text,
            std::vector<std::string>& values) {
  if (piece == key.pieces.size()) return text.empty();
  const Piece& next = key.pieces[piece];
  if (!next.text.empty()) {
    return text.starts_with(next.text) &&
           CutKey(key, piece + 1, text.substr(next.text.size()), values);
  }
  for (std::size_t size = 0; size <= text.size(); ++size) {
    if (!MayBePiece(next, text.substr(0, size))) continue;
    values.emplace_back(text.substr(0, size));
    if (CutKey(key, piece + 1, text.substr(size), values)) return true;
    values.pop_back();
  }
  return false;
}

}  // namespace

std::int64_t ShardOf(std::string_view text, std::int64_t shards) {
  const auto modulus = static_cast<std::uint64_t>(shards);
  std::uint64_t rest = 0;
  for (const char byte : Md5(text)) {
    rest = ((rest << 8U) + static_cast<unsigned char>(byte)) % modulus;
  }
  return static_cast<std::int64_t>(rest);
}

std::string Reversed(std::string text) {
  for (char& letter : text) {
    if (letter >= '0' && letter <= '9') letter = static_cast<char>('0' + ('9' - letter));
  }
  return text;
}

std::string TextOf(const Value& value) {
  if (value.is(Value::Type::kBool)) return value.boolean() ? "true" : "false";
  if (value.is(Value::Type::kNumber)) return PlainNumber(value.number());
  return value.is(Value::Type::kBinary) ? value.binary() : value.string();
}

std::string PieceText(const Piece& piece, const Value& value) {
  auto text = TextOf(value);
  const auto width = static_cast<std::size_t>(piece.width);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  if (piece.shards > 0) return std::to_string(ShardOf(text, piece.shards));
  if (piece.take > 0) text.resize(std::min(text.size(), static_cast<std::size_t>(piece.take)));
  return piece.descending ? Reversed(std::move(text)) : text;
}

std::optional<Value> KeyValue(const KeySpec& key, const Item& values, const RandomSource& random) {
  if (!key.attribute.empty()) {
    const Value* value = client::Find(values, key.attribute);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  std::string text;
  for (const auto& piece : key.pieces) {
    if (!piece.text.empty()) {
      text += piece.text;
    } else if (piece.attribute.empty()) {
      text += std::to_string(random() % static_cast<std::uint64_t>(piece.shards));
    } else if (const Value* value = client::Find(values, piece.attribute)) {
      text += PieceText(piece, *value);
    } else {
      return std::nullopt;
    }
  }
  return Value::String(std::move(text));
}

bool Holds(const std::vector<When>& when, const Item& values) {
  return std::ranges::all_of(when, [&](const When& each) {
    const Value* value = client::Find(values, each.attribute);
    return value != nullptr && TextOf(*value) == each.value;
  });
}

bool ParseKey(const KeySpec& key, const Item& row, Item& found) {
  const Value* value = client::Find(row, key.name);
  if (value == nullptr || !value->is(Value::Type::kString)) return false;
  std::vector<std::string> texts;
  if (!CutKey(key, 0, value->string(), texts)) return false;
  auto text = texts.begin();
  for (const auto& piece : key.pieces) {
    if (!piece.text.empty()) continue;
    auto part = *text++;
    if (piece.shards > 0 || piece.take > 0) continue;
    found.try_emplace(piece.attribute, ParsedValue(piece, std::move(part)));
  }
  return true;
}

}  // namespace stator::store
