#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/infer.h"

// Infers how the values of a key attribute consist of the other attributes of their items.
namespace stator::model {

// A key's template, and the facts that InferKey found.
struct InferredKey {
  Template text;
  bool natural = false;               // `text` is only the attribute itself
  std::set<std::string> invented;     // fields that no attribute of the items has
  std::map<std::string, int> widths;  // of padded numbers
  std::size_t strays = 0;             // items whose key has another form
};

// Returns the key attributes of the table and its indexes. No key consists of them. Parts of a
// multi-attribute key are not included: they carry values of their own.
std::set<std::string> KeyNamesOf(const SampledTable& sampled);

// Whether a key may contain random shard numbers, which only spread its load.
enum class Sharding : std::uint8_t { kNo, kMaybe };

// Infers a key's template. A number that equals the md5 of an attribute modulo N becomes a shard of
// it. With kMaybe, a last part that runs from 0 to N - 1 in an otherwise constant key becomes a
// random shard.
// REQUIRES: at least one item has the attribute `key`. `keys` come from KeyNamesOf.
// `learned` names values that occur only in other keys. Such a value counts here if the word before
// it is the same, or if many items agree: numbers may be equal by chance.
InferredKey InferKey(const std::vector<SampledItem>& items, const std::string& key,
                     const std::set<std::string>& keys, Sharding sharding,
                     const std::set<std::string>& learned = {});

// Reads the template's attributes from a key. Empty if the key does not match the template. A value
// that cannot be read exactly (a time bucket, a shard) is omitted.
std::map<std::string, std::string> ValuesIn(const Template& text, std::string_view key);

// Returns the condition of a sparse key, if one attribute's value decides which items have `key`:
// `when status=OPEN`.
std::optional<Condition> InferCondition(const std::vector<SampledItem>& items,
                                        const std::string& key, const std::set<std::string>& keys);

}  // namespace stator::model
