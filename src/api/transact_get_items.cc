#include <map>
#include <set>
#include <utility>
#include <vector>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "api/transaction_reads.h"
#include "base/cancellation.h"
#include "base/limits.h"
#include "base/texts.h"
#include "item/row.h"
#include "table/keys.h"
#include "table/units.h"

namespace stator::api {
namespace {

// The part of the request that concerns one item.
struct ItemRead {
  const Get* get;
  std::optional<expr::Projection> projection;
  catalog::TablePtr table;
};

struct Reads {
  std::vector<ItemRead> items;
  std::vector<storage::Address> rows;  // in the order of the items
};

Result<ItemRead> Check(const ItemServices& services, Wording wording, const Get& get) {
  const ExpressionParameters parameters(
      {.projection = &get.projection_expression, .names = &get.expression_attribute_names},
      wording);
  TRY(parameters.CheckMixing());
  TRY(parameters.Check({&*get.key, 1}));
  return ItemRead{&get, TRY(parameters.Bind(services.expressions)).projection, {}};
}

Result<Reads> CheckAll(const ItemServices& services, const TransactGetItemsRequest& request) {
  Reads reads;
  for (const auto& item : *request.transact_items) {
    const auto wording = WordingOn(request.layer, Wording::kNewer);
    reads.items.push_back(TRY(Check(services, wording, *item.get)));
  }
  for (auto& item : reads.items) {
    item.table = TRY(FindReadyTable(services.catalog, services.clock, *item.get->table_name));
    TRY(table::CheckKeyNotEmpty(*item.table, item.get->key->item.view()));
  }
  std::set<std::pair<storage::Space, Bytes>> seen;
  CancellationReasons reasons(reads.items.size());
  bool refused = false;
  for (std::size_t i = 0; i < reads.items.size(); ++i) {
    const auto& [get, projection, table] = reads.items[i];
    auto row_key = table::RowKeyOfKey(*table, get->key->item.view());
    if (!row_key) {
      if (!std::exchange(refused, true)) reasons[i] = row_key.error();
      continue;
    }
    if (!seen.emplace((*table)->rows, *row_key).second) {
      return FailInvalid(texts::kTransactionDuplicates);
    }
    reads.rows.push_back({(*table)->rows, *std::move(row_key)});
  }
  if (refused) return Fail(Cancelled(std::move(reasons)));
  return reads;
}

// Admits all items before any is read.
Result<std::vector<ItemMeter>> AdmitAll(const ItemServices& services, std::string_view operation,
                                        const Reads& reads, capacity::RequestThrottles& throttles) {
  std::vector<ItemMeter> meters;
  CancellationReasons reasons(reads.items.size());
  bool refused = false;
  for (std::size_t i = 0; i < reads.items.size(); ++i) {
    const auto& [get, projection, table] = reads.items[i];
    auto& meter = meters.emplace_back(*table, operation, reads.rows[i].key,
                                      ItemForm(*table, get->key->item.view()));
    if (auto admitted = meter.Admit(services, &throttles); !admitted) {
      refused = true;
      reasons[i] = std::move(admitted.error());
    }
  }
  if (refused) return Fail(Cancelled(std::move(reasons)));
  return meters;
}

// A read of an item that a transaction is about to change fails with a conflict.
Result<> CheckConflicts(const ItemServices& services, const Reads& reads,
                        const std::vector<std::optional<storage::Entry>>& found) {
  CancellationReasons reasons(reads.items.size());
  bool conflict = false;
  for (std::size_t i = 0; i < reads.items.size(); ++i) {
    const bool marked =
        found[i] && !TRY(item::DecodeRow(found[i]->value)).header.transaction.empty();
    if (marked) services.transactions.Met(reads.items[i].table, reads.rows[i].key);
    if (!marked && !services.transactions.Holding({&reads.rows[i], 1})) continue;
    conflict = true;
    reasons[i] = Error(ErrorCode::kTransactionConflictException, texts::kTransactionConflict);
  }
  if (!conflict) return {};
  return Fail(Cancelled(std::move(reasons)));
}

bool AnyGoneWithItsTable(const Reads& reads,
                         const std::vector<std::optional<storage::Entry>>& found) {
  for (std::size_t i = 0; i < reads.items.size(); ++i) {
    if (!found[i] && !reads.items[i].table->current()) return true;
  }
  return false;
}

class Answerer {
 public:
  explicit Answerer(const TransactGetItemsRequest& request) : request_(request) {}

  // Adds the item to the answer and returns its cost.
  Result<table::HalfUnits> Add(const ItemRead& read, const std::optional<storage::Entry>& entry) {
    auto& answer = responses_.emplace_back();
    std::optional<std::size_t> bytes;
    if (entry) {
      const auto row = TRY(item::DecodeRow(entry->value));
      if (row.holds_item()) {
        bytes = row.header.size;
        auto chosen = read.projection ? expr::Project(*read.projection, row.item)
                                      : item::Item(Bytes(row.item.bytes()));
        if (chosen.view().count() > 0) answer.item = std::move(chosen);
      }
    }
    bytes_ += bytes.value_or(0);
    if (bytes_ > limits::kTransactionBytesMax) return FailInvalid(texts::kTransactionReplyTooLarge);
    const auto units = 2 * table::ReadUnitsFor(bytes.value_or(0), true);
    units_[*read.get->table_name].table += units;
    ExplainRead(request_.explanation, *read.get->table_name, bytes, true, units);
    return units;
  }

  TransactGetItemsResponse Take() {
    TransactGetItemsResponse response;
    response.responses = std::move(responses_);
    for (const auto& [name, used] : units_) {
      auto consumed =
          ConsumedTogether(request_.return_consumed_capacity, name, used, Access::kRead);
      if (!consumed) break;
      if (!response.consumed_capacity) response.consumed_capacity.emplace();
      response.consumed_capacity->push_back(std::move(*consumed));
    }
    return response;
  }

 private:
  const TransactGetItemsRequest& request_;
  std::vector<ItemResponse> responses_;
  std::map<std::string, table::UnitsUsed> units_;
  std::size_t bytes_ = 0;
};

}  // namespace

Result<TransactGetItemsResponse> ReadTogether(const ItemServices& services,
                                              const TransactGetItemsRequest& request,
                                              std::string_view operation) {
  capacity::RequestThrottles throttles;
  for (std::size_t attempts = 0; attempts < limits::kStaleTriesMax; ++attempts) {
    const auto reads = TRY(CheckAll(services, request));
    const auto meters = TRY(AdmitAll(services, operation, reads, throttles));
    const auto found = TRY(services.engine.MultiGet(reads.rows));
    // A row may be gone with its table. Then the table's state determines the answer.
    if (AnyGoneWithItsTable(reads, found)) continue;
    TRY(CheckConflicts(services, reads, found));
    Answerer answerer(request);
    std::vector<table::HalfUnits> units;
    for (std::size_t i = 0; i < reads.items.size(); ++i) {
      units.push_back(TRY(answerer.Add(reads.items[i], found[i])));
    }
    for (std::size_t i = 0; i < meters.size(); ++i) meters[i].Charge(services, units[i]);
    return answerer.Take();
  }
  return Fail(ErrorCode::kInternalServerError, texts::kTableUnsettled);
}

// Reads up to a hundred items as of one moment.
Result<TransactGetItemsResponse> TransactGetItems(const ItemServices& services,
                                                  const TransactGetItemsRequest& request) {
  return ReadTogether(services, request, "TransactGetItems");
}

}  // namespace stator::api
