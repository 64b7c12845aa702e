#pragma once

#include <map>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/verify/world.h"

namespace stator::model {

// Collects the keys of rows that may have changed. Lifetime: the model must outlive it.
class TouchedRows {
 public:
  // One key of a table.
  struct Place {
    const Table* table = nullptr;
    client::Item key;
  };

  explicit TouchedRows(const Model& model) : model_(model) {}

  // Adds the rows that the requests address.
  void Add(const std::vector<client::TransactWrite>& requests);
  // Adds the rows of the instance.
  void Add(const std::vector<StoredRow>& accesses, const Instance& instance);

  // Returns the keys, by table and text of the key.
  const std::map<std::string, Place>& places() const { return places_; }

 private:
  void AddKey(const std::string& table, const client::Item& row);

  const Model& model_;
  std::map<std::string, Place> places_;  // by table and text of the key
};

// Compares all tables and indexes with the rows that the world's instances must have. Returns a
// sentence for each row or index entry that is missing, left over or different.
client::Expected<std::vector<std::string>> InconsistenciesOf(World& world);

// Compares only the touched rows; index entries follow their rows. `concerned` are the current
// instances that these rows belong to.
client::Expected<std::vector<std::string>> InconsistenciesOf(
    World& world, const TouchedRows& touched, const std::vector<Instance>& concerned);

}  // namespace stator::model
