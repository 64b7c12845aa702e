#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// Infers a model from a table's data: the kinds of items, how their keys consist of their
// attributes, and how many items of each kind there are, of which size.
namespace stator::model {

// The value of an attribute in a sampled item.
struct SampledValue {
  std::string type;  // S N B BOOL NULL M L SS NS BS
  std::string text;  // of S, N and BOOL
  std::size_t bytes = 0;
  std::size_t elements = 0;  // of L, M and sets
};
using SampledItem = std::map<std::string, SampledValue>;

// Items of one kind, and the known facts about their keys.
struct SampledEntity {
  std::string name;
  std::vector<SampledItem> items;
  Template partition;                   // empty: to be inferred
  Template sort;                        // empty: to be inferred
  std::vector<std::string> attributes;  // attributes that it has even if no item shows them
  // Further rows of the same instances, grouped by the form of their keys.
  std::vector<std::vector<SampledItem>> copies;
  // Rows that keep a value unique, grouped likewise. They include the attributes that their keys
  // consist of.
  std::vector<std::vector<SampledItem>> guards;
};

// A table with the facts that a sample or template shows.
struct SampledTable {
  Table table;
  std::vector<Index> indexes;
  std::map<std::string, std::string> types;  // of declared attributes: S, N, …
  double scale = 1;                          // existing items for each sampled item

  // Returns true if an index has this name.
  bool HasIndex(std::string_view name) const;
};

// Sorts items into kinds: by an attribute that names the kind (type, _type, entityType, …), or else
// by the words in their keys. Rows that repeat an instance's attributes under another key become
// copies. Rows that contain only another item's value, in their key, become its guards.
std::vector<SampledEntity> GroupItems(const SampledTable& sampled, std::vector<SampledItem> items);

// Returns true if Parse accepts the model as Print writes it.
bool IsAccepted(const Model& model);

// Adds the table, its indexes and one entity whose keys are plain attributes. Parse accepts the
// result for any table.
void AddPlainTable(const SampledTable& sampled, const std::vector<SampledItem>& items,
                   Model& model);

// Adds the table, its indexes and the entities to the model. `remarks` gets a sentence for each
// guess.
void InferTable(const SampledTable& sampled, const std::vector<SampledEntity>& entities,
                Model& model, std::vector<std::string>& remarks);

}  // namespace stator::model
