#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/explanation.h"
#include "api/metering.h"
#include "api/operation.h"
#include "api/services.h"
#include "api/types.h"
#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"
#include "table/units.h"
#include "table/write.h"

namespace stator::api {

using UnitsByTable = std::map<std::string, table::UnitsUsed>;  // as the client named the tables

// Adds the units of a transaction to its answer, if the client requested them.
void AddConsumed(const std::optional<ReturnConsumedCapacity>& wanted, const UnitsByTable& units,
                 Access access, std::optional<std::vector<ConsumedCapacity>>& out);

// The items of a transaction that had already ended. A repeated request with its token reads the
// items instead of writing them.
class TransactionReplay {
 public:
  // Lifetime: `operation` outlives the replay.
  explicit TransactionReplay(std::string_view operation) : operation_(operation) {}

  bool empty() const { return items_.empty(); }

  // Adds the item of the next action. `table_name` and `item` must outlive the replay. Without a
  // table the item is gone or was replaced, and costs nothing.
  void Add(const std::string& table_name, catalog::TablePtr table, Bytes row_key,
           item::ItemView item);

  // Admits the reads of all items. Errors: the transaction is cancelled.
  Result<> Admit(const ItemServices& services);

  // Charges the reads. `units` has one element for each action.
  UnitsByTable Charge(const ItemServices& services, const std::vector<table::HalfUnits>& units,
                      Explanation* explanation) const;

 private:
  struct Item {
    const std::string* table_name;
    catalog::TablePtr table;
    Bytes row_key;
    item::ItemView item;
  };

  std::string_view operation_;
  std::vector<Item> items_;
  std::vector<std::optional<ItemMeter>> meters_;  // made by Admit, with views into `items_`
};

}  // namespace stator::api
