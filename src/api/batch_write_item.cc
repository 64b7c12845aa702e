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
#include "api/item_checks.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "base/limits.h"
#include "base/texts.h"
#include "table/blind.h"
#include "table/keys.h"

namespace stator::api {
namespace {

using Outcome = Result<table::Written>;

// One write of the request, with its table as the client named it.
struct Part {
  const std::string* table_name;
  const WriteRequest* write;
};

std::vector<Part> PartsOf(const BatchWriteItemRequest& request) {
  std::vector<Part> parts;
  for (const auto& [name, writes] : *request.request_items) {
    for (const auto& write : writes) parts.push_back({&name, &write});
  }
  return parts;
}

// Returns the item to put or the key to delete.
const AttributeMap& AttributesOf(const WriteRequest& write) {
  return write.put_request ? *write.put_request->item : *write.delete_request->key;
}

// Makes the checks of a write that are the same for all tables.
Result<> CheckWrite(const WriteRequest& write, Wording wording) {
  if (write.put_request.has_value() == write.delete_request.has_value()) {
    return FailInvalid(texts::kValueAmbiguous);
  }
  const auto& attributes = AttributesOf(write);
  TRY(CheckAttributeValues(attributes, wording));
  if (write.put_request && attributes.item.view().Size() > limits::kItemBytesMax) {
    return FailInvalid(texts::kItemTooLarge);
  }
  return {};
}

Result<> CheckRequest(std::span<const Part> parts, Wording wording) {
  if (parts.empty()) return FailInvalid(fmt::format(texts::kBatchEmpty, "BatchWriteItem"));
  if (parts.size() > limits::kBatchWritesMax) {
    return FailInvalid(fmt::format(texts::kBatchTooLarge, "BatchWriteItem"));
  }
  for (const auto& part : parts) TRY(CheckWrite(*part.write, wording));
  return {};
}

// Returns the put or delete as a command on the current table.
Result<table::Command> MakeCommand(const ItemServices& services,
                                   const BatchWriteItemRequest& request, const Part& part,
                                   const SharedThrottles& throttles) {
  auto table = TRY(FindReadyTable(services.catalog, services.clock, *part.table_name));
  const table::Wanted wanted{
      .collection_size = WantsCollectionSize(request.return_item_collection_metrics, *table)};
  const auto& attributes = AttributesOf(*part.write).item;
  table::Command command;
  command.wanted = wanted;
  command.admission = MeterWrite(services, "BatchWriteItem", ItemForm(*table, attributes.view()),
                                 Charged::kOnce, throttles);
  if (part.write->delete_request) {
    command.row_key = TRY(table::RowKeyOfKey(*table, attributes.view()));
    command.decide = table::Blind{table::Decision::Remove()};
  } else {
    command.row_key =
        TRY(table::RowKeyOfItem(*table, attributes.view(), table::KeyTypeText::kMismatch));
    TRY(CheckSizeWithLocalIndexes(*table, attributes.view(), texts::kItemTooLarge));
    command.effort.bytes = attributes.bytes().size();
    command.decide = table::Blind{table::Decision::ReplaceBorrowed(attributes)};
  }
  command.table = std::move(table);
  return command;
}

// Refuses an item that is written twice, even if its table is named once by name and once by ARN.
Result<std::vector<table::Command>> MakeCommands(const ItemServices& services,
                                                 const BatchWriteItemRequest& request,
                                                 std::span<const Part> parts,
                                                 const SharedThrottles& throttles) {
  std::vector<table::Command> commands;
  commands.reserve(parts.size());  // `written` holds views into it
  std::set<std::pair<storage::Space, BytesView>> written;
  for (const auto& part : parts) {
    const auto& command =
        commands.emplace_back(TRY(MakeCommand(services, request, part, throttles)));
    if (!written.emplace(command.table->settings().rows, command.row_key).second) {
      return FailInvalid(texts::kBatchDuplicates);
    }
  }
  return commands;
}

// Whether the write may succeed if the client retries it.
bool Passing(const Error& error) {
  return error.throttling != nullptr || error.code == ErrorCode::kThrottlingException ||
         error.code == ErrorCode::kUnavailable || error.code == ErrorCode::kInternalServerError ||
         error.code == ErrorCode::kTransactionConflictException;
}

// A permanent failure of any write fails the request. A temporary failure fails the request only if
// all writes failed. Writes are independent, so a failed request may have written some items.
Result<> CheckOutcomes(std::span<const Outcome> outcomes) {
  const auto failed = [](const Outcome& each) { return !each.has_value(); };
  const auto lasting = [](const Outcome& each) { return !each && !Passing(each.error()); };
  auto found = std::ranges::find_if(outcomes, lasting);
  if (found == outcomes.end() && std::ranges::all_of(outcomes, failed)) found = outcomes.begin();
  if (found == outcomes.end()) return {};
  return Fail(found->error());
}

// Adds the outcomes of one table's writes to the response.
void AddTable(const BatchWriteItemRequest& request, const std::string& name,
              const std::vector<WriteRequest>& writes, std::span<const Outcome> outcomes,
              BatchWriteItemResponse& response) {
  table::UnitsUsed units;
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (!outcomes[i]) {
      (*response.unprocessed_items)[name].push_back(writes[i]);
      continue;
    }
    units.Add(outcomes[i]->units);
    ExplainWrite(request.explanation, name, *outcomes[i]);
    if (auto metrics = CollectionMetrics(request.return_item_collection_metrics, *outcomes[i],
                                         AttributesOf(writes[i]).item.view())) {
      if (!response.item_collection_metrics) response.item_collection_metrics.emplace();
      AddMetrics(std::move(*metrics), (*response.item_collection_metrics)[name]);
    }
  }
  if (units.table == 0) return;  // no item of the table was written
  if (auto consumed = Consumed(request.return_consumed_capacity, name, units)) {
    if (!response.consumed_capacity) response.consumed_capacity.emplace();
    response.consumed_capacity->push_back(std::move(*consumed));
  }
}

Result<BatchWriteItemResponse> Answer(const BatchWriteItemRequest& request,
                                      std::span<const Outcome> outcomes) {
  TRY(CheckOutcomes(outcomes));
  BatchWriteItemResponse response;
  response.unprocessed_items.emplace();
  for (const auto& [name, writes] : *request.request_items) {
    AddTable(request, name, writes, outcomes.first(writes.size()), response);
    outcomes = outcomes.subspan(writes.size());
  }
  return response;
}

}  // namespace

// Puts and deletes items of several tables. All writes are checked before the first one runs. Then
// each write runs independently.
Result<Writes<BatchWriteItemResponse>> BatchWriteItem(const ItemServices& services,
                                                      const BatchWriteItemRequest& request) {
  auto parts = PartsOf(request);
  TRY(CheckRequest(parts, WordingOn(request.layer, Wording::kNewer)));
  auto throttles = std::make_shared<capacity::RequestThrottles>();
  auto commands = TRY(MakeCommands(services, request, parts, throttles));
  auto again = [&services, &request, parts = std::move(parts), throttles](std::size_t place) {
    return MakeCommand(services, request, parts[place], throttles);
  };
  auto answer = [&services, &request,
                 throttles](std::vector<Outcome>&& outcomes) -> Result<BatchWriteItemResponse> {
    NoteIfAllThrottled(services, "BatchWriteItem", *throttles);
    return Answer(request, outcomes);
  };
  return Writes<BatchWriteItemResponse>{std::move(commands), std::move(again), std::move(answer)};
}

}  // namespace stator::api
