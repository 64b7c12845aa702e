#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/describe.h"
#include "model/language/model.h"
#include "model/plan/estimate.h"
#include "price/monthly.h"
#include "price/price_table.h"

// Computes a model's cost for a month (docs/model-price.md). Patterns cost their units times their
// rates. Entities and indexes cost the bytes that they store.
namespace stator::model {

// A reader polls each shard of a stream this often in a second, as Lambda and the Kinesis Client
// Library do. A stream has one shard for each partition.
inline constexpr double kStreamCallsPerShard = 4;
// Bytes of a partition in AWS's estimate of their number, which is in decimal gigabytes as bills
// are (facts 6.3). Stator's own partitions are bounded by limits::kPartitionBytesMax.
inline constexpr double kEstimatedPartitionBytes = 10e9;

// The choices that a price depends on, apart from the model itself.
struct PricingTerms {
  // AWS provisions no table or index with less than one unit of each kind.
  price::Terms terms{.write_capacity = {.floor = 1}, .read_capacity = {.floor = 1}};
  std::optional<price::StorageClass> storage_class;  // of all tables; nullopt: as the model states
  double peak_hours = 2;
  // Readers of each table with a stream. Lambda does not count: its reads are free.
  std::uint64_t stream_readers = 0;
};

// The monthly price of one thing under two ways to pay.
struct Dollars {
  double on_demand = 0;
  double scaled = 0;  // its share of the capacity that auto scaling holds

  Dollars& operator+=(const Dollars& other);
};

// The monthly price of one pattern.
struct PricedPattern {
  std::string id;
  std::string text;
  double per_second = 0;
  double peak_per_second = 0;
  std::vector<std::string> requests;  // in Describe's words; several if one request is not enough
  bool scans = false;                 // no key serves the pattern, or its verb is scan
  PatternCost cost;                   // of one run
  PatternCost stream_copies;          // the copies that a stream's consumer writes for one run
  Dollars dollars;                    // of its units
  double export_dollars = 0;          // of an export, without the backups that it needs

  // Sums the units and the export.
  Dollars Total() const;
};

// A table or a global index. A local index is part of its table and has only storage of its own.
struct PricedResource {
  std::string table;
  std::string index;  // empty: the table itself
  price::StorageClass storage_class = price::StorageClass::kStandard;
  price::Load load;
  Dollars writes;
  Dollars reads;
  double storage = 0;  // dollars

  // Sums writes, reads and storage.
  Dollars Total() const;
};

// The part of a table's load and cost that its local index causes.
struct PricedLocalIndex {
  std::string table;
  std::string index;
  double reads = 0;  // units a second
  double writes = 0;
  double bytes = 0;
  Dollars dollars;
};

// The storage of one entity in one table or index.
struct PricedStorage {
  StoredBytes stored;
  double dollars = 0;
};

// A charge that is neither capacity nor storage, with its calculation.
struct PricedExtra {
  std::string pattern;  // the export; empty: shared by all exports of the table
  std::string table;
  std::string what;
  std::string working;
  double dollars = 0;
};
BOOST_DESCRIBE_STRUCT(PricedExtra, (), (what, working, dollars))

// A model's monthly price, with all parts of the calculation.
struct ModelPrice {
  std::vector<PricedPattern> patterns;    // in the model's order
  std::vector<PricedResource> resources;  // tables, each followed by its indexes
  std::vector<PricedLocalIndex> local_indexes;
  std::vector<PricedStorage> storage;  // by entity, of each table and index
  std::vector<PricedExtra> extras;     // exports and the backups they need
  std::vector<price::Plan> plans;      // all tables paid in the same way; without extras
  price::Plan as_written;              // each table as the model states; without extras
  bool provisioned = false;            // the model provisions at least one table
  double stream_call_dollars = 0;      // the cost of one more reader of every stream
  double stream_shards = 0;
  std::vector<std::string> notes;  // sentences

  // The sum of `extras`, in dollars.
  double Extras() const;
  // The model's monthly dollars, paid as the model states.
  double Total() const { return as_written.Dollars() + Extras(); }
  double Requests() const;  // requests a second of all patterns
  // The bytes stored in all tables and indexes.
  double Bytes() const;
};

// Prices a model. Returns one PricedPattern for each pattern, in the model's order.
ModelPrice PriceModel(const Model& model, const price::PriceTable& prices,
                      const PricingTerms& terms);

}  // namespace stator::model
