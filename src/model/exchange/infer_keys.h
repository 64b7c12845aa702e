#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/infer.h"

// How a key attribute's values are made of the other attributes of their items.
namespace stator::model {

struct InferredKey {
  Template text;
  bool natural = false;               // the attribute itself: `text` is it alone
  std::set<std::string> invented;     // fields that no attribute of the items has
  std::map<std::string, int> widths;  // of numbers that are padded
  std::size_t strays = 0;             // items whose key has another form
};

// The key attributes of the table and its indexes, which no key is made of. Those of a key of
// several say something themselves, like any attribute.
std::set<std::string> KeyNamesOf(const SampledTable& sampled);

// Whether keys may be spread over shards for no other reason than heat.
enum class Sharding : std::uint8_t { kNo, kMaybe };

// A number that is the md5 of an attribute modulo N is a shard of it; with kMaybe, all numbers from
// 0 to N - 1 at the end of a key that is otherwise always the same are random shards.
// REQUIRES: at least one of the items has the attribute `key`. `keys` as above.
// `learned` are values of the items that stand in other keys only. Such a value is in this key,
// too, if the word before it is the same, or if many items say so: numbers may be equal by chance.
InferredKey InferKey(const std::vector<SampledItem>& items, const std::string& key,
                     const std::set<std::string>& keys, Sharding sharding,
                     const std::set<std::string>& learned = {});

// What the template's attributes are in the key: the other way round. Empty if it is not made by
// the template. What cannot be read off exactly (a time bucket, a shard) is not there.
std::map<std::string, std::string> ValuesIn(const Template& text, std::string_view key);

// Which items have the attribute `key`, if one attribute's value tells: `when status=OPEN`.
std::optional<Condition> InferCondition(const std::vector<SampledItem>& items,
                                        const std::string& key, const std::set<std::string>& keys);

}  // namespace stator::model
