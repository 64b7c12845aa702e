#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/layout/layout.h"
#include "model/verify/sample.h"

namespace stator::model {

// Tables that hold the rows of some instances, and the instances in their current state. Threads:
// one at a time. Lifetime: the database and the model must outlive it.
struct World {
  World(client::Connection& tables, const Model& described, std::uint64_t seed)
      : database(tables),
        model(described),
        accesses(AllStoredRows(described)),
        sampler(described, seed) {}

  client::Connection& database;
  const Model& model;
  std::vector<StoredRow> accesses;
  Sampler sampler;
  std::vector<Instance> instances;
  std::vector<std::string> tables_made;
  std::function<bool()> stopped;  // see VerifyOptions

  bool is_stopped() const { return stopped && stopped(); }
};

// Errors: Interrupted if the caller asks to stop.
client::Expected<void> GoOn(const World& world);

// Creates the model's tables and waits until they are active. Errors: fails if a table exists
// already, because this run did not write its items.
client::Expected<void> MakeTables(World& world);
// Drops the tables that MakeTables created and waits until they are gone. It continues after an
// error and returns the first one.
client::Expected<void> DropTables(World& world);

// Writes all rows of the instances. Errors: a ValidationException names the refused row.
client::Expected<void> WriteRows(World& world, const std::vector<Instance>& instances);

// Deletes all rows of the instance.
client::Expected<void> DeleteRows(World& world, const Instance& instance);

}  // namespace stator::model
