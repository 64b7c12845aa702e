#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"
#include "model/language/parser.h"

namespace stator::model {

template <class Things, class Name>
std::vector<std::string_view> NamesOf(const Things& things, Name name) {
  std::vector<std::string_view> names;
  for (const auto& thing : things) names.push_back(thing.*name);
  return names;
}

// Looks up what a model names, and complains about what is not there, with the name that may have
// been meant. Both must outlive it.
class Lookup {
 public:
  Lookup(const Model& model, std::vector<Complaint>& complaints)
      : model_(model), complaints_(complaints) {}

  const Model& model() const { return model_; }
  // Of the first `word` from there on, if one is given.
  void Complain(Place place, std::string message, std::string word = {});

  // nullptr or false: there is none, and it was complained about.
  const Entity* NeedEntity(Place place, const std::string& name);
  // Of the entity's table.
  const Index* NeedIndex(const Entity& entity, Place place, const std::string& name);
  const Table* NeedTable(Place place, const std::string& name);
  const Pattern* NeedPattern(Place place, const std::string& id);
  const Attribute* NeedAttribute(const Entity& entity, Place place, const std::string& name);
  // That the attribute can have the value.
  void NeedValue(const Attribute& attribute, const std::string& value, Place place);
  // That a template's attributes are there, and can be written the way it says.
  void NeedTemplate(const Entity& entity, const Template& text);
  // That a key has as many sides as the table's or index's of that name.
  void NeedSides(const KeyPair& key, bool has_sort, const std::string& name);

 private:
  const Model& model_;
  std::vector<Complaint>& complaints_;
};

// "; did you mean 'custId'?", or the end of the sentence.
std::string SuggestOrEnd(std::string_view word, const std::vector<std::string_view>& names);

// What patterns and assertions name, and whether it goes together. REQUIRES: the entities are
// complete.
void ResolvePatterns(Lookup& lookup);

// That what the key attributes of tables and indexes are made of goes together: one type, one value
// in an item. A key line that says nothing but the attribute itself is made natural.
void ResolveKeyAttributes(Model& model, Lookup& lookup);

}  // namespace stator::model
