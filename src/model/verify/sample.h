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

// Facts about an entity that the sampler needs, gathered once.
struct EntityFacts {
  const Entity* entity = nullptr;
  std::vector<StoredRow> accesses;
  // Lists of attributes whose values no two instances may share entirely: the identity, the guarded
  // attributes, and those by which a `get` finds one item.
  std::vector<std::vector<std::string>> unique;
  // Constants of patterns and conditions that no enum provides: [parentId=ROOT]. Each item holds
  // the constants of one pattern or condition.
  std::vector<client::Item> constants;
  std::string padded;  // an attribute that nothing depends on; pads items to their size
  bool has_children = false;
  std::int64_t limit_max = 0;  // the largest limit of the patterns that list it
};

// Makes instances of a model's entities that are as awkward as the model allows:
// - Parents have no, few or very many children; one parent's children share one value of an enum.
// - Ids are beginnings of each other, and dates are equal.
// - One item is near the largest size.
// - Instances share a key wherever keys do not tell them apart.
// - Some children have a parent that does not exist.
//
// The same seed makes the same sample. Threads: one at a time. Lifetime: the model must outlive it.
class Sampler {
 public:
  static constexpr std::size_t kInstancesMax = 20'000;
  static constexpr std::size_t kInstancesOfEntityMax = 3'000;
  static constexpr std::int64_t kBytesMax = 64LL * 1024 * 1024;
  static constexpr std::int64_t kLimitTried = 200;  // exceeds limits up to this one on purpose

  // Prepares to sample the model; makes no instances yet.
  Sampler(const Model& model, std::uint64_t seed);

  // Returns the sample, parents before their children: as the model's `sample` line states it, or a
  // few of each entity by default. It stays within the limits above; each entity gets its share.
  std::vector<Instance> All();

  // Makes one more instance below `parent`, or without a parent. Some instances have constants of
  // patterns. nullopt: all values of the identity are used up.
  std::optional<Instance> Another(const Entity& entity, const Instance* parent);

  // Frees the values that only this instance may have, because it no longer exists.
  void Release(const Instance& instance);

  Random& random() { return random_; }

 private:
  using Parent = std::optional<Instance>;  // nullopt: without a parent

  const Sample* SampleOf(const Entity& entity) const;
  const EntityFacts& FactsOf(const Entity& entity) const;
  void MakeChildren(const Entity& entity, std::vector<Instance>& made);
  void MakeRoots(const Entity& entity, std::vector<Instance>& made);
  // Returns how many children the n-th of `parents` parents gets.
  std::int64_t ChildrenOf(const Entity& entity, std::size_t nth, std::size_t parents);
  bool Add(std::optional<Instance> instance, std::vector<Instance>& made);
  // Makes one more instance with these values.
  std::optional<Instance> AnotherWith(const Entity& entity, const Instance* parent,
                                      const client::Item& values);
  void AddLookalikes(std::vector<Instance>& made);
  // Returns parents that may have `room` more children.
  std::vector<Parent> ParentsWithRoom(const Entity& entity, std::int64_t room,
                                      const std::vector<Instance>& made) const;
  // Whether a child of the parent can have the values.
  bool MayHave(const Entity& entity, const Parent& parent, const client::Item& values) const;
  // Adds pairs of instances whose key texts are equal because values contain the delimiter.
  void AddTwins(const EntityFacts& facts, std::vector<Instance>& made);
  bool AddTwinsOf(const Ambiguity& ambiguity, const Parent& parent, std::vector<Instance>& made);
  // Adds instances whose keys equal those of other entities' instances.
  void AddMeetings(const EntityFacts& facts, std::vector<Instance>& made);
  bool AddMeeting(const StoredRow& access, const StoredRow& other, std::vector<Instance>& made);
  // Adds children that a pattern fetches with a parent that does not exist.
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
  std::map<std::string, std::uint64_t> numbers_;  // the next number for ids, by entity and tenant
  std::map<const Entity*, std::size_t> asked_;    // number of calls of Another
  std::set<std::string> taken_;                   // values that only one instance may have
  std::string tenant_;                            // of the instance in the making
  bool main_value_ = false;    // the instance in the making takes the main value of enums
  std::size_t of_entity_ = 0;  // instances of the entity so far
  std::map<const Entity*, std::int64_t> bytes_;  // bytes made so far
};

}  // namespace stator::model
