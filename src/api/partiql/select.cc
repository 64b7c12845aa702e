#include "api/partiql/select.h"

#include <memory>
#include <utility>

#include "api/metering.h"
#include "api/partiql/selection.h"
#include "base/texts.h"
#include "base/work_limits.h"

namespace stator::api {
namespace {

using SelectWork = StatementWork<ExecuteStatementResponse>;
using SelectionPtr = std::shared_ptr<Selection>;

// Reads one branch page by page, as Query and Scan do.
Result<SelectWork> OnePage(const ItemServices& services, SelectionPtr selection) {
  const partiql::Branch& branch = selection->branches().front();
  auto plan = TRY(selection->PlanPage(branch, selection->place().after, selection->items_max()));
  auto meter = branch.access == partiql::Access::kScan
                   ? PageMeter::OfScan(plan, "ExecuteStatement")
                   : PageMeter::OfQuery(plan, branch.terms, "ExecuteStatement");
  TRY(meter.Admit(services));
  auto answer = [&services, selection = std::move(selection), meter = std::move(meter)](
                    query::Reader& reader) -> Result<ExecuteStatementResponse> {
    SelectedPage page;
    TRY(selection->Take(0, reader, page));
    meter.Charge(services, reader);
    return selection->Answer(std::move(page));
  };
  return SelectWork(PageRead<ExecuteStatementResponse>{
      query::Reader(services.engine, std::move(plan)), std::move(answer)});
}

Result<ExecuteStatementResponse> ReadSelection(const Selection& selection) {
  return selection.Answer(TRY(selection.ReadBranches()));
}

}  // namespace

Result<SelectWork> Select(const ItemServices& services, const ExecuteStatementRequest& request,
                          const partiql::BoundStatement& bound) {
  auto selection = TRY(Selection::Make(services, request, bound));
  const auto& branches = selection->branches();
  if (branches.empty()) return SelectWork(selection->Answer({}));
  if (branches.size() == 1 && branches.front().access != partiql::Access::kGet) {
    return OnePage(services, std::move(selection));
  }
  const bool point = branches.size() == 1;
  auto run = [&services, &request, bound, selection = std::move(selection)]() mutable {
    for (std::size_t attempt = 1;; ++attempt) {
      auto response = ReadSelection(*selection);
      if (response || response.error().code != ErrorCode::kStaleDescriptor) return response;
      if (attempt == limits::kStaleTriesMax) break;
      auto again = Selection::Make(services, request, bound);
      if (!again) return Result<ExecuteStatementResponse>(std::unexpected(again.error()));
      selection = *std::move(again);
    }
    return Result<ExecuteStatementResponse>(
        Fail(ErrorCode::kInternalServerError, texts::kTableUnsettled));
  };
  if (point) return SelectWork(TRY(run()));
  return SelectWork(Deferred<ExecuteStatementResponse>{std::move(run)});
}

}  // namespace stator::api
