#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/layout/layout.h"
#include "model/verify/sample.h"

namespace stator::model {

// Tables with the rows of some instances in them, and the instances as they must be by now. Leans
// on database and model. Not safe for concurrent use.
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
};

// Makes the model's tables and waits until they can be used. Fails if one is there already: what is
// in it is not ours.
client::Expected<void> MakeTables(World& world);
// Drops those that were made, as far as that can be done, and waits until they are gone. The first
// error is told.
client::Expected<void> DropTables(World& world);

// Writes all rows of the instances. The message of a ValidationException says of which row it is.
client::Expected<void> WriteRows(World& world, const std::vector<Instance>& instances);

// Deletes all rows of the instance.
client::Expected<void> DeleteRows(World& world, const Instance& instance);

}  // namespace stator::model
