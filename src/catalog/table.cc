#include "catalog/table.h"

#include <algorithm>

#include <fmt/format.h>

namespace stator::catalog {

TableStatus Table::StatusAt(TimeMicros now) const {
  if (settings_.deleted) return TableStatus::kDeleting;
  if (now >= settings_.settled) return TableStatus::kActive;
  return settings_.updating ? TableStatus::kUpdating : TableStatus::kCreating;
}

const Index* Table::FindIndex(std::string_view name) const {
  const auto found = std::ranges::find(settings_.indexes, name, &Index::name);
  return found == settings_.indexes.end() ? nullptr : &*found;
}

std::string TableArn(std::string_view region, std::string_view account, std::string_view name) {
  return fmt::format("arn:aws:dynamodb:{}:{}:table/{}", region, account, name);
}

std::optional<std::string_view> TableNameIn(std::string_view name_or_arn) {
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  constexpr std::string_view kTable = ":table/";
  const auto at = name_or_arn.find(kTable);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view name = name_or_arn.substr(at + kTable.size());
  if (name.empty() || name.find('/') != std::string_view::npos) return std::nullopt;
  return name;
}

}  // namespace stator::catalog
