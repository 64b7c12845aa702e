#include "api/update_decision.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "api/item_checks.h"
#include "base/limits.h"
#include "base/texts.h"
#include "table/keys.h"

namespace stator::api {
namespace {

using catalog::Table;
using item::ItemView;

bool IsTableKey(const Table& table, std::string_view name) {
  return name == table->partition_key.name || (table->sort_key && name == table->sort_key->name);
}

bool IsIndexKey(const Table& table, std::string_view name) {
  const auto named = [&](const auto& keys) {
    return std::ranges::find(keys, name, &catalog::KeyAttribute::name) != keys.end();
  };
  return std::ranges::any_of(table->indexes, [&](const catalog::Index& index) {
    return named(index.hash_keys) || named(index.range_keys);
  });
}

// A literal that no index can take as its key is refused whatever the item holds.
Result<> CheckLiterals(const Table& table, const expr::Update& update) {
  for (const auto& target : update.Targets()) {
    if (target.nested || !target.literal) continue;
    TRY(table::CheckIndexKeyType(table, target.attribute, target.literal->type()));
  }
  return {};
}

// AWS weighs the actions, too: each writing one as 19 bytes, each removing one as 2 (facts 2.4).
Result<> CheckUpdatedSize(const Table& table, const std::optional<expr::Update>& update,
                          ItemView key, ItemView image) {
  constexpr std::size_t kActionsBytes = 3;
  constexpr std::size_t kWritingBytes = 19;
  constexpr std::size_t kRemovingBytes = 2;
  std::size_t bytes = image.Size();
  if (update) {
    const std::size_t actions = kActionsBytes + kWritingBytes * update->writing_actions() +
                                kRemovingBytes * update->removing_actions();
    bytes = std::max(bytes, bytes - key.Size() + actions);
  }
  if (bytes > limits::kItemBytesMax) return FailInvalid(texts::kUpdatedItemTooLarge);
  return CheckSizeWithLocalIndexes(table, image, texts::kUpdatedItemTooLarge);
}

// What the update makes of the stored item. Without an expression it makes sure there is one.
Result<std::optional<item::Item>> NewImage(const std::optional<expr::Update>& update,
                                           const ItemView* stored, const item::Item& key) {
  if (update) return TRY(expr::Apply(*update, stored, key.view())).image;
  return stored != nullptr ? item::Item(Bytes(stored->bytes())) : key;
}

}  // namespace

Result<> CheckTargets(const Table& table, const expr::Update& update) {
  for (const auto& target : update.Targets()) {
    const bool table_key = IsTableKey(table, target.attribute);
    if (target.nested && (table_key || IsIndexKey(table, target.attribute))) {
      return FailInvalid(
          fmt::format(texts::kKeyPathNotScalar, table_key ? "Key" : "IndexKey", target.attribute));
    }
    if (table_key) return FailInvalid(fmt::format(texts::kCannotUpdateKey, target.attribute));
  }
  return CheckLiterals(table, update);
}

Result<table::Decision> DecideUpdate(const Table& table, const std::optional<expr::Update>& update,
                                     const item::Item& key, const ItemView* stored) {
  auto image = TRY(NewImage(update, stored, key));
  if (!image) return table::Decision::Keep();
  TRY(table::CheckUpdatedIndexKeys(table, stored, image->view()));
  TRY(CheckUpdatedSize(table, update, key.view(), image->view()));
  return table::Decision::Replace(std::move(*image));
}

}  // namespace stator::api
