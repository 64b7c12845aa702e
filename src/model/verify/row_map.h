#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/layout/rows.h"

namespace stator::model {

// The rows that the tables must have for some instances, by their keys. Lifetime: points into the
// model, the accesses and the instances.
class RowMap {
 public:
  // A row that must exist.
  struct Row {
    const Instance* instance = nullptr;
    const StoredRow* access = nullptr;
    client::Item item;
  };

  RowMap(const Model& model, const std::vector<StoredRow>& accesses,
         const std::vector<Instance>& instances);

  // Returns the row under the item's key; nullptr if there must be none.
  const Row* Find(const std::string& table, const client::Item& item) const;
  // Returns all rows of a table, by the text of their keys.
  const std::map<std::string, Row>& Of(const std::string& table) const;
  // Returns the item's key in that table as a text.
  std::string KeyTextOf(const std::string& table, const client::Item& item) const;
  // Returns a sentence for each pair of instances with the same key.
  const std::vector<std::string>& collisions() const { return collisions_; }

 private:
  const Model& model_;
  std::map<std::string, std::map<std::string, Row>> tables_;
  std::vector<std::string> collisions_;
};

// Returns the item's key as a text: "CUST#1 / ORDER#2".
std::string KeyTextOf(const Table& table, const client::Item& item);

// Returns "Order order-1", as reports name the instance.
std::string NameOf(const Instance& instance);

}  // namespace stator::model
