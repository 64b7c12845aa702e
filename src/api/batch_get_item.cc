#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "base/limits.h"
#include "base/texts.h"
#include "item/row.h"
#include "table/keys.h"
#include "table/units.h"

namespace stator::api {
namespace {

// The part of the request that concerns one table.
struct TableRead {
  const std::string* name;  // as the client named it
  const KeysAndAttributes* wanted;
  std::optional<expr::Projection> projection;
  catalog::TablePtr table;
  std::vector<storage::Address> rows;  // in the order of the keys
};

ExpressionParameters Parameters(const KeysAndAttributes& wanted, Wording wording) {
  ExpressionParameters::Given given{.projection = &wanted.projection_expression,
                                    .names = &wanted.expression_attribute_names};
  given.legacy = {.attributes_to_get = &wanted.attributes_to_get};
  return {given, wording};
}

// Refuses AttributesToGet of one table with ProjectionExpression of another.
Result<> CheckMixing(const BatchGetItemRequest& request) {
  bool legacy = false;
  bool expression = false;
  for (const auto& [name, wanted] : *request.request_items) {
    legacy = legacy || wanted.attributes_to_get;
    expression = expression || wanted.projection_expression;
  }
  if (!legacy || !expression) return {};
  return FailInvalid(
      fmt::format(texts::kMixedParameters, "AttributesToGet", "ProjectionExpression"));
}

// Adds to `keys` and checks that each key occurs once.
Result<> CheckKeys(const KeysAndAttributes& wanted, std::size_t& keys) {
  std::set<BytesView> seen;
  for (const auto& key : *wanted.keys) {
    if (!seen.insert(key.item.bytes()).second) return FailInvalid(texts::kBatchDuplicates);
    if (++keys > limits::kBatchReadsMax) {
      return FailInvalid(fmt::format(texts::kBatchTooLarge, "BatchGetItem"));
    }
  }
  return {};
}

// Makes all checks that do not need a table.
Result<TableRead> CheckTable(const ItemServices& services, Wording wording, const std::string& name,
                             const KeysAndAttributes& wanted, std::size_t& keys) {
  const auto parameters = Parameters(wanted, wording);
  TRY(parameters.CheckMixing());
  TRY(parameters.Check(*wanted.keys));
  auto projection = TRY(parameters.Bind(services.expressions)).projection;
  TRY(CheckKeys(wanted, keys));
  return TableRead{&name, &wanted, std::move(projection), {}, {}};
}

// Finds the table and its rows. Refuses an item that is read twice, even if its table is named once
// by name and once by ARN.
Result<> Locate(const ItemServices& services, std::set<std::pair<storage::Space, Bytes>>& seen,
                TableRead& read) {
  read.table = TRY(FindReadyTable(services.catalog, services.clock, *read.name));
  const auto space = read.table->settings().rows;
  for (const auto& key : *read.wanted->keys) {
    auto row_key = TRY(table::RowKeyOfKey(*read.table, key.item.view()));
    if (!seen.emplace(space, row_key).second) return FailInvalid(texts::kBatchDuplicates);
    read.rows.push_back({space, std::move(row_key)});
  }
  return {};
}

Result<std::vector<TableRead>> Check(const ItemServices& services,
                                     const BatchGetItemRequest& request) {
  if (request.request_items->empty()) {
    return FailInvalid(fmt::format(texts::kBatchEmpty, "BatchGetItem"));
  }
  TRY(CheckMixing(request));
  std::vector<TableRead> reads;
  std::size_t keys = 0;
  for (const auto& [name, wanted] : *request.request_items) {
    const auto wording = WordingOn(request.layer, Wording::kNewer);
    reads.push_back(TRY(CheckTable(services, wording, name, wanted, keys)));
  }
  std::set<std::pair<storage::Space, Bytes>> seen;
  for (auto& read : reads) TRY(Locate(services, seen, read));
  return reads;
}

// Reads one table after another until all keys are read or the answer is full. Skips keys in a
// partition without remaining capacity or in one that has filled its share of the answer. Holds at
// most one group of rows besides the answer.
class BatchReader {
 public:
  BatchReader(const ItemServices& services, Explanation* explanation)
      : services_(services), explanation_(explanation) {}

  struct TableItems {
    std::vector<AttributeMap> items;
    std::vector<bool> processed;  // per key; unprocessed keys were refused or did not fit
    table::HalfUnits units = 0;

    bool all() const { return std::ranges::find(processed, false) == processed.end(); }
  };

  Result<TableItems> Read(const TableRead& read) {
    TableItems found;
    found.processed.resize(read.rows.size());
    for (std::size_t begin = 0; begin < read.rows.size() && !full_;) {
      const auto end = std::min(read.rows.size(), begin + limits::kBatchReadGroupMax);
      TRY(ReadGroup(read, begin, end, found));
      begin = end;
    }
    return found;
  }

  // Returns the request's error if no key was read.
  Result<> Verdict() const {
    NoteIfAllThrottled(services_, "BatchGetItem", throttles_);
    if (!any_ && refused_) return Fail(*refused_);
    return {};
  }

 private:
  struct Admitted {
    std::size_t place;
    ItemMeter meter;
  };
  using Partition = std::pair<storage::Space, std::size_t>;  // space of the rows, partition index

  static Partition PartitionOf(const TableRead& read, std::size_t place) {
    return {read.rows[place].space,
            catalog::PartitionOf(read.table->settings(), read.rows[place].key)};
  }
  // A partition returns at most one page, like a Query. The item that reaches the limit is
  // included, so that a page has at least one item.
  bool Exhausted(const TableRead& read, std::size_t place) const {
    const auto given = given_.find(PartitionOf(read, place));
    return given != given_.end() && given->second >= limits::kPageBytesMax;
  }

  Result<> ReadGroup(const TableRead& read, std::size_t begin, std::size_t end, TableItems& found) {
    const auto admitted = Admit(read, begin, end);
    if (admitted.empty()) return {};
    auto group = std::span(read.rows).subspan(begin, end - begin);
    std::vector<storage::Address> some;
    if (admitted.size() < group.size()) {
      for (const auto& each : admitted) some.push_back(read.rows[each.place]);
      group = some;
    }
    const auto entries = TRY(services_.engine.MultiGet(group));
    for (std::size_t i = 0; i < entries.size() && !full_; ++i) {
      TRY(Take(read, admitted[i], entries[i], found));
    }
    return {};
  }

  std::vector<Admitted> Admit(const TableRead& read, std::size_t begin, std::size_t end) {
    std::vector<Admitted> admitted;
    admitted.reserve(end - begin);
    for (auto place = begin; place < end; ++place) {
      if (Exhausted(read, place)) continue;
      const auto key = (*read.wanted->keys)[place].item.view();
      ItemMeter meter(*read.table, "BatchGetItem", read.rows[place].key,
                      ItemForm(*read.table, key));
      if (auto allowed = meter.Admit(services_, &throttles_)) {
        admitted.push_back({place, meter});
      } else if (!refused_) {
        refused_ = std::move(allowed.error());
      }
    }
    return admitted;
  }

  Result<> Take(const TableRead& read, const Admitted& key,
                const std::optional<storage::Entry>& entry, TableItems& found) {
    if (!entry) {
      // The row may be gone with its table. Then the table's state determines the answer.
      if (!read.table->current())
        TRY(FindReadyTable(services_.catalog, services_.clock, *read.name));
      Count(read, key, std::nullopt, found);
      return {};
    }
    if (Exhausted(read, key.place)) return {};
    const auto row = TRY(item::DecodeRow(entry->value));
    if (!row.holds_item()) {
      Count(read, key, std::nullopt, found);
      return {};
    }
    if (row.header.size > room_) {
      full_ = true;
      return {};
    }
    room_ -= row.header.size;
    given_[PartitionOf(read, key.place)] += row.header.size;
    Count(read, key, row.header.size, found);
    found.items.emplace_back(read.projection ? expr::Project(*read.projection, row.item)
                                             : item::Item(Bytes(row.item.bytes())));
    return {};
  }

  void Count(const TableRead& read, const Admitted& key,
             const std::optional<std::size_t>& item_bytes, TableItems& found) {
    const bool consistent = read.wanted->consistent_read.value_or(false);
    const auto units = table::ReadUnitsFor(item_bytes.value_or(0), consistent);
    any_ = found.processed[key.place] = true;
    found.units += units;
    key.meter.Charge(services_, units);
    ExplainRead(explanation_, *read.name, item_bytes, consistent, units);
  }

  const ItemServices& services_;
  Explanation* explanation_;
  std::size_t room_ = limits::kBatchReplyBytesMax;
  bool full_ = false;
  std::map<Partition, std::size_t> given_;  // bytes of items
  bool any_ = false;                        // whether any key was read
  std::optional<Error> refused_;            // of the first refused key
  capacity::RequestThrottles throttles_;
};

// Returns the keys that were not read, with the request's other parameters, for the client to
// retry.
KeysAndAttributes Rest(const KeysAndAttributes& wanted, const std::vector<bool>& processed) {
  KeysAndAttributes rest;
  rest.attributes_to_get = wanted.attributes_to_get;
  rest.consistent_read = wanted.consistent_read;
  rest.expression_attribute_names = wanted.expression_attribute_names;
  rest.projection_expression = wanted.projection_expression;
  auto& keys = rest.keys.emplace();
  for (std::size_t i = 0; i < processed.size(); ++i) {
    if (!processed[i]) keys.push_back((*wanted.keys)[i]);
  }
  return rest;
}

}  // namespace

// Reads items of several tables independently. Every read is consistent here; the flag determines
// its cost.
Result<BatchGetItemResponse> BatchGetItem(const ItemServices& services,
                                          const BatchGetItemRequest& request) {
  const auto reads = TRY(Check(services, request));
  BatchGetItemResponse response;
  response.responses.emplace();
  response.unprocessed_keys.emplace();
  BatchReader reader(services, request.explanation);
  for (const auto& read : reads) {
    auto found = TRY(reader.Read(read));
    if (!found.all()) {
      response.unprocessed_keys->emplace(*read.name, Rest(*read.wanted, found.processed));
    }
    response.responses->emplace(*read.name, std::move(found.items));
    if (found.units == 0) continue;
    if (auto consumed = Consumed(request.return_consumed_capacity, *read.name, {found.units, {}})) {
      if (!response.consumed_capacity) response.consumed_capacity.emplace();
      response.consumed_capacity->push_back(std::move(*consumed));
    }
  }
  TRY(reader.Verdict());
  return response;
}

}  // namespace stator::api
