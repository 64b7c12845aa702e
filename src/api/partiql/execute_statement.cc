#include <memory>
#include <utility>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/handlers.h"
#include "api/partiql/binding.h"
#include "api/partiql/select.h"
#include "api/partiql/statement_write.h"
#include "base/partiql_texts.h"

namespace stator::api {
namespace {

using StatementResult = StatementWork<ExecuteStatementResponse>;

Result<StatementResult> WriteOne(const ItemServices& services,
                                 const ExecuteStatementRequest& request,
                                 const partiql::BoundStatement& bound) {
  auto write =
      TRY(StatementWrite::Make(services, bound, request.return_values_on_condition_check_failure));
  auto command = CommandOf(services, write, "ExecuteStatement");
  auto answer = [&services, &request, write = std::move(write)](table::Written&& written) {
    NoteLiterals(services, "ExecuteStatement", write->statement(), written.units.Total());
    ExplainKey(request.explanation, *written.table, write->subject().view());
    ExplainWrite(request.explanation, write->table_name(), written);
    if (request.explanation != nullptr) {
      request.explanation->statement = write->Explained(written.units.Total());
    }
    ExecuteStatementResponse response;
    response.consumed_capacity =
        Consumed(request.return_consumed_capacity, write->table_name(), written.units);
    response.items = write->Returned(written);
    return response;
  };
  return StatementResult(Write<ExecuteStatementResponse>{std::move(command), std::move(answer)});
}

}  // namespace

// Runs one statement: a page of a SELECT, or the write of one item.
Result<StatementResult> ExecuteStatement(const ItemServices& services,
                                         const ExecuteStatementRequest& request) {
  const auto bound = TRY(BindStatement(services, *request.statement, request.parameters));
  if (bound.statement->exists) return FailInvalid(texts::kExistsOutsideWrites);
  if (bound.statement->kind == partiql::Statement::Kind::kSelect) {
    return Select(services, request, bound);
  }
  return WriteOne(services, request, bound);
}

}  // namespace stator::api
