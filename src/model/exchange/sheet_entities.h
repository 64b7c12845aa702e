#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/sheet_row.h"
#include "model/language/model.h"

namespace stator::model {

// Proposes entities, keys and indexes from the rows of a list of access patterns. Call Keep for
// every row, then MakeKeys, then Need for every pattern, then Complete. All entities lie in the
// model's first table.
// Lifetime: the model must outlive this object.
class SheetEntities {
 public:
  explicit SheetEntities(Model& model) : model_(model) {}

  // Returns the names of the entities, in the order of their first rows.
  const std::vector<std::string>& names() const { return names_; }

  // Returns the entity of this name. Adds it if the model lacks it.
  Entity& Of(const std::string& name);
  // Remembers the key of the row. Call it for each part of a transaction, too.
  void Keep(const SheetRow& row);
  // Makes the keys of the entities from all kept rows.
  void MakeKeys();
  // Returns the attribute that sorts the rows which the row asks for. Empty: unknown.
  std::string OrderOf(const SheetRow& row) const;
  // Adds the entities, attributes and indexes that the pattern names.
  void Need(const Pattern& pattern);
  // Gives a key to each entity that has none.
  void Complete();

 private:
  struct KeptKey {
    KeyPair key;
    bool open = false;     // the sort key continues behind the row's part
    bool guessed = false;  // the row names only the partition key
  };

  void NeedName(Entity& entity, const std::string& name);
  void NeedAs(Entity& entity, const std::string& name, const Attribute& type);
  void NeedFields(Entity& entity, const KeyPair& key);
  void NeedIndex(const std::string& name, const std::string& hash, const std::string& range);
  void KeepPlainIndex(const SheetRow& row);
  void KeepEntry(const SheetRow& row);
  void KeepPartition(const SheetRow& row, Entity& entity);
  void TakeIdFrom(const KeptKey& kept, Entity& entity);
  void NeedIndexes(const Pattern& pattern);
  void NeedChanges(const Action& action, Entity& entity);
  const Attribute& IdOf(Entity& entity);
  void Close(Entity& entity, KeyPair& key);
  // Makes the entity's key from the attributes by which patterns ask the table. Returns false if no
  // key serves all of them.
  bool KeyByNames(Entity& entity);
  bool HasIndexFor(const std::vector<Binding>& known) const;

  Model& model_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<KeptKey>> keys_;          // by entity
  std::map<std::string, std::vector<std::string>> to_close_;  // indexes, by entity
  std::set<std::string> plain_;  // entities that patterns ask for by plain attributes
};

}  // namespace stator::model
