#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/handlers.h"
#include "api/metering.h"
#include "api/partiql/binding.h"
#include "api/partiql/statement_read.h"
#include "api/partiql/statement_write.h"
#include "base/partiql_texts.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "capacity/request_throttles.h"
#include "item/row.h"
#include "table/units.h"

namespace stator::api {
namespace {

using BatchCode = BatchStatementErrorCodeEnum;
using BatchWork = StatementWork<BatchExecuteStatementResponse>;

constexpr std::string_view kBatchStatement = "BatchExecuteStatement";

BatchCode CodeOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kConditionalCheckFailedException:
      return BatchCode::kConditionalCheckFailed;
    case ErrorCode::kDuplicateItemException:
      return BatchCode::kDuplicateItem;
    case ErrorCode::kItemCollectionSizeLimitExceededException:
      return BatchCode::kItemCollectionSizeLimitExceeded;
    case ErrorCode::kRequestLimitExceeded:
      return BatchCode::kRequestLimitExceeded;
    case ErrorCode::kProvisionedThroughputExceededException:
      return BatchCode::kProvisionedThroughputExceeded;
    case ErrorCode::kTransactionConflictException:
      return BatchCode::kTransactionConflict;
    case ErrorCode::kThrottlingException:
      return BatchCode::kThrottlingError;
    case ErrorCode::kResourceNotFoundException:
      return BatchCode::kResourceNotFound;
    case ErrorCode::kAccessDeniedException:
      return BatchCode::kAccessDenied;
    case ErrorCode::kValidationException:
      return BatchCode::kValidationError;
    default:
      return BatchCode::kInternalServerError;
  }
}

BatchStatementResponse FailedSlot(const Error& error, std::optional<std::string> table_name) {
  BatchStatementResponse response;
  response.error.emplace();
  response.error->code = CodeOf(error);
  response.error->message = error.message;
  response.table_name = std::move(table_name);
  return response;
}

// The units of one table's members. A failed member is in the total but in no part.
struct BatchUnits {
  table::UnitsUsed used;
  table::HalfUnits failed = 0;
  bool any = false;  // a member succeeded
};

// A batch after all checks that need no item.
struct StatementBatch {
  // A member that can run has a read or a write; otherwise its slot has the error.
  struct Member {
    std::shared_ptr<const StatementRead> read;
    std::shared_ptr<const StatementWrite> write;
  };
  std::vector<std::optional<partiql::BoundStatement>> bound;
  std::vector<Member> members;
  std::vector<BatchStatementResponse> slots;
  bool writes = false;
};

Result<> CheckMixture(StatementBatch& batch) {
  bool reads = false;
  for (const auto& bound : batch.bound) {
    if (!bound) continue;
    (bound->statement->kind == partiql::Statement::Kind::kSelect ? reads : batch.writes) = true;
  }
  if (reads && batch.writes) return FailInvalid(texts::kBatchMixed);
  return {};
}

void PlanMember(const ItemServices& services, StatementBatch& batch, std::size_t place) {
  const partiql::BoundStatement& bound = *batch.bound[place];
  const auto fail = [&](const Error& error) {
    batch.slots[place] = FailedSlot(error, bound.statement->table);
  };
  if (bound.statement->exists) {
    return fail({ErrorCode::kValidationException, texts::kExistsOutsideWrites});
  }
  if (bound.statement->kind == partiql::Statement::Kind::kSelect) {
    auto read = StatementRead::Make(services, bound, texts::kBatchReadNeedsKey);
    if (!read) return fail(read.error());
    batch.members[place].read = *std::move(read);
    return;
  }
  // AWS accepts ReturnValuesOnConditionCheckFailure in a batch and never returns the item.
  auto write = StatementWrite::Make(services, bound, std::nullopt);
  if (!write) return fail(write.error());
  batch.members[place].write = *std::move(write);
}

Result<> CheckDistinctItems(const StatementBatch& batch) {
  std::set<std::pair<storage::Space, BytesView>> named;
  for (const StatementBatch::Member& member : batch.members) {
    bool fresh = true;
    if (member.read) {
      fresh = named.emplace((*member.read->table())->rows, member.read->row_key()).second;
    } else if (member.write) {
      fresh = named.emplace((*member.write->table())->rows, member.write->row_key()).second;
    }
    if (!fresh) return FailInvalid(texts::kBatchDuplicates);
  }
  return {};
}

Result<std::shared_ptr<StatementBatch>> PlanBatch(const ItemServices& services,
                                                  const BatchExecuteStatementRequest& request) {
  auto batch = std::make_shared<StatementBatch>();
  const auto& statements = *request.statements;
  batch->slots.resize(statements.size());
  batch->members.resize(statements.size());
  for (std::size_t i = 0; i < statements.size(); ++i) {
    auto bound = BindStatement(services, *statements[i].statement, statements[i].parameters);
    if (!bound) batch->slots[i] = FailedSlot(bound.error(), std::nullopt);
    batch->bound.push_back(bound ? std::optional(*std::move(bound)) : std::nullopt);
  }
  TRY(CheckMixture(*batch));
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (batch->bound[i]) PlanMember(services, *batch, i);
  }
  TRY(CheckDistinctItems(*batch));
  return batch;
}

// Collects the answers of a batch's members.
class BatchAnswers {
 public:
  BatchAnswers(const BatchExecuteStatementRequest& request, StatementBatch& batch)
      : request_(request), batch_(batch), slots_(std::move(batch.slots)) {
    if (request.explanation != nullptr) explained_.resize(slots_.size());
  }

  // Notes how a member ran, if the client asked for it. `explain` returns the explanation.
  template <class Make>
  void Explain(std::size_t place, Make explain) {
    if (request_.explanation != nullptr) explained_[place] = explain();
  }

  void Succeed(std::size_t place, const std::string& table_name, const table::UnitsUsed& units,
               std::optional<AttributeMap> item) {
    slots_[place].table_name = table_name;
    slots_[place].item = std::move(item);
    BatchUnits& all = units_[table_name];
    all.used.Add(units);
    all.any = true;
  }

  void Fail(std::size_t place, const std::string& table_name, const Error& error) {
    slots_[place] = FailedSlot(error, table_name);
    units_[table_name].failed += UnitsOf(error);
    const auto& member = batch_.members[place];
    Explain(place, [&] {
      if (member.write) return member.write->Explained(UnitsOf(error));
      return member.read->Explained(0, 0, false);
    });
  }

  BatchExecuteStatementResponse Take() {
    if (request_.explanation != nullptr) ExplainAll(*request_.explanation);
    BatchExecuteStatementResponse response;
    response.responses = std::move(slots_);
    for (const auto& [name, units] : units_) {
      if (!units.any) continue;
      auto consumed = Consumed(request_.return_consumed_capacity, name, units.used);
      if (!consumed) break;
      consumed->capacity_units =
          consumed->capacity_units.value_or(0) + static_cast<double>(units.failed) / 2;
      if (!response.consumed_capacity) response.consumed_capacity.emplace();
      response.consumed_capacity->push_back(std::move(*consumed));
    }
    return response;
  }

 private:
  // Members that did not run have only a kind and a table, if their text is a statement.
  void ExplainAll(Explanation& explanation) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      auto& explained = explained_[i];
      if (explained.kind.empty() && batch_.bound[i]) {
        explained.kind = KindText(*batch_.bound[i]->statement);
        explained.table = batch_.bound[i]->statement->table;
      }
      if (slots_[i].error) explained.error = ToString(*slots_[i].error->code);
      if (explanation.table.empty()) explanation.table = explained.table;
    }
    explanation.statements = std::move(explained_);
  }

  const BatchExecuteStatementRequest& request_;
  const StatementBatch& batch_;
  std::vector<BatchStatementResponse> slots_;
  std::vector<StatementExplanation> explained_;  // empty: nobody asked
  std::map<std::string, BatchUnits> units_;
};

// Reads one member. Every read is consistent here; the flag determines its cost.
Result<> ReadMember(const ItemServices& services, const BatchExecuteStatementRequest& request,
                    const StatementRead& read, std::size_t place,
                    capacity::RequestThrottles& throttles, BatchAnswers& answers) {
  ItemMeter meter(*read.table(), kBatchStatement, read.row_key(),
                  ItemForm(*read.table(), read.key().view()));
  TRY(meter.Admit(services, &throttles));
  const auto stored = TRY(services.engine.Get((*read.table())->rows, read.row_key()));
  if (!stored && !read.table()->current()) {
    return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
  }
  std::optional<std::size_t> bytes;
  std::optional<AttributeMap> item;
  if (stored) {
    const auto row = TRY(item::DecodeRow(stored->value));
    if (row.holds_item()) {
      bytes = row.header.size;
      if (auto chosen = read.Chosen(row.item)) item.emplace(*std::move(chosen));
    }
  }
  const bool consistent = (*request.statements)[place].consistent_read.value_or(false);
  const auto units = table::ReadUnitsFor(bytes.value_or(0), consistent);
  meter.Charge(services, units);
  if (services.item_reads == Metering::kOn) {
    NoteLiterals(services, kBatchStatement, read.statement(), units);
  }
  ExplainRead(request.explanation, read.table_name(), bytes, consistent, units);
  answers.Explain(place, [&] { return read.Explained(bytes ? 1 : 0, units, consistent); });
  answers.Succeed(place, read.table_name(), {units, {}}, std::move(item));
  return {};
}

Result<BatchExecuteStatementResponse> ReadBatch(const ItemServices& services,
                                                const BatchExecuteStatementRequest& request,
                                                StatementBatch& batch) {
  BatchAnswers answers(request, batch);
  capacity::RequestThrottles throttles;
  for (std::size_t i = 0; i < batch.members.size(); ++i) {
    for (std::size_t attempt = 1; batch.members[i].read != nullptr; ++attempt) {
      const auto read =
          ReadMember(services, request, *batch.members[i].read, i, throttles, answers);
      if (read) break;
      if (read.error().code != ErrorCode::kStaleDescriptor || attempt == limits::kStaleTriesMax) {
        answers.Fail(i, batch.bound[i]->statement->table, read.error());
        break;
      }
      auto again = StatementRead::Make(services, *batch.bound[i], texts::kBatchReadNeedsKey);
      if (!again) {
        answers.Fail(i, batch.bound[i]->statement->table, again.error());
        break;
      }
      batch.members[i].read = *std::move(again);
    }
  }
  NoteIfAllThrottled(services, kBatchStatement, throttles);
  return answers.Take();
}

// Returns the places of the members that write, in the order of the commands.
std::vector<std::size_t> WritePlaces(const StatementBatch& batch) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < batch.members.size(); ++i) {
    if (batch.members[i].write) places.push_back(i);
  }
  return places;
}

BatchWork WriteBatch(const ItemServices& services, const BatchExecuteStatementRequest& request,
                     const std::shared_ptr<StatementBatch>& batch) {
  const auto places = WritePlaces(*batch);
  const auto throttles = std::make_shared<capacity::RequestThrottles>();
  Writes<BatchExecuteStatementResponse> writes;
  for (const std::size_t place : places) {
    writes.commands.push_back(CommandOf(services, batch->members[place].write, kBatchStatement,
                                        Charged::kOnce, throttles));
  }
  writes.again = [&services, batch, places,
                  throttles](std::size_t number) -> Result<table::Command> {
    auto& write = batch->members[places[number]].write;
    write = TRY(StatementWrite::Make(services, *batch->bound[places[number]], std::nullopt));
    return CommandOf(services, write, kBatchStatement, Charged::kOnce, throttles);
  };
  writes.answer =
      [&services, &request, batch, places, throttles](
          std::vector<Result<table::Written>>&& outcomes) -> Result<BatchExecuteStatementResponse> {
    NoteIfAllThrottled(services, kBatchStatement, *throttles);
    BatchAnswers answers(request, *batch);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const StatementWrite& write = *batch->members[places[i]].write;
      if (!outcomes[i]) {
        answers.Fail(places[i], write.table_name(), outcomes[i].error());
        continue;
      }
      const auto units = outcomes[i]->units.Total();
      NoteLiterals(services, kBatchStatement, write.statement(), units);
      ExplainWrite(request.explanation, write.table_name(), *outcomes[i]);
      answers.Explain(places[i], [&] { return write.Explained(units); });
      auto returned = write.Returned(*outcomes[i]);
      answers.Succeed(places[i], write.table_name(), outcomes[i]->units,
                      returned.empty() ? std::nullopt : std::optional(std::move(returned.front())));
    }
    return answers.Take();
  };
  return BatchWork(std::move(writes));
}

}  // namespace

// Runs up to 25 statements independently: all reads or all writes. A member that fails has its
// error in its slot.
Result<BatchWork> BatchExecuteStatement(const ItemServices& services,
                                        const BatchExecuteStatementRequest& request) {
  auto batch = TRY(PlanBatch(services, request));
  if (batch->writes) return WriteBatch(services, request, batch);
  return BatchWork(Deferred<BatchExecuteStatementResponse>{
      [&services, &request, batch] { return ReadBatch(services, request, *batch); }});
}

}  // namespace stator::api
