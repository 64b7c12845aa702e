#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/layout/rows.h"

namespace stator::model {

// The rows that the tables must have for some instances, by their keys. Leans on model and
// instances.
class RowMap {
 public:
  struct Row {
    const Instance* instance = nullptr;
    const StoredRow* access = nullptr;
    client::Item item;
  };

  RowMap(const Model& model, const std::vector<StoredRow>& accesses,
         const std::vector<Instance>& instances);

  // The row under the item's key; nullptr: there should be none.
  const Row* Find(const std::string& table, const client::Item& item) const;
  // All rows of a table, by the text of their keys.
  const std::map<std::string, Row>& Of(const std::string& table) const;
  std::string KeyTextOf(const std::string& table, const client::Item& item) const;
  // Two instances that have the same key, each as a sentence.
  const std::vector<std::string>& collisions() const { return collisions_; }

 private:
  const Model& model_;
  std::map<std::string, std::map<std::string, Row>> tables_;
  std::vector<std::string> collisions_;
};

// The item's key as a text: "CUST#1 / ORDER#2".
std::string KeyTextOf(const Table& table, const client::Item& item);

// "Order order-1": what a person calls the instance.
std::string NameOf(const Instance& instance);

}  // namespace stator::model
