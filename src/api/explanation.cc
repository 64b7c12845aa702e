#include "api/explanation.h"

#include <utility>
#include <vector>

#include "query/key_range.h"
#include "query/key_terms.h"

namespace stator::api {

std::string_view NameOf(ExplainedAccess access) {
  constexpr std::string_view kNames[] = {"get", "query", "scan", "write", "check"};
  return kNames[static_cast<std::size_t>(access)];
}

ExplainedAccess AccessOf(partiql::Access access) {
  switch (access) {
    case partiql::Access::kGet:
      return ExplainedAccess::kGet;
    case partiql::Access::kQuery:
      return ExplainedAccess::kQuery;
    case partiql::Access::kScan:
      return ExplainedAccess::kScan;
  }
  std::unreachable();
}

std::string KeyText(const catalog::Table& table, item::ItemView item) {
  std::vector<query::KeyTerm> terms;
  const auto add = [&](const catalog::KeyAttribute& attribute) {
    if (const auto value = item.Find(attribute.name)) {
      terms.push_back({.attribute = attribute.name, .value = *value});
    }
  };
  add(table->partition_key);
  if (table->sort_key) add(*table->sort_key);
  return query::RangeText(terms);
}

void ExplainKey(Explanation* explanation, const catalog::Table& table, item::ItemView item) {
  if (explanation != nullptr) explanation->key_range = KeyText(table, item);
}

void ExplainRead(Explanation* explanation, const std::string& table,
                 const std::optional<std::size_t>& item_bytes, bool consistent,
                 table::HalfUnits units) {
  if (explanation == nullptr) return;
  if (explanation->table.empty()) explanation->table = table;
  explanation->consistent = consistent;
  explanation->items_examined += item_bytes ? 1 : 0;
  explanation->items_returned += item_bytes ? 1 : 0;
  explanation->bytes_read += item_bytes.value_or(0);
  explanation->units += units;
}

void ExplainWrite(Explanation* explanation, const std::string& table,
                  const table::Written& written) {
  if (explanation == nullptr) return;
  if (explanation->table.empty()) explanation->table = table;
  explanation->items_written += 1;
  explanation->units += written.units.Total();
  for (const auto& [index, units] : written.units.indexes) {
    explanation->index_units[index->name] += units;
  }
}

}  // namespace stator::api
