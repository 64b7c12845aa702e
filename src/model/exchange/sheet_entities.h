#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/sheet_row.h"
#include "model/language/model.h"

namespace stator::model {

// The entities and indexes that the rows of an access-pattern list tell of. Works on the model, of
// which the first table is theirs, and which must outlive it.
class SheetEntities {
 public:
  explicit SheetEntities(Model& model) : model_(model) {}

  // Names of the entities, in the order they were first told of.
  const std::vector<std::string>& names() const { return names_; }

  Entity& Of(const std::string& name);
  // What the row says about keys, without its parts.
  void Keep(const SheetRow& row);
  // Of what was kept the entities' keys are made. Once, after all has been kept.
  void MakeKeys();
  // What the key that the row asks by is sorted by behind what is known; empty: nobody says.
  std::string OrderOf(const SheetRow& row) const;
  // Everything that the pattern names.
  void Need(const Pattern& pattern);
  // Every entity gets a key that tells its instances apart. The last.
  void Complete();

 private:
  struct KeptKey {
    KeyPair key;
    bool open = false;     // the sort key goes on
    bool guessed = false;  // only the partition key was told
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
  // A key that serves what is asked of the table, from the names that patterns know; false: none
  // does.
  bool KeyByNames(Entity& entity);
  bool HasIndexFor(const std::vector<Binding>& known) const;

  Model& model_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<KeptKey>> keys_;          // by entity
  std::map<std::string, std::vector<std::string>> to_close_;  // indexes, by entity
  std::set<std::string> plain_;  // entities that are asked for by attributes of their own names
};

}  // namespace stator::model
