#pragma once

#include <map>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/verify/world.h"

namespace stator::model {

// Keys under which something may have changed. Leans on the model.
class TouchedRows {
 public:
  struct Place {
    const Table* table = nullptr;
    client::Item key;
  };

  explicit TouchedRows(const Model& model) : model_(model) {}

  // What the requests address.
  void Add(const std::vector<client::TransactWrite>& requests);
  // Where the instance's rows lie.
  void Add(const std::vector<StoredRow>& accesses, const Instance& instance);

  const std::map<std::string, Place>& places() const { return places_; }

 private:
  void AddKey(const std::string& table, const client::Item& row);

  const Model& model_;
  std::map<std::string, Place> places_;  // by table and text of the key
};

// What the tables and indexes hold, against the rows that the instances must have: a sentence for
// each row or entry that is missing, left over or different. Reads everything.
client::Expected<std::vector<std::string>> InconsistenciesOf(World& world);

// The same of the touched rows, and of nothing else: index entries follow their rows. `concerned`
// are the world's instances that these rows are of, as they must be by now.
client::Expected<std::vector<std::string>> InconsistenciesOf(
    World& world, const TouchedRows& touched, const std::vector<Instance>& concerned);

}  // namespace stator::model
