#include "api/explanation.h"

namespace stator::api {

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
}

}  // namespace stator::api
