#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/cost/price_model.h"
#include "model/language/model.h"

// Designs beside each other, in dollars a month as the tables are paid.
namespace stator::model {

// A pattern that scans or exports, and what an index would cost instead.
struct RarePattern {
  std::string id;
  Verb verb = Verb::kScan;
  double per_second = 0;
  double dollars = 0;           // as it is, with what it needs
  std::string index;            // its partition key
  std::optional<double> extra;  // what the whole costs more with the index; nullopt: none serves it
};
std::vector<RarePattern> CompareRare(const Model& model, const ModelPrice& price,
                                     const price::PriceTable& prices, const PricingTerms& terms);

// One way to read what belongs together.
struct ReadWay {
  double requests = 0;  // of one run
  double read_units = 0;
  double dollars = 0;  // a month, on demand
};
// A fetch: as it lies; with a table for each entity; each item by itself; and by a Scan of each
// child's table for want of a key.
struct Collection {
  std::string id;
  double per_second = 0;
  double items = 0;
  ReadWay together;
  ReadWay apart;
  ReadWay one_by_one;
  ReadWay scanned;
};
struct Collections {
  std::vector<Collection> fetches;
  // Of the whole model, on demand.
  double together = 0;
  double apart = 0;
  double one_by_one = 0;
  double scanned = 0;
};
Collections CompareCollections(const Model& model, const price::PriceTable& prices,
                               const PricingTerms& terms);

}  // namespace stator::model
