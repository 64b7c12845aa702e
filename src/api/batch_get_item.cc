#include <algorithm>
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
#include "base/limits.h"
#include "base/texts.h"
#include "item/row.h"
#include "table/keys.h"
#include "table/units.h"

namespace stator::api {
namespace {

// What the request wants of one table.
struct TableRead {
  const std::string* name;  // as the client gave it
  const KeysAndAttributes* wanted;
  std::optional<expr::Projection> projection;
  catalog::TablePtr table;
  std::vector<storage::Address> rows;  // of the keys, in their order
};

ExpressionParameters Parameters(const KeysAndAttributes& wanted) {
  ExpressionParameters::Given given{.projection = &wanted.projection_expression,
                                    .names = &wanted.expression_attribute_names};
  given.legacy = {.attributes_to_get = &wanted.attributes_to_get};
  return {given, Wording::kPlain};
}

// One table's AttributesToGet does not go with another's ProjectionExpression.
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

// Whatever can be wrong without looking at a table. Counts the keys.
Result<TableRead> CheckTable(Context& context, const std::string& name,
                             const KeysAndAttributes& wanted, std::size_t& keys) {
  const auto parameters = Parameters(wanted);
  TRY(parameters.CheckPlaceholders());
  std::set<BytesView> seen;
  for (const auto& key : *wanted.keys) {
    TRY(CheckAttributeValues(key, Wording::kPlain));
    if (!seen.insert(key.item.bytes()).second) return FailInvalid(texts::kBatchDuplicates);
    if (++keys > limits::kBatchReadsMax) {
      return FailInvalid(fmt::format(texts::kBatchTooLarge, "BatchGetItem"));
    }
  }
  return TableRead{&name, &wanted, TRY(parameters.Bind(context.expressions)).projection, {}, {}};
}

// Finds the table and its rows. No item may be read twice, be its table named by name here and by
// ARN there.
Result<> Locate(Context& context, std::set<std::pair<storage::Space, Bytes>>& seen,
                TableRead& read) {
  read.table = TRY(FindReadyTable(context, *read.name));
  const auto space = read.table->settings().rows;
  for (const auto& key : *read.wanted->keys) {
    auto row_key = TRY(table::RowKeyOfKey(*read.table, key.item.view()));
    if (!seen.emplace(space, row_key).second) return FailInvalid(texts::kBatchDuplicates);
    read.rows.push_back({space, std::move(row_key)});
  }
  return {};
}

Result<std::vector<TableRead>> Check(Context& context, const BatchGetItemRequest& request) {
  if (request.request_items->empty()) {
    return FailInvalid(fmt::format(texts::kBatchEmpty, "BatchGetItem"));
  }
  TRY(CheckMixing(request));
  std::vector<TableRead> reads;
  std::size_t keys = 0;
  for (const auto& [name, wanted] : *request.request_items) {
    reads.push_back(TRY(CheckTable(context, name, wanted, keys)));
  }
  std::set<std::pair<storage::Space, Bytes>> seen;
  for (auto& read : reads) TRY(Locate(context, seen, read));
  return reads;
}

// Reads tables one after the other until all keys are read or the answer is full. Holds one group
// of rows beside the answer.
class BatchReader {
 public:
  BatchReader(Context& context, Explanation* explanation)
      : context_(context), explanation_(explanation) {}

  struct TableItems {
    std::vector<AttributeMap> items;
    std::size_t processed = 0;  // keys, from the first on; the rest did not fit
    table::HalfUnits units = 0;
  };

  Result<TableItems> Read(const TableRead& read) {
    TableItems found;
    for (std::span<const storage::Address> left(read.rows); !left.empty() && !full_;) {
      const auto group = left.first(std::min(left.size(), limits::kBatchReadGroupMax));
      const auto entries = TRY(context_.engine.MultiGet(group));
      for (const auto& entry : entries) {
        TRY(Take(read, entry, found));
        if (full_) break;
      }
      left = left.subspan(group.size());
    }
    return found;
  }

 private:
  Result<> Take(const TableRead& read, const std::optional<storage::Entry>& entry,
                TableItems& found) {
    if (!entry) {
      // The row may have gone with its table, which then answers for itself.
      if (!read.table->current()) TRY(FindReadyTable(context_, *read.name));
      Count(read, std::nullopt, found);
      return {};
    }
    const auto row = TRY(item::DecodeRow(entry->value));
    if (!row.holds_item()) {
      Count(read, std::nullopt, found);
      return {};
    }
    if (row.header.size > room_) {
      full_ = true;
      return {};
    }
    room_ -= row.header.size;
    Count(read, row.header.size, found);
    found.items.emplace_back(read.projection ? expr::Project(*read.projection, row.item)
                                             : item::Item(Bytes(row.item.bytes())));
    return {};
  }

  void Count(const TableRead& read, const std::optional<std::size_t>& item_bytes,
             TableItems& found) {
    const bool consistent = read.wanted->consistent_read.value_or(false);
    const auto units = table::ReadUnitsFor(item_bytes.value_or(0), consistent);
    ++found.processed;
    found.units += units;
    ExplainRead(explanation_, *read.name, item_bytes, consistent, units);
  }

  Context& context_;
  Explanation* explanation_;
  std::size_t room_ = limits::kBatchReplyBytesMax;
  bool full_ = false;
};

// What the client is to ask for again: the keys from the first unread one on, as it asked before.
KeysAndAttributes Rest(const KeysAndAttributes& wanted, std::size_t processed) {
  KeysAndAttributes rest;
  rest.attributes_to_get = wanted.attributes_to_get;
  rest.consistent_read = wanted.consistent_read;
  rest.expression_attribute_names = wanted.expression_attribute_names;
  rest.projection_expression = wanted.projection_expression;
  const auto first = wanted.keys->begin() + static_cast<std::ptrdiff_t>(processed);
  rest.keys.emplace(first, wanted.keys->end());
  return rest;
}

}  // namespace

// Reads items of several tables, each for itself. Every read is consistent here; the flag decides
// what it costs.
Result<BatchGetItemResponse> BatchGetItem(Context& context, const BatchGetItemRequest& request) {
  const auto reads = TRY(Check(context, request));
  BatchGetItemResponse response;
  response.responses.emplace();
  response.unprocessed_keys.emplace();
  BatchReader reader(context, request.explanation);
  for (const auto& read : reads) {
    auto found = TRY(reader.Read(read));
    if (found.processed < read.rows.size()) {
      response.unprocessed_keys->emplace(*read.name, Rest(*read.wanted, found.processed));
    }
    response.responses->emplace(*read.name, std::move(found.items));
    if (found.processed == 0) continue;
    if (auto consumed = Consumed(request.return_consumed_capacity, *read.name, {found.units, {}})) {
      if (!response.consumed_capacity) response.consumed_capacity.emplace();
      response.consumed_capacity->push_back(std::move(*consumed));
    }
  }
  return response;
}

}  // namespace stator::api
