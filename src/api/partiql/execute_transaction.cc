#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/explanation.h"
#include "api/handlers.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "api/partiql/binding.h"
#include "api/partiql/statement_read.h"
#include "api/partiql/statement_write.h"
#include "api/transaction_reads.h"
#include "api/transaction_replay.h"
#include "base/cancellation.h"
#include "base/digest.h"
#include "base/limits.h"
#include "base/partiql_texts.h"
#include "base/texts.h"
#include "capacity/request_throttles.h"

namespace stator::api {
namespace {

using TransactionWork = StatementWork<ExecuteTransactionResponse>;
using BoundStatements = std::vector<partiql::BoundStatement>;
using WritePtr = std::shared_ptr<const StatementWrite>;

constexpr std::string_view kExecuteTransaction = "ExecuteTransaction";

// Names the statement that an error belongs to.
Error InStatement(std::size_t place, const Error& error) {
  return {error.code, fmt::format(texts::kTransactStatement, place, error.message)};
}

std::unexpected<Error> FailStatement(std::size_t place, const char* text) {
  return Fail(InStatement(place, {ErrorCode::kValidationException, text}));
}

// Faults of parameters carry no prefix; all others name their statement.
Result<BoundStatements> BindStatements(const ItemServices& services,
                                       const ExecuteTransactionRequest& request) {
  const auto& statements = *request.transact_statements;
  for (const ParameterizedStatement& statement : statements) {
    if (!statement.parameters) continue;
    for (const AttributeValue& parameter : *statement.parameters) {
      if (parameter.bad) return Fail(parameter.bad->error);
    }
  }
  BoundStatements all;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    auto bound = BindStatement(services, *statements[i].statement, statements[i].parameters);
    if (!bound && bound.error().message == texts::kParametersMismatch) return Fail(bound.error());
    if (!bound) return Fail(InStatement(i, bound.error()));
    all.push_back(*std::move(bound));
  }
  return all;
}

bool IsWriting(const partiql::Statement& statement) {
  return statement.kind != partiql::Statement::Kind::kSelect || statement.exists;
}

// Refuses mixtures, and clauses that no transaction takes. Returns whether the statements write.
Result<bool> CheckStatements(const BoundStatements& all) {
  bool reads = false;
  bool writes = false;
  for (const auto& bound : all) (IsWriting(*bound.statement) ? writes : reads) = true;
  if (reads && writes) return FailInvalid(texts::kTransactionMixed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const partiql::Statement& statement = *all[i].statement;
    if (statement.returning) return FailStatement(i, texts::kTransactReturning);
    if (!statement.index.empty()) {
      const bool changes = IsWriting(statement) && !statement.exists;
      return FailStatement(i, changes ? texts::kWriteOnIndex : texts::kTransactIndex);
    }
  }
  return writes;
}

// A member that its table cannot take cancels the transaction (facts 10.8).
Error CancelStatement(std::size_t place, std::size_t count, const Error& error) {
  CancellationReasons reasons(count);
  reasons[place] = error;
  if (error.code == ErrorCode::kValidationException && IsKeyFault(error)) {
    reasons[place] = Error(ErrorCode::kValidationException, texts::kKeyMismatch);
  }
  return Cancelled(std::move(reasons));
}

Result<> CheckTables(const ItemServices& services, const BoundStatements& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto table = FindReadyTable(services.catalog, services.clock, all[i].statement->table);
    if (!table) return Fail(CancelStatement(i, all.size(), table.error()));
  }
  return {};
}

// Adds the explanation of a member. Its request is a member of the classic transaction.
void ExplainMember(Explanation* explanation, StatementExplanation member) {
  constexpr std::pair<std::string_view, std::string_view> kMembers[] = {
      {"GetItem", "Get"}, {"PutItem", "Put"}, {"UpdateItem", "Update"}, {"DeleteItem", "Delete"}};
  if (explanation == nullptr) return;
  for (const auto& [operation, name] : kMembers) {
    if (member.request && member.request->operation == operation) member.request->operation = name;
  }
  explanation->statements.push_back(std::move(member));
}

// --- Reads ---

Result<std::vector<std::shared_ptr<const StatementRead>>> PlanReads(const ItemServices& services,
                                                                    const BoundStatements& all) {
  TRY(CheckTables(services, all));
  std::vector<std::shared_ptr<const StatementRead>> reads;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto read = StatementRead::Make(services, all[i], texts::kTransactReadNeedsKey);
    if (!read && read.error().message == texts::kTransactReadNeedsKey) {
      return Fail(InStatement(i, read.error()));
    }
    if (!read) return Fail(CancelStatement(i, all.size(), read.error()));
    if ((*read)->filtered()) return FailStatement(i, texts::kTransactReadNeedsKey);
    reads.push_back(*std::move(read));
  }
  return reads;
}

// Reads whole items through TransactGetItems and cuts them afterwards.
Result<ExecuteTransactionResponse> ReadStatements(const ItemServices& services,
                                                  const ExecuteTransactionRequest& request,
                                                  const BoundStatements& all) {
  const auto reads = TRY(PlanReads(services, all));
  TransactGetItemsRequest classic;
  classic.return_consumed_capacity = request.return_consumed_capacity;
  classic.explanation = request.explanation;
  auto& items = classic.transact_items.emplace();
  for (const auto& read : reads) {
    auto& get = items.emplace_back().get.emplace();
    get.table_name = read->table_name();
    get.key = read->key();
  }
  auto answered = TRY(ReadTogether(services, classic, kExecuteTransaction));
  ExecuteTransactionResponse response;
  response.consumed_capacity = std::move(answered.consumed_capacity);
  auto& responses = response.responses.emplace(std::move(*answered.responses));
  for (std::size_t i = 0; i < responses.size(); ++i) {
    const std::size_t bytes = responses[i].item ? responses[i].item->item.view().Size() : 0;
    const auto units = 2 * table::ReadUnitsFor(bytes, true);
    if (services.item_reads == Metering::kOn) {
      NoteLiterals(services, kExecuteTransaction, reads[i]->statement(), units);
    }
    if (request.explanation != nullptr) {
      ExplainMember(request.explanation, reads[i]->Explained(bytes > 0 ? 1 : 0, units, false));
    }
    if (!responses[i].item) continue;
    auto chosen = reads[i]->Chosen(responses[i].item->item.view());
    responses[i].item = chosen && chosen->view().count() > 0
                            ? std::optional<AttributeMap>(*std::move(chosen))
                            : std::nullopt;
  }
  return response;
}

// --- Writes ---

Result<WritePtr> PlanWrite(const ItemServices& services, const ExecuteTransactionRequest& request,
                           const BoundStatements& all, std::size_t place) {
  const auto& on_failure =
      (*request.transact_statements)[place].return_values_on_condition_check_failure;
  auto write = StatementWrite::Make(services, all[place], on_failure);
  const bool exists = all[place].statement->exists;
  if (exists && (write ? !(*write)->conditional() : IsMissingKey(write.error()))) {
    return FailStatement(place, texts::kExistsNeedsCondition);
  }
  if (write) return write;
  if (IsMissingKey(write.error())) return Fail(InStatement(place, write.error()));
  return Fail(CancelStatement(place, all.size(), write.error()));
}

Result<std::vector<WritePtr>> PlanWrites(const ItemServices& services,
                                         const ExecuteTransactionRequest& request,
                                         const BoundStatements& all) {
  TRY(CheckTables(services, all));
  std::vector<WritePtr> writes;
  std::set<std::pair<storage::Space, BytesView>> named;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& write = writes.emplace_back(TRY(PlanWrite(services, request, all, i)));
    if (!named.emplace((*write->table())->rows, write->row_key()).second) {
      return FailInvalid(texts::kTransactionDuplicates);
    }
  }
  return writes;
}

// Distinguishes the request's statements from all others.
Bytes FingerprintOf(const ExecuteTransactionRequest& request) {
  Bytes text(kExecuteTransaction);
  for (const ParameterizedStatement& statement : *request.transact_statements) {
    text += StatementDigest(*statement.statement, statement.parameters);
    const auto& on_failure = statement.return_values_on_condition_check_failure;
    text.push_back(on_failure ? static_cast<char>(1 + static_cast<int>(*on_failure)) : '\0');
  }
  return Sha256(text);
}

// Returns the items of a transaction that had already ended, in the order of the statements.
// Lifetime: it holds views into `writes`.
TransactionReplay ReplayOf(const std::vector<WritePtr>& writes) {
  static const std::string no_name;
  TransactionReplay replay(kExecuteTransaction);
  for (const auto& write : writes) {
    if (write == nullptr) {
      replay.Add(no_name, nullptr, Bytes(), item::ItemView());
    } else {
      replay.Add(write->table_name(), write->table(), write->row_key(), write->subject().view());
    }
  }
  return replay;
}

ExecuteTransactionResponse AnswerWrites(const ItemServices& services,
                                        const ExecuteTransactionRequest& request,
                                        const std::vector<WritePtr>& writes,
                                        std::vector<table::Written> parts) {
  UnitsByTable units;
  for (std::size_t i = 0; i < writes.size(); ++i) {
    CountTwice(parts[i].units);
    units[writes[i]->table_name()].Add(parts[i].units);
    NoteLiterals(services, kExecuteTransaction, writes[i]->statement(), parts[i].units.Total());
    ExplainWrite(request.explanation, writes[i]->table_name(), parts[i]);
    if (request.explanation == nullptr) continue;
    ExplainMember(request.explanation, writes[i]->Explained(parts[i].units.Total()));
  }
  ExecuteTransactionResponse response;
  response.responses.emplace();
  AddConsumed(request.return_consumed_capacity, units, Access::kWrite, response.consumed_capacity);
  return response;
}

// A transaction that had already ended reads its items and writes none.
void ExplainReplay(Explanation& explanation, const BoundStatements& all,
                   const std::vector<WritePtr>& writes,
                   const std::vector<table::HalfUnits>& units) {
  for (std::size_t i = 0; i < writes.size() && i < units.size(); ++i) {
    if (writes[i] == nullptr) {
      ExplainMember(&explanation, {.kind = std::string(KindText(*all[i].statement)),
                                   .table = all[i].statement->table});
      continue;
    }
    StatementExplanation member = writes[i]->Explained(units[i]);
    member.accesses.front().access = ExplainedAccess::kGet;
    member.request.reset();
    ExplainMember(&explanation, std::move(member));
  }
}

// Plans the statements of an ended transaction. A statement that its table no longer takes costs
// nothing and is nullptr.
std::vector<WritePtr> PlanReplay(const ItemServices& services, const BoundStatements& all) {
  std::vector<WritePtr> writes;
  for (const auto& bound : all) {
    auto write = StatementWrite::Make(services, bound, std::nullopt);
    writes.push_back(write ? *std::move(write) : nullptr);
  }
  return writes;
}

Result<TransactionWork> WriteStatements(const ItemServices& services,
                                        const ExecuteTransactionRequest& request,
                                        const BoundStatements& all) {
  table::Transaction transaction;
  if (request.client_request_token) {
    transaction.token = table::Token{*request.client_request_token, FingerprintOf(request)};
  }
  // The result of an ended transaction stands, even if its tables have changed since.
  const bool over = transaction.token && TRY(services.transactions.IsOver(*transaction.token));
  auto writes = std::make_shared<const std::vector<WritePtr>>(
      over ? PlanReplay(services, all) : TRY(PlanWrites(services, request, all)));
  TransactionReplay replay = ReplayOf(*writes);
  if (over) {
    TRY(replay.Admit(services));
  } else {
    const auto throttles = std::make_shared<capacity::RequestThrottles>();
    for (const auto& write : *writes) {
      transaction.commands.push_back(
          CommandOf(services, write, kExecuteTransaction, Charged::kTwice, throttles));
    }
  }
  auto answer = [&services, &request, writes = std::move(writes), replay = std::move(replay),
                 replayed = over ? all : BoundStatements()](table::Transacted&& transacted) {
    if (!transacted.replayed) {
      return AnswerWrites(services, request, *writes, std::move(transacted.parts));
    }
    if (request.explanation != nullptr) {
      ExplainReplay(*request.explanation, replayed, *writes, *transacted.replayed);
    }
    ExecuteTransactionResponse response;
    response.responses.emplace();
    AddConsumed(request.return_consumed_capacity,
                replay.Charge(services, *transacted.replayed, request.explanation), Access::kRead,
                response.consumed_capacity);
    return response;
  };
  return TransactionWork(
      Transact<ExecuteTransactionResponse>{std::move(transaction), std::move(answer)});
}

}  // namespace

// Runs up to a hundred statements together or not at all: all reads, or all writes and checks.
Result<TransactionWork> ExecuteTransaction(const ItemServices& services,
                                           const ExecuteTransactionRequest& request) {
  auto all = TRY(BindStatements(services, request));
  if (TRY(CheckStatements(all))) return WriteStatements(services, request, all);
  return TransactionWork(
      Deferred<ExecuteTransactionResponse>{[&services, &request, all = std::move(all)] {
        return ReadStatements(services, request, all);
      }});
}

}  // namespace stator::api
