#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"
#include "model/language/parser.h"

namespace stator::model {

// Returns the names of all things, in their order. Lifetime: the views are valid as long as
// `things`.
template <class Things, class Name>
std::vector<std::string_view> NamesOf(const Things& things, Name name) {
  std::vector<std::string_view> names;
  for (const auto& thing : things) names.push_back(thing.*name);
  return names;
}

// Looks up the names that a model uses. If a name stands for nothing, Lookup complains and suggests
// the name that may be meant. Lifetime: the model and the complaints must outlive the Lookup.
class Lookup {
 public:
  Lookup(const Model& model, std::vector<Complaint>& complaints)
      : model_(model), complaints_(complaints) {}

  const Model& model() const { return model_; }
  // Adds a complaint. If `word` is given, the complaint points at its first occurrence from `place`
  // on.
  void Complain(Place place, std::string message, std::string word = {});

  // Each returns what the name stands for, or complains and returns nullptr.
  const Entity* NeedEntity(Place place, const std::string& name);
  // Finds an index of the entity's table.
  const Index* NeedIndex(const Entity& entity, Place place, const std::string& name);
  const Table* NeedTable(Place place, const std::string& name);
  const Pattern* NeedPattern(Place place, const std::string& id);
  const Attribute* NeedAttribute(const Entity& entity, Place place, const std::string& name);
  // Complains if the attribute can never have the value.
  void NeedValue(const Attribute& attribute, const std::string& value, Place place);
  // Complains if the entity lacks an attribute of the template, or if the template cannot write
  // one.
  void NeedTemplate(const Entity& entity, const Template& text);
  // Complains if the key has a sort side and the table or index `name` has none, or the reverse.
  void NeedSides(const KeyPair& key, bool has_sort, const std::string& name);

 private:
  const Model& model_;
  std::vector<Complaint>& complaints_;
};

// Returns "; did you mean 'custId'?", or "." if none of `names` is near.
std::string SuggestOrEnd(std::string_view word, const std::vector<std::string_view>& names);

// Complains about names in patterns and assertions that stand for nothing, and about clauses that
// contradict each other. REQUIRES: Resolve has completed the entities.
void ResolvePatterns(Lookup& lookup);

// Complains if a key attribute of a table or index gets values of two types, or two values in one
// item. Marks a key line that consists of the attribute itself as natural.
void ResolveKeyAttributes(Model& model, Lookup& lookup);

}  // namespace stator::model
