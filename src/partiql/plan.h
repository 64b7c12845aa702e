#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "expr/condition.h"
#include "item/value.h"
#include "query/key_terms.h"
#include "query/source.h"

namespace stator::partiql {

// How a branch of a SELECT reads. A GetItem has the whole key of the table.
enum class Access : std::uint8_t { kGet, kQuery, kScan };

// One read of a plan.
struct Branch {
  Access access = Access::kScan;
  std::vector<query::KeyTerm> terms;  // on the source's key: HASH first; empty for a scan
  Bytes begin;                        // the key range, as in query::KeyRange; empty for a scan
  Bytes end;
};

// The reads that answer a SELECT, in the order of the statement. Branches are disjoint.
// Lifetime: the terms view the condition that the plan was made from.
struct ReadPlan {
  std::vector<Branch> branches;  // none: the condition contradicts itself
  // Whether the condition has more than the terms of the branches. Then items must meet it.
  bool filtered = false;
  // Why the plan is a scan: the partition key that a part of the condition does not fix.
  std::string missing_key;
};

// Plans the reads of a SELECT whose WHERE is `where`. Every OR is spread into branches over the
// terms on the source's key. If each branch fixes the partition key, each is one read of its own;
// otherwise the plan is one scan (facts 10.4).
//
// The expansion ends at limits::kStatementBranchesMax branches, whatever the condition.
// REQUIRES: the source's keys have one attribute each. Errors: ValidationException for wrong key
// values, too many branches or overlapping branches.
Result<ReadPlan> PlanRead(const query::Source& source, const std::optional<expr::Condition>& where);

// The item that a write, or a read in a batch, names.
struct KeyPlan {
  item::Item key;         // the table's key attributes
  bool filtered = false;  // the condition has more than the key
};

// Whether the statement writes. It decides the text for a missing key.
enum class Purpose : std::uint8_t { kWrite, kRead };

// Returns the one item that `where` fixes by equalities on all key attributes of the table.
// nullopt: it does not fix one, for kRead. Errors: the texts of facts 10.6 for kWrite.
Result<std::optional<KeyPlan>> PlanKey(const query::Source& table,
                                       const std::optional<expr::Condition>& where,
                                       Purpose purpose);

}  // namespace stator::partiql
