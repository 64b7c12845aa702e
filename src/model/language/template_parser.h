#pragma once

#include <string_view>

#include "model/language/cursor.h"
#include "model/language/model.h"

namespace stator::model {

inline constexpr std::int64_t kShardsMax = 1'000;  // the most shards of a key

// Parses a template such as ORDER#{orderDate}#{orderId}; `place` is the place of its first
// character.
ParseResult<Template> ParseTemplate(std::string_view text, Place place);

// Reads PARTITION [/ SORT] [when attribute=VALUE].
ParseResult<KeyPair> ReadKeyPair(Cursor& cursor);

// Reads [when attribute=VALUE]; nullopt if there is none.
ParseResult<std::optional<Condition>> ReadWhen(Cursor& cursor);

// Reads "a, b, c".
ParseResult<std::vector<std::string>> ReadNames(Cursor& cursor, std::string_view what);

}  // namespace stator::model
