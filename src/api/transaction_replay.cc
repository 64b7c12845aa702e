#include "api/transaction_replay.h"

#include <utility>

#include "api/consumed.h"
#include "base/cancellation.h"
#include "capacity/request_throttles.h"

namespace stator::api {

void AddConsumed(const std::optional<ReturnConsumedCapacity>& wanted, const UnitsByTable& units,
                 Access access, std::optional<std::vector<ConsumedCapacity>>& out) {
  for (const auto& [name, used] : units) {
    auto consumed = ConsumedTogether(wanted, name, used, access);
    if (!consumed) return;
    if (!out) out.emplace();
    out->push_back(std::move(*consumed));
  }
}

void TransactionReplay::Add(const std::string& table_name, catalog::TablePtr table, Bytes row_key,
                            item::ItemView item) {
  items_.push_back({&table_name, std::move(table), std::move(row_key), item});
}

Result<> TransactionReplay::Admit(const ItemServices& services) {
  capacity::RequestThrottles throttles;
  CancellationReasons reasons(items_.size());
  bool refused = false;
  meters_.clear();
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    auto& meter = meters_.emplace_back();
    if (item.table == nullptr) continue;
    meter.emplace(*item.table, operation_, item.row_key, ItemForm(*item.table, item.item));
    if (auto admitted = meter->Admit(services, &throttles); !admitted) {
      refused = true;
      reasons[i] = std::move(admitted.error());
    }
  }
  if (refused) return Fail(Cancelled(std::move(reasons)));
  return {};
}

UnitsByTable TransactionReplay::Charge(const ItemServices& services,
                                       const std::vector<table::HalfUnits>& units,
                                       Explanation* explanation) const {
  UnitsByTable sum;
  for (std::size_t i = 0; i < items_.size() && i < units.size(); ++i) {
    const Item& item = items_[i];
    if (item.table == nullptr) continue;
    // A replay that was not admitted is charged all the same.
    if (i < meters_.size()) {
      meters_[i]->Charge(services, units[i]);
    } else {
      ItemMeter(*item.table, operation_, item.row_key, ItemForm(*item.table, item.item))
          .Charge(services, units[i]);
    }
    sum[*item.table_name].table += units[i];
    ExplainRead(explanation, *item.table_name, std::nullopt, true, units[i]);
  }
  return sum;
}

}  // namespace stator::api
