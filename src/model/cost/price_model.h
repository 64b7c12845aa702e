#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/plan/estimate.h"
#include "price/monthly.h"
#include "price/price_table.h"

// What a model costs in a month (docs/model-price.md): the units of its patterns times their rates,
// and what its entities and indexes store.
namespace stator::model {

// A stream has a shard for each partition, and a reader asks each so many times a second, as Lambda
// and the Kinesis Client Library do.
inline constexpr double kStreamCallsPerShard = 4;
inline constexpr double kPartitionBytesMax = 10e9;

struct PricingTerms {
  // AWS provisions no table or index with less than one unit of each kind.
  price::Terms terms{.write_capacity = {.floor = 1}, .read_capacity = {.floor = 1}};
  std::optional<price::StorageClass> storage_class;  // of all tables; nullopt: as the model says
  double peak_hours = 2;
  // Of each table with a stream, apart from Lambda, which reads for nothing.
  std::uint64_t stream_readers = 0;
};

// Of the same thing, in two ways of paying.
struct Dollars {
  double on_demand = 0;
  double scaled = 0;  // its share of capacity that auto scaling holds

  Dollars& operator+=(const Dollars& other);
};

struct PricedPattern {
  std::string id;
  std::string text;
  double per_second = 0;
  double peak_per_second = 0;
  std::vector<std::string> requests;  // as Describe tells them; several if one does not do
  bool scans = false;                 // no key serves it, or it says so itself
  PatternCost cost;                   // of one run
  PatternCost stream_copies;          // what a stream's consumer writes for it
  Dollars dollars;                    // of its units
  double export_dollars = 0;          // of an export, without the backups it needs

  Dollars Total() const;
};

// A table or a global index; a local index is part of its table, but for what it stores.
struct PricedResource {
  std::string table;
  std::string index;  // empty: the table itself
  price::StorageClass storage_class = price::StorageClass::kStandard;
  price::Load load;
  Dollars writes;
  Dollars reads;
  double storage = 0;  // dollars

  Dollars Total() const;
};

// A local index: what its table has because of it.
struct PricedLocalIndex {
  std::string table;
  std::string index;
  double reads = 0;  // units a second
  double writes = 0;
  double bytes = 0;
  Dollars dollars;
};

struct PricedStorage {
  StoredBytes stored;
  double dollars = 0;
};

// What is charged beside capacity and storage, with its working.
struct PricedExtra {
  std::string pattern;  // the export; empty: what all exports of the table need
  std::string table;
  std::string what;
  std::string working;
  double dollars = 0;
};

struct ModelPrice {
  std::vector<PricedPattern> patterns;    // in the model's order
  std::vector<PricedResource> resources;  // tables, each followed by its indexes
  std::vector<PricedLocalIndex> local_indexes;
  std::vector<PricedStorage> storage;  // by entity, of each table and index
  std::vector<PricedExtra> extras;     // exports and the backups they need
  std::vector<price::Plan> plans;      // all tables alike; without extras
  price::Plan as_written;              // each table as the model says; without extras
  bool provisioned = false;            // the model says so of some table
  double stream_call_dollars = 0;      // what one more reader of every stream would cost
  double stream_shards = 0;
  std::vector<std::string> notes;  // sentences

  double Extras() const;
  double Total() const { return as_written.Dollars() + Extras(); }
  double Requests() const;  // a second
  double Bytes() const;
};

ModelPrice PriceModel(const Model& model, const price::PriceTable& prices,
                      const PricingTerms& terms);

}  // namespace stator::model
