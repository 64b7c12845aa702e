#include "api/partiql/selection.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/metering.h"
#include "api/partiql/binding.h"
#include "api/partiql/order.h"
#include "base/check.h"
#include "base/limits.h"
#include "base/partiql_texts.h"
#include "expr/condition.h"
#include "item/row.h"
#include "query/key_range.h"
#include "table/units.h"

namespace stator::api {
namespace {

using partiql::Branch;

constexpr std::string_view kExecuteStatement = "ExecuteStatement";

std::string_view KeyText(const query::KeyTerm& term) {
  return term.value.type() == item::Type::kString ? term.value.scalar() : std::string_view();
}

capacity::AccessForm BranchForm(const Branch& branch) {
  capacity::AccessForm form{.partition = KeyText(branch.terms.front())};
  for (const query::KeyTerm& term : branch.terms) {
    const bool sort = term.attribute != branch.terms.front().attribute;
    if (sort && term.op == query::KeyTerm::Operator::kEqual) form.sort = KeyText(term);
  }
  return form;
}

Error TableChanged() { return {ErrorCode::kStaleDescriptor, "the table has changed"}; }

}  // namespace

Result<std::shared_ptr<Selection>> Selection::Make(const ItemServices& services,
                                                   const ExecuteStatementRequest& request,
                                                   const partiql::BoundStatement& bound) {
  std::shared_ptr<Selection> selection(new Selection(services, request, bound));
  TRY(selection->Plan());
  return selection;
}

Result<> Selection::Plan() {
  const partiql::Statement& statement = *bound_.statement;
  consistent_ = request_.consistent_read.value_or(false);
  source_ = TRY(FindStatementSource(services_, statement, consistent_));
  plan_ = TRY(partiql::PlanRead(source_, bound_.where));
  backward_ = TRY(ApplyOrder(source_, statement, plan_));
  fetch_ = TRY(projected_.NeedsFetch(source_));
  const bool keyed = plan_.missing_key.empty();
  if (keyed && bound_.where) TRY(CheckFilterHeld(source_, *bound_.where));
  if (!request_.next_token) return {};
  place_ = TRY(DecodeNextToken(*request_.next_token, *source_.table,
                               StatementDigest(*request_.statement, request_.parameters)));
  if (place_.branch >= plan_.branches.size()) return FailInvalid(texts::kTokenInvalid);
  return {};
}

std::size_t Selection::items_max() const {
  return request_.limit ? static_cast<std::size_t>(*request_.limit)
                        : std::numeric_limits<std::size_t>::max();
}

bool Selection::Keeps(item::ItemView item) const {
  return !plan_.filtered || expr::Holds(*bound_.where, item);
}

// `row` is a view into `value`, which is consumed.
item::Item Selection::Chosen(const item::Row& row, Bytes&& value) const {
  if (projected_.direct()) return expr::Project(*projected_.direct(), row.item);
  value.erase(0, value.size() - row.item.bytes().size());
  return projected_.Rename(item::Item(std::move(value)));
}

Result<> Selection::Get(const Branch& branch, SelectedPage& page) const {
  ItemMeter meter(*source_.table, kExecuteStatement, branch.begin, BranchForm(branch));
  TRY(meter.Admit(services_));
  auto stored = TRY(services_.engine.Get(source_.space(), branch.begin));
  // The row may be gone with its table. Then the table's state determines the answer.
  if (!stored && !source_.table->current()) return Fail(TableChanged());
  std::optional<std::size_t> bytes;
  if (stored) {
    const auto row = TRY(item::DecodeRow(stored->value));
    if (row.holds_item()) {
      bytes = row.header.size;
      if (Keeps(row.item)) {
        page.items.emplace_back(Chosen(row, std::move(stored->value)));
      }
    }
  }
  const auto units = table::ReadUnitsFor(bytes.value_or(0), consistent_);
  meter.Charge(services_, units);
  page.examined += bytes ? 1 : 0;
  page.bytes += bytes.value_or(0);
  page.units.Add({units, {}});
  NoteRead(branch, bytes ? 1 : 0, units, page);
  return {};
}

void Selection::NoteRead(const Branch& branch, std::size_t items, table::HalfUnits units,
                         SelectedPage& page) const {
  if (request_.explanation == nullptr) return;
  page.accesses.push_back({AccessOf(branch.access), query::RangeText(branch.terms), items, units});
}

Result<query::PagePlan> Selection::PlanPage(const Branch& branch,
                                            const std::optional<item::Item>& after,
                                            std::size_t items_max) const {
  query::PagePlan plan;
  plan.source = source_;
  plan.range = {branch.begin, branch.end, backward_};
  plan.items_max = items_max;
  plan.consistent = consistent_;
  if (plan_.filtered) plan.filter = bound_.where;
  plan.projection = projected_.direct();
  plan.fetch = fetch_;
  if (!after) return plan;
  const bool scan = branch.access == partiql::Access::kScan;
  auto start = query::KeyOfPosition(source_, after->view(),
                                    scan ? query::StartOf::kScan : query::StartOf::kQuery);
  const bool inside =
      start && *start >= branch.begin && (branch.end.empty() || *start < branch.end);
  if (!inside) return FailInvalid(texts::kTokenInvalid);
  if (backward_) {
    plan.range.end = *std::move(start);
  } else {
    plan.range.begin = *std::move(start);
    plan.range.begin.push_back('\0');
  }
  return plan;
}

Result<> Selection::Take(std::size_t branch, query::Reader& reader, SelectedPage& page) const {
  if (!source_.table->current()) return Fail(TableChanged());
  auto& contents = reader.contents();
  page.items.reserve(page.items.size() + contents.items.size());
  for (auto& item : contents.items) page.items.emplace_back(projected_.Rename(std::move(item)));
  page.examined += contents.examined;
  page.bytes += contents.bytes + contents.fetched_bytes;
  const auto units = UnitsOf(reader);
  NoteRead(plan_.branches[branch], contents.examined, units.Total(), page);
  page.units.Add(units);
  if (contents.last_key) page.next = StatementPlace{branch, std::move(contents.last_key)};
  return {};
}

Result<SelectedPage> Selection::ReadBranches() const {
  SelectedPage page;
  const std::size_t room = std::min(items_max(), limits::kStatementPageItemsMax);
  std::optional<item::Item> after = place_.after;
  for (std::size_t number = place_.branch; number < plan_.branches.size(); ++number) {
    if (page.examined >= room || page.bytes >= limits::kPageBytesMax) {
      page.next = StatementPlace{number, std::nullopt};
      break;
    }
    const Branch& branch = plan_.branches[number];
    if (branch.access == partiql::Access::kGet) {
      TRY(Get(branch, page));
      continue;
    }
    auto plan = TRY(PlanPage(branch, after, room - page.examined));
    plan.bytes_max = limits::kPageBytesMax - page.bytes;
    after.reset();
    auto meter = PageMeter::OfQuery(plan, branch.terms, kExecuteStatement);
    TRY(meter.Admit(services_));
    query::Reader reader(services_.engine, std::move(plan));
    const bool complete = TRY(reader.Advance({}));
    CHECK(complete);  // the budget has no bound
    TRY(Take(number, reader, page));
    meter.Charge(services_, reader);
    if (page.next) break;
  }
  return page;
}

ExecuteStatementResponse Selection::Answer(SelectedPage page) const {
  Report(page);
  ExecuteStatementResponse response;
  response.consumed_capacity =
      Consumed(request_.return_consumed_capacity, bound_.statement->table, page.units);
  response.items = std::move(page.items);
  if (!page.next) return response;
  response.next_token = EncodeNextToken(
      *source_.table, StatementDigest(*request_.statement, request_.parameters), *page.next);
  if (page.next->after) response.last_evaluated_key = std::move(*page.next->after);
  return response;
}

std::string Selection::ScanReason() const {
  if (plan_.missing_key.empty()) return {};
  return partiql::ScanReason(source_, bound_.where);
}

std::optional<partiql::ClassicRequest> Selection::ClassicRequest() const {
  auto request = partiql::ClassicRequestOf(source_, bound_, plan_, backward_);
  if (!request) return std::nullopt;
  request->consistent = consistent_;
  if (plan_.branches.front().access == partiql::Access::kGet) return request;
  request->limit = request_.limit;
  request->start = place_.after;
  return request;
}

void Selection::Explain(SelectedPage& page) const {
  const partiql::Statement& statement = *bound_.statement;
  Explanation& out = *request_.explanation;
  out.table = statement.table;
  out.index = statement.index;
  out.backward = backward_;
  out.consistent = consistent_;
  out.items_examined = page.examined;
  out.items_returned = page.items.size();
  out.items_fetched = fetch_ ? page.examined : 0;
  out.bytes_read = page.bytes;
  out.units = page.units.Total();
  if (plan_.branches.size() == 1) out.key_range = query::RangeText(plan_.branches.front().terms);
  out.because = ScanReason();
  out.statement = {.kind = "select",
                   .table = statement.table,
                   .accesses = std::move(page.accesses),
                   .request = ClassicRequest()};
}

void Selection::Report(SelectedPage& page) const {
  const partiql::Statement& statement = *bound_.statement;
  if (request_.explanation != nullptr) Explain(page);
  if (services_.item_reads == Metering::kOff) return;
  services_.recorder.Note(observe::Metric::kReturnedItems,
                          {.table = (*source_.table)->name, .operation = kExecuteStatement},
                          services_.clock.Now(), static_cast<double>(page.items.size()));
  std::size_t returned_bytes = 0;
  for (const AttributeMap& item : page.items) returned_bytes += item.item.bytes().size();
  const std::string reason = ScanReason();
  services_.advice.Note({.operation = kExecuteStatement,
                         .table = statement.table,
                         .index = statement.index,
                         .filter = statement.pattern,
                         .scans_because = reason,
                         .literals_hash = statement.literals_hash,
                         .first_page = !request_.next_token,
                         .examined = page.examined,
                         .returned = page.items.size(),
                         .read_bytes = page.bytes,
                         .returned_bytes = returned_bytes,
                         .units = page.units.Total()},
                        services_.clock.Now());
}

}  // namespace stator::api
