#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/plan/plan.h"
#include "store/spec.h"

// Lowers plans to specs that a store executes. Generated programs contain these specs, and verify
// runs them.
namespace stator::model {

// The rows of one shape in the result of a read.
struct ReadPart {
  std::string entity;
  std::size_t shape = 0;
  bool many = false;
  std::int64_t limit = 0;  // of these rows; 0: none
};

// A read as the store executes it, with the parts of its result.
struct LoweredRead {
  Operation operation = Operation::kQuery;  // kGetItem, kQuery, kScan or kStatement
  store::ReadSpec spec;                     // unless kStatement
  store::StatementSpec statement;           // of kStatement, which has no parts
  std::vector<ReadPart> parts;              // the target, then the children
};

// Lowers a planned read. REQUIRES: the plan is of that pattern, and its operation is GetItem,
// Query, Scan or ExecuteStatement.
LoweredRead LowerRead(const Model& model, const Pattern& pattern, const ReadPlan& plan);

// Return the names under which a statement's executor finds the ends of a range.
std::string RangeFrom(const std::string& attribute);
std::string RangeTo(const std::string& attribute);

// A value that the caller of an action passes.
struct GivenValue {
  enum class Source : std::uint8_t {
    kBound,     // the pattern binds it, perhaps to a constant
    kStored,    // the stored item has it, and a row or key contains it
    kNew,       // the action sets it
    kAdded,     // the action adds it to a number
    kAppended,  // the action appends it to a list
    kExpected,  // the item must still have it
  };
  Source source = Source::kBound;
  std::string attribute;
  const Binding* binding = nullptr;  // of kBound, and of kExpected if the pattern gives a constant
};

// One row of a plan with its lowered writes. A put of an item has one write for each key that the
// item may have; a row that stays unchanged has none.
struct LoweredRow {
  const RowWrite* row = nullptr;
  std::vector<store::WriteSpec> writes;
};

// A write action as the store executes it, with the values that its caller passes.
struct LoweredAction {
  const Action* action = nullptr;
  store::ActionSpec spec;        // with the writes of all rows
  std::vector<LoweredRow> rows;  // in the order of the plan
  // The caller passes these. A put passes all values of its entity instead of `values`.
  std::vector<GivenValue> values;
  std::vector<GivenValue> expected;
  std::string fault;  // why no program can execute it; empty: it can
};

// Lowers one action of a planned write. Lifetime: the result points into `action` and `plan`.
LoweredAction LowerAction(const Model& model, const Action& action, const WritePlan& plan);

}  // namespace stator::model
