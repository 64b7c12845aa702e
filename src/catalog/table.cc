#include "catalog/table.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/check.h"

namespace stator::catalog {

TableStatus Table::StatusAt(TimeMicros now) const {
  if (settings_.deleted) return TableStatus::kDeleting;
  if (now < settings_.settled) {
    return settings_.updating ? TableStatus::kUpdating : TableStatus::kCreating;
  }
  const Index* index = UnsettledIndex();
  const bool settled = index == nullptr || index->state == IndexState::kBackfilling;
  return settled ? TableStatus::kActive : TableStatus::kUpdating;
}

const Index* Table::FindIndex(std::string_view name) const {
  const auto found = std::ranges::find(settings_.indexes, name, &Index::name);
  return found == settings_.indexes.end() ? nullptr : &*found;
}

const Index* Table::UnsettledIndex() const {
  const auto found = std::ranges::find_if(
      settings_.indexes, [](const Index& index) { return index.state != IndexState::kActive; });
  return found == settings_.indexes.end() ? nullptr : &*found;
}

TimeMicros SettledAt(TimeMicros now, TimeMicros delay) { return delay == 0 ? 0 : now + delay; }

std::size_t PartitionOf(const TableSettings& settings, BytesView row_key) {
  return PartitionOf(settings.partitions, row_key);
}

std::size_t PartitionOf(std::span<const PartitionRange> partitions, BytesView key) {
  const auto after = std::ranges::upper_bound(
      partitions, key, std::less<>(), [](const auto& each) { return BytesView(each.begin); });
  CHECK(after != partitions.begin());  // the first partition begins with the empty key
  return static_cast<std::size_t>(after - partitions.begin()) - 1;
}

std::set<std::string_view> KeyNames(const TableSettings& settings) {
  std::set<std::string_view> names{settings.partition_key.name};
  if (settings.sort_key) names.insert(settings.sort_key->name);
  for (const auto& index : settings.indexes) {
    for (const auto& key : index.hash_keys) names.insert(key.name);
    for (const auto& key : index.range_keys) names.insert(key.name);
  }
  return names;
}

void RemoveIndex(std::string_view name, TableSettings& settings) {
  std::erase_if(settings.indexes, [&](const Index& index) { return index.name == name; });
  const auto used = KeyNames(settings);
  std::erase_if(settings.definitions,
                [&](const KeyAttribute& definition) { return !used.contains(definition.name); });
}

std::string TableArn(std::string_view region, std::string_view account, std::string_view name) {
  return fmt::format("arn:aws:dynamodb:{}:{}:table/{}", region, account, name);
}

std::optional<std::string_view> TableNameIn(std::string_view name_or_arn) {
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  // Four parts between the colons: AWS's partition, the service, region and account.
  std::string_view rest = name_or_arn.substr(std::string_view("arn:").size());
  for (int part = 0; part < 4; ++part) {
    const auto colon = rest.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    if (part == 1 && rest.substr(0, colon) != "dynamodb") return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
  constexpr std::string_view kTable = "table/";
  if (!rest.starts_with(kTable)) return std::nullopt;
  const std::string_view name = rest.substr(kTable.size());
  if (name.empty() || name.find('/') != std::string_view::npos) return std::nullopt;
  return name;
}

}  // namespace stator::catalog
