#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "api/explanation.h"
#include "api/partiql/page_token.h"
#include "api/partiql/projected.h"
#include "api/services.h"
#include "api/types.h"
#include "base/bytes.h"
#include "base/result.h"
#include "item/row.h"
#include "partiql/bind.h"
#include "partiql/classic_request.h"
#include "partiql/plan.h"
#include "query/reader.h"
#include "query/source.h"
#include "table/write.h"

namespace stator::api {

// The results of the reads of a SELECT so far.
struct SelectedPage {
  std::vector<AttributeMap> items;
  std::size_t examined = 0;  // items and entries that the reads walked over
  std::size_t bytes = 0;     // of them, as billed
  table::UnitsUsed units;
  std::optional<StatementPlace> next;       // more may follow there
  std::vector<AccessExplanation> accesses;  // only if the client asked for an explanation
};

// A SELECT with its plan on the current table. It reads branch by branch.
// Lifetime: holds views into `services` and `request`.
class Selection {
 public:
  // Errors: in AWS's order those of the table, the index, the keys, ORDER BY, the list and the
  // token.
  static Result<std::shared_ptr<Selection>> Make(const ItemServices& services,
                                                 const ExecuteStatementRequest& request,
                                                 const partiql::BoundStatement& bound);

  const std::vector<partiql::Branch>& branches() const { return plan_.branches; }
  const query::Source& source() const { return source_; }
  bool backward() const { return backward_; }
  bool consistent() const { return consistent_; }
  // Whether pages take the items from the table.
  bool fetches() const { return fetch_; }

  // Reads the one item of a branch with a whole key. Errors: kStaleDescriptor if the row may be
  // gone with its table.
  Result<> Get(const partiql::Branch& branch, SelectedPage& page) const;

  // Plans a page of a branch, after an entry of it. Errors: the entry is not in the branch.
  Result<query::PagePlan> PlanPage(const partiql::Branch& branch,
                                   const std::optional<item::Item>& after,
                                   std::size_t items_max) const;

  // Adds a page that a reader has read. Errors: kStaleDescriptor if the table has changed.
  Result<> Take(std::size_t branch, query::Reader& reader, SelectedPage& page) const;

  // Reads all branches from the request's place on, up to the end of a page.
  Result<SelectedPage> ReadBranches() const;

  // Returns the response for a page, and reports it to metrics, advice and explanation.
  ExecuteStatementResponse Answer(SelectedPage page) const;

  // Returns the classic request that reads the same page; nullopt: there is none.
  std::optional<partiql::ClassicRequest> ClassicRequest() const;

  // Returns why the plan scans; empty: it does not.
  std::string ScanReason() const;

  std::size_t items_max() const;
  const StatementPlace& place() const { return place_; }

 private:
  Selection(const ItemServices& services, const ExecuteStatementRequest& request,
            const partiql::BoundStatement& bound)
      : services_(services), request_(request), bound_(bound), projected_(*bound.statement) {}

  Result<> Plan();
  bool Keeps(item::ItemView item) const;
  item::Item Chosen(const item::Row& row, Bytes&& value) const;
  void Report(SelectedPage& page) const;
  void Explain(SelectedPage& page) const;
  void NoteRead(const partiql::Branch& branch, std::size_t items, table::HalfUnits units,
                SelectedPage& page) const;

  const ItemServices& services_;
  const ExecuteStatementRequest& request_;
  partiql::BoundStatement bound_;
  Projected projected_;
  query::Source source_;
  partiql::ReadPlan plan_;
  StatementPlace place_;
  bool consistent_ = false;
  bool backward_ = false;
  bool fetch_ = false;
};

}  // namespace stator::api
