#include "model/verify/write_run.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace stator::model {
namespace {

constexpr auto kTotal = client::ReturnConsumedCapacity::kTotal;

// One write by itself, as the operation for it.
struct Single {
  client::Connection& database;

  client::Expected<client::WriteResult> operator()(const client::TransactPut& put) const {
    return database.PutItem({.table = put.table,
                             .item = put.item,
                             .condition = put.condition,
                             .names = put.names,
                             .values = put.values,
                             .return_capacity = kTotal});
  }
  client::Expected<client::WriteResult> operator()(const client::TransactUpdate& update) const {
    return database.UpdateItem({.table = update.table,
                                .key = update.key,
                                .update = update.update,
                                .condition = update.condition,
                                .names = update.names,
                                .values = update.values,
                                .return_capacity = kTotal});
  }
  client::Expected<client::WriteResult> operator()(const client::TransactDelete& erase) const {
    return database.DeleteItem({.table = erase.table,
                                .key = erase.key,
                                .condition = erase.condition,
                                .names = erase.names,
                                .values = erase.values,
                                .return_capacity = kTotal});
  }
  // Nothing but a transaction checks without writing.
  client::Expected<client::WriteResult> operator()(const client::ConditionCheck& check) const {
    auto done = database.TransactWriteItems({.actions = {check}, .return_capacity = kTotal});
    if (!done) return std::unexpected(std::move(done).error());
    client::WriteResult result;
    if (!done->capacity.empty()) result.capacity = done->capacity.front();
    return result;
  }
};

bool HasReason(const client::Error& error, std::string_view code) {
  return std::ranges::any_of(
      error.reasons, [&](const client::CancellationReason& reason) { return reason.code == code; });
}

void Note(const client::Error& error, WriteOutcome& outcome) {
  outcome.error = fmt::format("{}: {}", error.code, error.message);
  outcome.conflict = error.Is("TransactionConflictException") ||
                     error.Is("TransactionInProgressException") ||
                     HasReason(error, "TransactionConflict");
  outcome.refused = outcome.conflict || error.Is("ConditionalCheckFailedException") ||
                    HasReason(error, "ConditionalCheckFailed");
}

}  // namespace

WriteOutcome RunWrite(client::Connection& database, bool transaction,
                      const std::vector<client::TransactWrite>& requests) {
  WriteOutcome outcome;
  if (transaction) {
    ++outcome.requests;
    const auto done = database.TransactWriteItems({.actions = requests, .return_capacity = kTotal});
    if (!done) {
      Note(done.error(), outcome);
      return outcome;
    }
    for (const auto& capacity : done->capacity) outcome.units += capacity.total.units;
    return outcome;
  }
  for (const auto& request : requests) {
    ++outcome.requests;
    const auto done = std::visit(Single{database}, request);
    if (!done) {
      Note(done.error(), outcome);
      return outcome;
    }
    if (done->capacity) outcome.units += done->capacity->total.units;
  }
  return outcome;
}

}  // namespace stator::model
