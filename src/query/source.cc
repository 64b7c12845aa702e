#include "query/source.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/texts.h"
#include "item/encoder.h"
#include "table/keys.h"

namespace stator::query {
namespace {

using catalog::KeyAttribute;

bool Names(std::span<const KeyAttribute> keys, std::string_view attribute) {
  return std::ranges::find(keys, attribute, &KeyAttribute::name) != keys.end();
}

std::span<const KeyAttribute> TableRangeKeys(const catalog::Table& table) {
  const auto& sort = table->sort_key;
  return sort ? std::span(&*sort, 1) : std::span<const KeyAttribute>();
}

bool IsTableKey(const catalog::Table& table, std::string_view attribute) {
  return table->partition_key.name == attribute || Names(TableRangeKeys(table), attribute);
}

// Returns the attributes of a position, each once.
std::vector<const KeyAttribute*> PositionKeys(const Source& source) {
  std::vector<const KeyAttribute*> keys;
  const auto add = [&](std::span<const KeyAttribute> more) {
    for (const auto& key : more) {
      const auto same = [&](const KeyAttribute* known) { return known->name == key.name; };
      if (std::ranges::none_of(keys, same)) keys.push_back(&key);
    }
  };
  add(source.hash_keys());
  add(source.range_keys());
  add(std::span(&(*source.table)->partition_key, 1));
  add(TableRangeKeys(*source.table));
  return keys;
}

Error BadStart(std::string_view why) { return Invalid(fmt::format(texts::kStartKeyBecause, why)); }

// AWS has another text for the same mistake in a Scan of the table itself.
Error WrongAttributes(const Source& source, StartOf what) {
  if (what == StartOf::kScan && source.index == nullptr) return BadStart(texts::kKeyMismatch);
  return Invalid(texts::kStartKey);
}

// The newer validation layer of Scan checks the types of index keys first, as for items.
Error WrongType(const Source& source, const KeyAttribute& key, item::Type type, StartOf what) {
  if (what == StartOf::kNewerScan) {
    auto fits = table::CheckIndexKeyType(*source.table, key.name, type);
    if (!fits) return std::move(fits.error());
  }
  return WrongAttributes(source, what);
}

}  // namespace

storage::Space Source::space() const {
  return index != nullptr ? index->space : table->settings().rows;
}

bool Source::local() const { return index != nullptr && index->kind == catalog::IndexKind::kLocal; }

bool Source::global() const {
  return index != nullptr && index->kind == catalog::IndexKind::kGlobal;
}

std::span<const KeyAttribute> Source::hash_keys() const {
  if (index != nullptr) return index->hash_keys;
  return {&table->settings().partition_key, 1};
}

std::span<const KeyAttribute> Source::range_keys() const {
  if (index != nullptr) return index->range_keys;
  return TableRangeKeys(*table);
}

bool Source::IsKey(std::string_view attribute) const {
  return Names(hash_keys(), attribute) || Names(range_keys(), attribute);
}

bool Source::HoldsAll() const {
  return index == nullptr || index->projection == catalog::ProjectionKind::kAll;
}

bool Source::Holds(std::string_view attribute) const {
  if (HoldsAll() || IsKey(attribute) || IsTableKey(*table, attribute)) return true;
  return std::ranges::find(index->included, attribute) != index->included.end();
}

item::Item PositionOf(const Source& source, item::ItemView entry) {
  std::vector<std::string_view> names;
  for (const auto* key : PositionKeys(source)) names.emplace_back(key->name);
  return item::Pick(entry, names);
}

Result<Bytes> KeyOfPosition(const Source& source, item::ItemView position, StartOf what) {
  const auto keys = PositionKeys(source);
  if (position.count() != keys.size()) return Fail(WrongAttributes(source, what));
  for (const auto* key : keys) {
    const auto value = position.Find(key->name);
    if (!value) return Fail(WrongAttributes(source, what));
    if (value->type() != key->type) return Fail(WrongType(source, *key, value->type(), what));
  }
  auto row_key = table::RowKeyOfItem(*source.table, position);
  if (!row_key) {
    return Fail(what == StartOf::kScan ? BadStart(row_key.error().message)
                                       : std::move(row_key.error()));
  }
  if (source.index == nullptr) return std::move(*row_key);
  auto key = table::IndexKeyOf(*source.table, *source.index, position);
  if (!key) return FailInvalid(texts::kStartKey);
  return std::move(*key);
}

}  // namespace stator::query
