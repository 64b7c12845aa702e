#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/explanation.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "partiql/classic_request.h"
#include "table/units.h"

// Plans requests without running them, for operators and tools. No item is read; numbers come from
// the counts that the catalog keeps and from the engine's sizes of key ranges.
namespace stator::api {

// How well a number is known, if nothing changes meanwhile: exactly, as a bound, or as a guess.
// Their order is that of their quality.
enum class Knowledge : std::uint8_t { kExact, kAtMost, kEstimated };
std::string_view NameOf(Knowledge knowledge);  // "exact", "atMost", "estimated"

// A number with how well it is known.
template <class Number>
struct Known {
  Number value = 0;
  Knowledge how = Knowledge::kExact;

  void Add(const Known& other) {
    value += other.value;
    if (how < other.how) how = other.how;
  }
};

// Items that a request walks over, and units that it uses. All pages count together.
struct Expectation {
  Known<std::size_t> items;
  Known<table::HalfUnits> units;

  void Add(const Expectation& other) {
    items.Add(other.items);
    units.Add(other.units);
  }
};

struct PlannedAccess {
  ExplainedAccess access = ExplainedAccess::kScan;
  std::string key_range;  // empty: a whole scan
  Expectation expected;
};

// The plan of a request.
struct PlanExplanation {
  std::string operation;
  std::string statement;  // its kind; empty: the request is no statement
  std::string table;
  std::string index;  // empty: the table itself
  bool backward = false;
  bool consistent = false;
  std::vector<PlannedAccess> accesses;
  std::optional<std::size_t> pages;  // of reads: requests until the last page, at least one
  std::string because;               // why it scans, and advice on its shape; empty: nothing
  std::optional<partiql::ClassicRequest> request;  // of a statement

  Expectation Total() const;
};

// Return the plan. Errors: those that the operation finds without looking at items, and
// ValidationException for a request that goes on from an earlier page.
Result<PlanExplanation> PlanOf(const ItemServices& services,
                               const ExecuteStatementRequest& request);
Result<PlanExplanation> PlanOf(const ItemServices& services, const QueryRequest& request);
Result<PlanExplanation> PlanOf(const ItemServices& services, const ScanRequest& request);

}  // namespace stator::api
