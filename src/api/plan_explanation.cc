#include "api/plan_explanation.h"

#include <algorithm>
#include <utility>

#include "api/estimates.h"
#include "api/page_answer.h"
#include "api/page_plans.h"
#include "api/page_request.h"
#include "api/partiql/binding.h"
#include "api/partiql/selection.h"
#include "api/partiql/statement_write.h"
#include "base/limits.h"
#include "base/partiql_texts.h"
#include "query/key_range.h"

namespace stator::api {
namespace {

using PageForm = SourceEstimate::Form;

// Adds what the advice says of the request's shape, unless the reason says it already.
void AddAdvice(const ItemServices& services, const PageUse& shape, std::string& because) {
  const std::string sentence = services.advice.SentenceOn(shape);
  if (sentence.empty() || (!because.empty() && sentence.starts_with(because))) return;
  if (!because.empty()) because += ' ';
  because += sentence;
}

PageForm FormOf(const query::PagePlan& plan) {
  return {.consistent = plan.consistent, .fetch = plan.fetch, .items_max = plan.items_max};
}

PlanExplanation PlanFrom(const PageRequest& request, const query::PagePlan& page) {
  PlanExplanation plan;
  plan.table = request.table_name;
  if (request.index_name) plan.index = *request.index_name;
  plan.backward = page.range.backward;
  plan.consistent = page.consistent;
  return plan;
}

// --- Statements ---

// The expectation of one read of a SELECT.
Result<SourceEstimate::Pages> ExpectBranch(const SourceEstimate& estimate,
                                           const partiql::Branch& branch, const PageForm& form) {
  switch (branch.access) {
    case partiql::Access::kGet:
      return SourceEstimate::Pages{estimate.OfItem(form.consistent)};
    case partiql::Access::kQuery:
      return estimate.OfRange({branch.begin, branch.end}, form);
    case partiql::Access::kScan:
      return estimate.OfScan(form);
  }
  std::unreachable();
}

Result<> AddBranches(const ItemServices& services, const Selection& selection,
                     PlanExplanation& plan) {
  const SourceEstimate estimate(services, selection.source());
  PageForm form{.consistent = selection.consistent(), .fetch = selection.fetches()};
  const bool alone = selection.branches().size() == 1;
  if (alone) form.items_max = selection.items_max();
  plan.pages = 1;
  for (const partiql::Branch& branch : selection.branches()) {
    auto [expected, pages] = TRY(ExpectBranch(estimate, branch, form));
    if (alone) {
      plan.pages = pages;
    } else if (branch.access != partiql::Access::kGet) {
      expected.units.how = Knowledge::kEstimated;  // pages may cut the collection
    }
    plan.accesses.push_back({AccessOf(branch.access), query::RangeText(branch.terms), expected});
  }
  if (alone) return {};
  const std::size_t room = std::min(selection.items_max(), limits::kStatementPageItemsMax);
  const Expectation total = plan.Total();
  const std::size_t bytes = static_cast<std::size_t>(total.units.value) *
                            (limits::kReadUnitBytes / (selection.consistent() ? 2 : 1));
  plan.pages = std::max({std::size_t{1}, (total.items.value + room - 1) / room,
                         (bytes + limits::kPageBytesMax - 1) / limits::kPageBytesMax});
  return {};
}

Result<PlanExplanation> PlanSelect(const ItemServices& services,
                                   const ExecuteStatementRequest& request,
                                   const partiql::BoundStatement& bound) {
  const auto selection = TRY(Selection::Make(services, request, bound));
  const partiql::Statement& statement = *bound.statement;
  PlanExplanation plan{.operation = "ExecuteStatement",
                       .statement = "select",
                       .table = statement.table,
                       .index = statement.index,
                       .backward = selection->backward(),
                       .consistent = selection->consistent(),
                       .because = selection->ScanReason(),
                       .request = selection->ClassicRequest()};
  TRY(AddBranches(services, *selection, plan));
  AddAdvice(services,
            {.operation = "ExecuteStatement",
             .table = statement.table,
             .index = statement.index,
             .filter = statement.pattern},
            plan.because);
  return plan;
}

Expectation ExpectWrite(const ItemServices& services, const partiql::BoundStatement& bound,
                        const catalog::Table& table) {
  switch (bound.statement->kind) {
    case partiql::Statement::Kind::kInsert:
      return ExpectInsert(table, bound.item->view());
    case partiql::Statement::Kind::kUpdate:
      return ExpectUpdate(services, table, *bound.changes);
    default:
      return ExpectRemoval(services, table);
  }
}

Result<PlanExplanation> PlanWriteStatement(const ItemServices& services,
                                           const ExecuteStatementRequest& request,
                                           const partiql::BoundStatement& bound) {
  const auto write =
      TRY(StatementWrite::Make(services, bound, request.return_values_on_condition_check_failure));
  StatementExplanation explained = write->Explained(0);
  PlanExplanation plan{.operation = "ExecuteStatement",
                       .statement = std::move(explained.kind),
                       .table = std::move(explained.table),
                       .request = std::move(explained.request)};
  plan.accesses.push_back({ExplainedAccess::kWrite, std::move(explained.accesses.front().key_range),
                           ExpectWrite(services, bound, *write->table())});
  return plan;
}

}  // namespace

std::string_view NameOf(Knowledge knowledge) {
  constexpr std::string_view kNames[] = {"exact", "atMost", "estimated"};
  return kNames[static_cast<std::size_t>(knowledge)];
}

Expectation PlanExplanation::Total() const {
  Expectation total;
  for (const PlannedAccess& access : accesses) total.Add(access.expected);
  return total;
}

Result<PlanExplanation> PlanOf(const ItemServices& services,
                               const ExecuteStatementRequest& request) {
  const auto bound = TRY(BindStatement(services, *request.statement, request.parameters));
  if (bound.statement->exists) return FailInvalid(texts::kExistsOutsideWrites);
  if (bound.statement->kind == partiql::Statement::Kind::kSelect) {
    return PlanSelect(services, request, bound);
  }
  return PlanWriteStatement(services, request, bound);
}

Result<PlanExplanation> PlanOf(const ItemServices& services, const QueryRequest& request) {
  const auto query = TRY(PlanQuery(services, request));
  auto shared = PageRequestOf(request);
  shared.key_condition = &request.key_condition_expression;
  PlanExplanation plan = PlanFrom(shared, query.page);
  plan.operation = "Query";
  const SourceEstimate estimate(services, query.page.source);
  SourceEstimate::Pages pages;
  if (query.page.single) {
    pages.expected = estimate.OfItem(query.page.consistent);
  } else {
    pages = TRY(estimate.OfRange(query.page.range, FormOf(query.page)));
  }
  plan.accesses.push_back({ExplainedAccess::kQuery, query::RangeText(query.terms), pages.expected});
  plan.pages = pages.count;
  AddAdvice(services, ShapeOf(shared), plan.because);
  return plan;
}

Result<PlanExplanation> PlanOf(const ItemServices& services, const ScanRequest& request) {
  const auto page = TRY(PlanScan(services, request));
  const auto shared = PageRequestOf(request);
  PlanExplanation plan = PlanFrom(shared, page);
  plan.operation = "Scan";
  const auto segments = static_cast<std::size_t>(request.total_segments.value_or(1));
  const auto pages = SourceEstimate(services, page.source).OfScan(FormOf(page), segments);
  plan.accesses.push_back({ExplainedAccess::kScan, SegmentText(request), pages.expected});
  plan.pages = pages.count;
  plan.because = partiql::ClassicScanReason(page.source, page.filter);
  AddAdvice(services, ShapeOf(shared), plan.because);
  return plan;
}

}  // namespace stator::api
