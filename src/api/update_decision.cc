#include "api/update_decision.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/item_checks.h"
#include "base/limits.h"
#include "base/texts.h"
#include "expr/update_charge.h"
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

// Refuses a literal that no index accepts as its key, whatever the item holds.
Result<> CheckLiterals(const Table& table, const std::vector<expr::Update::Target>& targets) {
  for (const auto& target : targets) {
    if (target.nested || !target.literal) continue;
    TRY(table::CheckIndexKeyType(table, target.attribute, target.literal->type()));
  }
  return {};
}

Result<> CheckUpdatedSize(const Table& table, ItemView image) {
  if (image.Size() > limits::kItemBytesMax) return FailInvalid(texts::kUpdatedItemTooLarge);
  return CheckSizeWithLocalIndexes(table, image, texts::kUpdatedItemTooLarge);
}

// Applies the update to the stored item. Without an expression it creates the item if it is
// missing.
Result<std::optional<item::Item>> NewImage(const std::optional<expr::Update>& update,
                                           const ItemView* stored, const item::Item& key) {
  if (update) return TRY(expr::Apply(*update, stored, key.view())).image;
  return stored != nullptr ? item::Item(Bytes(stored->bytes())) : key;
}

}  // namespace

Result<> CheckUpdateCharge(const expr::Update& update) {
  if (expr::UpdateCharge(update) <= limits::kItemBytesMax) return {};
  return FailInvalid(texts::kUpdatedItemTooLarge);
}

Result<> CheckTargets(const Table& table, const expr::Update& update) {
  const auto targets = update.Targets();
  for (const auto& target : targets) {
    if (!IsTableKey(table, target.attribute)) continue;
    return FailInvalid(fmt::format(texts::kCannotUpdateKey, target.attribute));
  }
  for (const auto& target : targets) {
    if (!target.nested || !IsIndexKey(table, target.attribute)) continue;
    return FailInvalid(fmt::format(texts::kKeyPathNotScalar, "IndexKey", target.attribute));
  }
  return CheckLiterals(table, targets);
}

Result<table::Decision> DecideUpdate(const Table& table, const std::optional<expr::Update>& update,
                                     const item::Item& key, const ItemView* stored) {
  auto image = TRY(NewImage(update, stored, key));
  if (!image) return table::Decision::Keep();
  TRY(table::CheckUpdatedIndexKeys(table, stored, image->view()));
  TRY(CheckUpdatedSize(table, image->view()));
  return table::Decision::Replace(std::move(*image));
}

}  // namespace stator::api
