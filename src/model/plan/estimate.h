#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/plan/plan.h"

// Estimates the cost of requests from the sizes that the model states, by DynamoDB's rules. The
// bytes of a page of reads are summed and rounded up to 4 KB. Each written item and index entry is
// rounded up to 1 KB.
namespace stator::model {

// Capacity units of one table or index.
struct ResourceUnits {
  std::string table;
  std::string index;  // empty: the table
  double read = 0;
  double write = 0;
};

// Write units of one row or index entry.
struct EntryUnits {
  StoredRow access;
  double write = 0;
};

// The cost of one run of a pattern.
struct PatternCost {
  double requests = 1;  // pages included
  double read_units = 0;
  double write_units = 0;
  double items_read = 0;
  double bytes_read = 0;
  std::vector<ResourceUnits> resources;  // the same units, by table and index
  std::vector<EntryUnits> entries;       // of a write: the same units, by row and index entry
};

// Estimates the cost of a planned read.
PatternCost EstimateRead(const Model& model, const Pattern& pattern, const ReadPlan& plan);
// Estimates the cost of a pattern with a statement. REQUIRES: plan.statement.
PatternCost EstimateStatement(const Pattern& pattern, const ReadPlan& plan);
// Adds the cost of another read in the same run.
void AddCost(const PatternCost& step, PatternCost& sum);
// Estimates the cost of a planned write.
PatternCost EstimateWrite(const Model& model, const WritePlan& plan);
// Plans the pattern and estimates its cost.
PatternCost Estimate(const Model& model, const Pattern& pattern);

// Returns the bytes of a row or index entry as DynamoDB counts them: names and values of all
// attributes, or of the projected ones. An item has the size that the model states, but at least
// that of its named attributes, the keys that templates make, and `_type`. An index that holds
// every attribute holds the whole item.
std::int64_t RowBytes(const Model& model, const StoredRow& access);
// Returns the share of an entity's instances that have the row, from 0 to 1.
double PresenceOf(const StoredRow& access);

// The stored bytes of an entity's rows in a table or index, with DynamoDB's overhead.
struct StoredBytes {
  std::string table;
  std::string index;
  std::string entity;
  double items = 0;
  double instances = 0;  // of the items: not copies, guards or index entries
  double bytes = 0;
};
// Estimates the stored bytes of each row and index entry of the model.
std::vector<StoredBytes> EstimateStorage(const Model& model);

}  // namespace stator::model
