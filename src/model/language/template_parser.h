#pragma once

#include <string_view>

#include "model/language/cursor.h"
#include "model/language/model.h"

namespace stator::model {

inline constexpr std::int64_t kShardsMax = 1'000;  // of a key

// A template such as ORDER#{orderDate}#{orderId}; `place` is where its first character stands.
ParseResult<Template> ParseTemplate(std::string_view text, Place place);

// PARTITION [/ SORT] [when attribute=VALUE]
ParseResult<KeyPair> ReadKeyPair(Cursor& cursor);

// [when attribute=VALUE]
ParseResult<std::optional<Condition>> ReadWhen(Cursor& cursor);

// a, b, c
ParseResult<std::vector<std::string>> ReadNames(Cursor& cursor, std::string_view what);

}  // namespace stator::model
