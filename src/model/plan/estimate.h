#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/plan/plan.h"

// What requests cost, from the sizes that the model states, by DynamoDB's rules: reads are summed
// and rounded up to 4 KB once a page, writes to 1 KB for each item and each index entry.
namespace stator::model {

// Units of one table or index.
struct ResourceUnits {
  std::string table;
  std::string index;  // empty: the table
  double read = 0;
  double write = 0;
};

struct EntryUnits {
  StoredRow access;
  double write = 0;
};

struct PatternCost {
  double requests = 1;    // of one run of the pattern, pages included
  double read_units = 0;  // of one run
  double write_units = 0;
  double items_read = 0;
  double bytes_read = 0;
  std::vector<ResourceUnits> resources;  // the same units, by table and index
  std::vector<EntryUnits> entries;  // of a write the same units, by the rows and entries written
};

PatternCost EstimateRead(const Model& model, const Pattern& pattern, const ReadPlan& plan);
// Adds what another read of the same run costs.
void AddCost(const PatternCost& step, PatternCost& sum);
PatternCost EstimateWrite(const Model& model, const WritePlan& plan);
PatternCost Estimate(const Model& model, const Pattern& pattern);

// Bytes of a row there, as DynamoDB counts an item: names and values of all attributes, or of what
// is projected. An item has the size that the model states, and at least what it names: attributes,
// keys that templates make, and `_type`. An index that holds every attribute holds the item.
std::int64_t RowBytes(const Model& model, const StoredRow& access);
// The share of an entity's instances that have the row, from 0 to 1.
double PresenceOf(const StoredRow& access);

// What is stored, in the table or index, index overhead included.
struct StoredBytes {
  std::string table;
  std::string index;
  std::string entity;
  double items = 0;
  double instances = 0;  // of the items: not copies, guards or what an index shows
  double bytes = 0;
};
std::vector<StoredBytes> EstimateStorage(const Model& model);

}  // namespace stator::model
