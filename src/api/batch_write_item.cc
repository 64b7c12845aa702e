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

// One of the request's writes, with its table as the client named it.
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

// The item that is put or the key that is deleted.
const AttributeMap& AttributesOf(const WriteRequest& write) {
  return write.put_request ? *write.put_request->item : *write.delete_request->key;
}

// What can be wrong with a write whatever its table is.
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

// The put or delete on the table as it is now.
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

// No item may be written twice, be its table named by name here and by ARN there.
Result<std::vector<table::Command>> MakeCommands(const ItemServices& services,
                                                 const BatchWriteItemRequest& request,
                                                 std::span<const Part> parts,
                                                 const SharedThrottles& throttles) {
  std::vector<table::Command> commands;
  commands.reserve(parts.size());  // `written` leans on it
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

// Whether the write may succeed if the client sends it again.
bool Passing(const Error& error) {
  return error.throttling != nullptr || error.code == ErrorCode::kThrottlingException ||
         error.code == ErrorCode::kUnavailable || error.code == ErrorCode::kInternalServerError ||
         error.code == ErrorCode::kTransactionConflictException;
}

// What failed for good fails the request, and so does what failed for now if nothing else was
// written. Then some writes may have been made: each is for itself.
Result<> CheckOutcomes(std::span<const Outcome> outcomes) {
  const auto failed = [](const Outcome& each) { return !each.has_value(); };
  const auto lasting = [](const Outcome& each) { return !each && !Passing(each.error()); };
  auto found = std::ranges::find_if(outcomes, lasting);
  if (found == outcomes.end() && std::ranges::all_of(outcomes, failed)) found = outcomes.begin();
  if (found == outcomes.end()) return {};
  return Fail(found->error());
}

// What became of the writes of one table.
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
  if (units.table == 0) return;  // nothing of it was written
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

// Puts and deletes items of several tables. All of them are checked before the first is written;
// then each is written for itself.
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
