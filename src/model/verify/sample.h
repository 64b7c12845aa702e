#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "model/language/model.h"
#include "model/layout/rows.h"
#include "model/verify/lookalikes.h"

namespace stator::model {

// What the model says of an entity, gathered once.
struct EntityFacts {
  const Entity* entity = nullptr;
  std::vector<StoredRow> accesses;
  // Lists of attributes of which no two instances have all values alike: what tells instances
  // apart, what is guarded, and what a `get` finds one item by.
  std::vector<std::vector<std::string>> unique;
  // Values that patterns and conditions name, and that no enum makes occur: [parentId=ROOT]. Each
  // is what one of them names.
  std::vector<client::Item> constants;
  std::string padded;  // an attribute that nothing depends on, to be made as long as items are
  bool has_children = false;
  std::int64_t limit_max = 0;  // of the patterns that list it
};

// Makes instances of a model's entities that are as awkward as the model allows: parents with no,
// few and very many children, ids that begin with each other, equal dates, values of which one
// parent has only one, an item near the largest that may be, instances that have the same key as
// far as keys do not tell them apart, children whose parent is not there. The same for a seed. Not
// safe for concurrent use; leans on the model.
class Sampler {
 public:
  static constexpr std::size_t kInstancesMax = 20'000;
  static constexpr std::size_t kInstancesOfEntityMax = 3'000;
  static constexpr std::int64_t kBytesMax = 64LL * 1024 * 1024;
  static constexpr std::int64_t kLimitTried = 200;  // up to which limits are exceeded on purpose

  Sampler(const Model& model, std::uint64_t seed);

  // The sample, parents before their children; as the model's `sample` line says, or by default a
  // few of each. Stays within the limits above, of which each entity has its share.
  std::vector<Instance> All();

  // One more instance, whose parent (if it is to have one) is `parent`. Some have the values that
  // patterns name. nullopt: all values that tell its instances apart are used up.
  std::optional<Instance> Another(const Entity& entity, const Instance* parent);

  // The instance is gone: what it had to itself another may have.
  void Release(const Instance& instance);

  Random& random() { return random_; }

 private:
  using Parent = std::optional<Instance>;  // none: it is to have none

  const Sample* SampleOf(const Entity& entity) const;
  const EntityFacts& FactsOf(const Entity& entity) const;
  void MakeChildren(const Entity& entity, std::vector<Instance>& made);
  void MakeRoots(const Entity& entity, std::vector<Instance>& made);
  // How many children the n-th of `parents` gets.
  std::int64_t ChildrenOf(const Entity& entity, std::size_t nth, std::size_t parents);
  bool Add(std::optional<Instance> instance, std::vector<Instance>& made);
  // One more that has these values.
  std::optional<Instance> AnotherWith(const Entity& entity, const Instance* parent,
                                      const client::Item& values);
  void AddLookalikes(std::vector<Instance>& made);
  // Parents of which so many more children may be.
  std::vector<Parent> ParentsWithRoom(const Entity& entity, std::int64_t room,
                                      const std::vector<Instance>& made) const;
  bool MayHave(const Entity& entity, const Parent& parent, const client::Item& values) const;
  // Whose texts in keys are the same, because values contain the delimiter.
  void AddTwins(const EntityFacts& facts, std::vector<Instance>& made);
  bool AddTwinsOf(const Ambiguity& ambiguity, const Parent& parent, std::vector<Instance>& made);
  // Whose keys are those of other entities' instances.
  void AddMeetings(const EntityFacts& facts, std::vector<Instance>& made);
  bool AddMeeting(const StoredRow& access, const StoredRow& other, std::vector<Instance>& made);
  // Of parents that a pattern fetches with them.
  void AddOrphans(std::vector<Instance>& made);
  void AddOrphansOf(const EntityFacts& facts, const Entity& parent, std::vector<Instance>& made);
  void Fill(Instance& instance, const Instance* parent, int attempt);
  client::Value Make(const Entity& entity, const Attribute& attribute, int attempt);
  std::optional<client::Value> Inherited(const Entity& entity, const Attribute& attribute,
                                         const Instance& parent) const;
  std::vector<std::string> ClaimsOf(const Instance& instance) const;
  bool TakeIfNew(const Instance& instance);
  void Pad(Instance& instance);
  void Enlarge(std::vector<Instance>& made);

  const Model& model_;
  Random random_;
  std::vector<EntityFacts> facts_;
  std::map<std::string, std::uint64_t> numbers_;  // of ids, by entity and tenant
  std::map<const Entity*, std::size_t> asked_;    // how many instances were asked for
  std::set<std::string> taken_;                   // values that must be different
  std::string tenant_;                            // of the instance that is being made
  bool main_value_ = false;    // enums of the instance that is being made have their main one
  std::size_t of_entity_ = 0;  // made of the entity so far
  std::map<const Entity*, std::int64_t> bytes_;  // made so far
};

}  // namespace stator::model
