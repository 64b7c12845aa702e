#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/describe.h"
#include "model/cost/price_model.h"
#include "model/language/model.h"

// Compares designs, in dollars a month. The bill follows each table's way to pay.
namespace stator::model {

// A pattern that scans or exports, also by a statement, with the cost of an index that would
// replace it.
struct RarePattern {
  std::string id;
  Verb verb = Verb::kScan;
  double per_second = 0;
  double dollars = 0;  // as the pattern is now, with the backups that its export needs
  std::string index;   // its partition key
  // cost of the whole model with the index, less the cost now; nullopt: no index serves the pattern
  std::optional<double> extra;
};
// Prices each pattern that scans or exports against an index for it.
std::vector<RarePattern> CompareRare(const Model& model, const ModelPrice& price,
                                     const price::PriceTable& prices, const PricingTerms& terms);

// One way to read a parent with its children.
struct ReadWay {
  double requests = 0;  // of one run
  double read_units = 0;
  double dollars = 0;  // a month, on demand
};
BOOST_DESCRIBE_STRUCT(ReadWay, (), (requests, read_units, dollars))

// The four ways to serve a fetch: from the model's tables, from one table for each entity, by one
// request for each item, and by Scans. A Scan reads a child's whole table, as if no key led to the
// children.
struct Collection {
  std::string id;
  double per_second = 0;
  double items = 0;
  ReadWay together;
  ReadWay apart;
  ReadWay one_by_one;
  ReadWay scanned;
};
BOOST_DESCRIBE_STRUCT(Collection, (), (id, items, together, apart, one_by_one, scanned))
struct Collections {
  std::vector<Collection> fetches;
  // Monthly dollars of the whole model, on demand.
  double together = 0;
  double apart = 0;
  double one_by_one = 0;
  double scanned = 0;
};
BOOST_DESCRIBE_STRUCT(Collections, (), (fetches, together, apart, one_by_one, scanned))

// Compares the four ways for each fetch of the model.
Collections CompareCollections(const Model& model, const price::PriceTable& prices,
                               const PricingTerms& terms);

}  // namespace stator::model
