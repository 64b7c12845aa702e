#include "table/keys.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/limits.h"
#include "base/texts.h"
#include "item/encoder.h"
#include "item/key.h"

namespace stator::table {
namespace {

using catalog::Index;
using catalog::KeyAttribute;
using catalog::Table;
using item::ItemView;
using item::Type;
using item::ValueView;

std::string_view EmptyWord(Type type) { return type == Type::kString ? "string" : "binary"; }

bool IsEmptyText(ValueView value) {
  return value.type() != Type::kNumber && value.scalar().empty();
}

Result<> CheckKeySize(ValueView partition, const std::optional<ValueView>& sort) {
  if (partition.scalar().size() > limits::kPartitionKeyBytesMax) {
    return FailInvalid(texts::kPartitionKeyTooLarge);
  }
  if (sort && sort->scalar().size() > limits::kSortKeyBytesMax) {
    return FailInvalid(texts::kSortKeyTooLarge);
  }
  return {};
}

Bytes MakeRowKey(ValueView partition, const std::optional<ValueView>& sort) {
  Bytes key;
  key.reserve(32 + partition.scalar().size() + (sort ? sort->scalar().size() : 0));
  const auto route = item::RouteOf({&partition, 1});
  key.append(route.data(), route.size());
  item::AppendKeyComponent(partition, key);
  if (sort) item::AppendKeyComponent(*sort, key);
  return key;
}

Result<> CheckNotEmpty(const KeyAttribute& attribute, ValueView value) {
  if (!IsEmptyText(value)) return {};
  return FailInvalid(fmt::format(texts::kKeyEmpty, EmptyWord(attribute.type), attribute.name));
}

// Returns a key attribute's value of a whole item. Fails if it is missing, mistyped or empty.
Result<ValueView> ItemKeyValue(ItemView item, const KeyAttribute& attribute, KeyTypeText text) {
  const auto value = item.Find(attribute.name);
  if (!value) return FailInvalid(fmt::format(texts::kKeyMissing, attribute.name));
  if (value->type() != attribute.type) {
    if (text == KeyTypeText::kMismatch) return FailInvalid(texts::kKeyMismatch);
    return FailInvalid(fmt::format(texts::kKeyType, attribute.name, TypeName(attribute.type),
                                   TypeName(value->type())));
  }
  TRY(CheckNotEmpty(attribute, *value));
  return *value;
}

// An item to check against the keys of indexes.
struct Candidate {
  ItemView item;
  // Whether errors have AWS's texts for an update instead of those for a whole item.
  bool by_update = false;
  const ItemView* stored = nullptr;

  bool Changes(const KeyAttribute& key) const {
    return stored == nullptr || stored->Find(key.name) != item.Find(key.name);
  }
};

std::unexpected<Error> WrongType(const Index& index, const KeyAttribute& key, item::Type type) {
  return FailInvalid(
      fmt::format(texts::kIndexKeyType, key.name, TypeName(key.type), TypeName(type), index.name));
}

Result<> CheckIndexKey(const Index& index, const KeyAttribute& key, ValueView value,
                       bool by_update) {
  if (value.type() != key.type) {
    if (by_update) return FailInvalid(texts::kIndexKeyTypeByUpdate);
    return WrongType(index, key, value.type());
  }
  if (!IsEmptyText(value)) return {};
  const auto word = EmptyWord(key.type);
  if (by_update) return FailInvalid(fmt::format(texts::kIndexKeyEmptyByUpdate, word));
  return FailInvalid(fmt::format(texts::kIndexKeyEmpty, word, index.name, key.name));
}

// Checks the hash or the range part of an index's key: each value, and their total size.
Result<> CheckIndexKeyPart(const Index& index, const std::vector<KeyAttribute>& keys,
                           const Candidate& candidate, std::size_t bytes_max, const char* text) {
  std::size_t bytes = 0;
  bool changes = false;
  for (const auto& key : keys) {
    const auto value = candidate.item.Find(key.name);
    if (!value) continue;
    const auto valid = CheckIndexKey(index, key, *value, candidate.by_update);
    // Nearly every value is valid, so only an invalid one is compared with the stored item.
    if (!valid && candidate.Changes(key)) return valid;
    if (valid) bytes += value->scalar().size();
  }
  if (bytes <= bytes_max) return {};
  for (const auto& key : keys) changes = changes || candidate.Changes(key);
  return changes ? FailInvalid(text) : Result<>();
}

Result<> CheckIndexKeys(const Table& table, const Candidate& candidate) {
  for (const auto& index : table->indexes) {
    if (!index.constrains_writes()) continue;
    TRY(CheckIndexKeyPart(index, index.hash_keys, candidate, limits::kPartitionKeyBytesMax,
                          texts::kPartitionKeyTooLarge));
    TRY(CheckIndexKeyPart(index, index.range_keys, candidate, limits::kSortKeyBytesMax,
                          texts::kSortKeyTooLarge));
  }
  return {};
}

void AppendTableKey(const Table& table, ItemView item, Bytes& key) {
  const auto partition = item.Find(table->partition_key.name);
  CHECK(partition);
  item::AppendKeyComponent(*partition, key);
  if (!table->sort_key) return;
  const auto sort = item.Find(table->sort_key->name);
  CHECK(sort);
  item::AppendKeyComponent(*sort, key);
}

// Collects the values of `keys` in the item. False if one is missing or they cannot form a key.
bool CollectValues(const std::vector<KeyAttribute>& keys, ItemView item, std::size_t bytes_max,
                   std::vector<ValueView>& values) {
  std::size_t bytes = 0;
  for (const auto& key : keys) {
    const auto value = item.Find(key.name);
    if (!value || value->type() != key.type || IsEmptyText(*value)) return false;
    bytes += value->scalar().size();
    values.push_back(*value);
  }
  return bytes <= bytes_max;
}

}  // namespace

Result<Bytes> RowKeyOfKey(const Table& table, ItemView key) {
  const std::size_t wanted = table->sort_key ? 2 : 1;
  if (key.count() != wanted) return FailInvalid(texts::kKeyMismatch);
  const auto partition = key.Find(table->partition_key.name);
  if (!partition || partition->type() != table->partition_key.type) {
    return FailInvalid(texts::kKeyMismatch);
  }
  std::optional<ValueView> sort;
  if (table->sort_key) {
    sort = key.Find(table->sort_key->name);
    if (!sort || sort->type() != table->sort_key->type) return FailInvalid(texts::kKeyMismatch);
  }
  TRY(CheckNotEmpty(table->partition_key, *partition));
  if (sort) TRY(CheckNotEmpty(*table->sort_key, *sort));
  TRY(CheckKeySize(*partition, sort));
  return MakeRowKey(*partition, sort);
}

Result<> CheckKeyNotEmpty(const Table& table, ItemView item) {
  const auto check = [&](const KeyAttribute& attribute) -> Result<> {
    const auto value = item.Find(attribute.name);
    if (!value || value->type() != attribute.type) return {};
    return CheckNotEmpty(attribute, *value);
  };
  TRY(check(table->partition_key));
  return table->sort_key ? check(*table->sort_key) : Result<>();
}

Result<Bytes> RowKeyOfItem(const Table& table, ItemView item, KeyTypeText text) {
  const auto partition = TRY(ItemKeyValue(item, table->partition_key, text));
  std::optional<ValueView> sort;
  if (table->sort_key) sort = TRY(ItemKeyValue(item, *table->sort_key, text));
  TRY(CheckKeySize(partition, sort));
  TRY(CheckIndexKeys(table, {.item = item}));
  return MakeRowKey(partition, sort);
}

Result<> CheckUpdatedIndexKeys(const Table& table, const ItemView* stored, ItemView item) {
  return CheckIndexKeys(table, {.item = item, .by_update = true, .stored = stored});
}

Result<> CheckIndexKeyType(const Table& table, std::string_view attribute, item::Type type) {
  for (const auto& index : table->indexes) {
    if (!index.constrains_writes()) continue;
    for (const auto* keys : {&index.hash_keys, &index.range_keys}) {
      const auto key = std::ranges::find(*keys, attribute, &KeyAttribute::name);
      if (key != keys->end() && key->type != type) return WrongType(index, *key, type);
    }
  }
  return {};
}

std::optional<Bytes> IndexKeyOf(const Table& table, const Index& index, ItemView item) {
  std::vector<ValueView> hash;
  std::vector<ValueView> range;
  if (!CollectValues(index.hash_keys, item, limits::kPartitionKeyBytesMax, hash)) {
    return std::nullopt;
  }
  if (!CollectValues(index.range_keys, item, limits::kSortKeyBytesMax, range)) return std::nullopt;
  Bytes key;
  const auto route = item::RouteOf(hash);
  key.append(route.data(), route.size());
  for (const auto value : hash) item::AppendKeyComponent(value, key);
  for (const auto value : range) item::AppendKeyComponent(value, key);
  if (index.kind == catalog::IndexKind::kGlobal) {
    AppendTableKey(table, item, key);
  } else if (table->sort_key) {
    const auto sort = item.Find(table->sort_key->name);
    CHECK(sort);
    item::AppendKeyComponent(*sort, key);
  }
  return key;
}

Result<Bytes> IndexPlaceOf(const Table& table, const Index& index, ItemView key) {
  std::set<std::string_view> names;
  for (const auto& each : index.hash_keys) names.insert(each.name);
  for (const auto& each : index.range_keys) names.insert(each.name);
  names.insert(table->partition_key.name);
  if (table->sort_key) names.insert(table->sort_key->name);
  if (key.count() == names.size() && std::ranges::all_of(names, [&](std::string_view name) {
        return key.Find(name).has_value();
      })) {
    TRY(RowKeyOfItem(table, key));
    if (const auto entry = IndexKeyOf(table, index, key)) return *entry;
    return FailInvalid(texts::kSplitIndexKey);
  }
  std::vector<ValueView> hash;
  if (!CollectValues(index.hash_keys, key, limits::kPartitionKeyBytesMax, hash)) {
    return FailInvalid(texts::kSplitIndexKey);
  }
  const auto route = item::RouteOf(hash);
  Bytes place(route.data(), route.size());
  for (const auto value : hash) item::AppendKeyComponent(value, place);
  std::size_t used = hash.size();
  for (const auto& each : index.range_keys) {
    std::vector<ValueView> sort;
    if (!CollectValues({each}, key, limits::kSortKeyBytesMax, sort)) break;
    item::AppendKeyComponent(sort.front(), place);
    ++used;
  }
  if (used != key.count()) return FailInvalid(texts::kSplitIndexKey);
  return place;
}

item::Item KeyOf(const Table& table, ItemView item) {
  std::vector<std::string_view> names{table->partition_key.name};
  if (table->sort_key) names.emplace_back(table->sort_key->name);
  return item::Pick(item, names);
}

}  // namespace stator::table
