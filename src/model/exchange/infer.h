#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

// A model from the data itself: which kinds of items there are, how their keys are made of their
// attributes, how many there are of each and how large they are.
namespace stator::model {

struct SampledValue {
  std::string type;  // S N B BOOL NULL M L SS NS BS
  std::string text;  // of S, N and BOOL
  std::size_t bytes = 0;
  std::size_t elements = 0;  // of L, M and sets
};
using SampledItem = std::map<std::string, SampledValue>;

// Items that are known to be of one kind, with what is known about their keys.
struct SampledEntity {
  std::string name;
  std::vector<SampledItem> items;
  Template partition;                   // empty: to be found
  Template sort;                        // empty: to be found
  std::vector<std::string> attributes;  // that it has even if no item shows it
  // Second rows of the same instances, by the form of their keys.
  std::vector<std::vector<SampledItem>> copies;
  // Rows that make a value of theirs unique, with what their keys are made of; likewise.
  std::vector<std::vector<SampledItem>> guards;
};

struct SampledTable {
  Table table;
  std::vector<Index> indexes;
  std::map<std::string, std::string> types;  // of attributes that are declared: S, N, …
  double scale = 1;                          // items there are for each that was seen

  bool HasIndex(std::string_view name) const;
};

// Sorts items into kinds: by an attribute that names the kind (type, _type, entityType, …), or else
// by the words in their keys. Rows that repeat what others say of the same instance, under another
// key, are copies; rows with nothing but a value of another in their key make it unique.
std::vector<SampledEntity> GroupItems(const SampledTable& sampled, std::vector<SampledItem> items);

// Whether the language takes the model, as `Print` writes it.
bool IsAccepted(const Model& model);

// Adds the table, its indexes and one entity to the model, whose keys are attributes as they are.
// The language accepts this of any table.
void AddPlainTable(const SampledTable& sampled, const std::vector<SampledItem>& items,
                   Model& model);

// Adds the table, its indexes and the entities to the model. What was guessed is told in `remarks`,
// a sentence each.
void InferTable(const SampledTable& sampled, const std::vector<SampledEntity>& entities,
                Model& model, std::vector<std::string>& remarks);

}  // namespace stator::model
