#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/plan/plan.h"
#include "store/spec.h"

// Lowers plans to the specs that a store carries out. Generated programs contain these specs, and
// verify runs them.
namespace stator::model {

// The rows of one shape, as the caller of a read gets them.
struct ReadPart {
  std::string entity;
  std::size_t shape = 0;
  bool many = false;
  std::int64_t limit = 0;  // of these rows; 0: none
};

struct LoweredRead {
  Operation operation = Operation::kQuery;  // kGetItem, kQuery or kScan
  store::ReadSpec spec;
  std::vector<ReadPart> parts;  // the target, then the children
};

// REQUIRES: the plan is of that pattern, and its operation is one of the three.
LoweredRead LowerRead(const Model& model, const Pattern& pattern, const ReadPlan& plan);

// A value that the caller of an action gives.
struct GivenValue {
  enum class Source : std::uint8_t {
    kBound,     // the pattern binds it, perhaps to a constant
    kStored,    // the item has it, and a row or key is made of it
    kNew,       // the action sets it
    kAdded,     // the action adds it to a number
    kAppended,  // the action appends it to a list
    kExpected,  // the item must still have it
  };
  Source source = Source::kBound;
  std::string attribute;
  const Binding* binding = nullptr;  // of kBound, and of kExpected if the pattern gives a constant
};

// One row of a plan as the writes that it stands for: a put has one for each key that its item may
// have, and a row that is left as it is has none.
struct LoweredRow {
  const RowWrite* row = nullptr;
  std::vector<store::WriteSpec> writes;
};

struct LoweredAction {
  const Action* action = nullptr;
  store::ActionSpec spec;        // with the writes of all rows
  std::vector<LoweredRow> rows;  // in the order of the plan
  // What the caller gives. A put gives all values of its entity instead of `values`.
  std::vector<GivenValue> values;
  std::vector<GivenValue> expected;
  std::string fault;  // why no program can carry it out; empty: it can
};

// Lifetime: the result points into action and plan.
LoweredAction LowerAction(const Model& model, const Action& action, const WritePlan& plan);

}  // namespace stator::model
