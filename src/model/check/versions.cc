#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/check/check.h"
#include "model/check/finding.h"

// Finds updates that bypass a version. A version protects an item only if every writer raises it: a
// writer that compares it does not notice a change that left it as it was.
namespace stator::model {
namespace {

// The actions on one entity that compare its version.
struct Guarded {
  const Attribute* version = nullptr;
  std::string pattern;               // the first such pattern, as an example
  std::vector<std::string> written;  // attributes that any of them writes
  bool replaces = false;             // one of them puts the whole item
};

bool Compares(const Action& action, const Attribute& version) {
  return Contains(action.conditions, version.name);
}

Guarded GuardedOf(const Model& model, const Entity& entity, const Attribute& version) {
  Guarded guarded{.version = &version};
  for (const auto& pattern : model.patterns) {
    for (const auto& action : pattern.actions) {
      if (action.entity != entity.name || !Compares(action, version)) continue;
      if (guarded.pattern.empty()) guarded.pattern = pattern.id;
      std::ranges::copy(WrittenBy(action), std::back_inserter(guarded.written));
      guarded.replaces = guarded.replaces || action.verb == Verb::kPut;
    }
  }
  return guarded;
}

// Returns the written attributes that a guarded writer would overwrite, or would compute a wrong
// value from. An atomic `add` to an attribute that no guarded writer writes is safe.
std::vector<std::string> AtRisk(const Action& action, const Guarded& guarded) {
  std::vector<std::string> names;
  for (const auto& name : WrittenBy(action)) {
    const bool overwritten = guarded.replaces || Contains(guarded.written, name);
    if (!Contains(action.adds, name) || overwritten) names.push_back(name);
  }
  return names;
}

void CheckAction(const Pattern& pattern, const Action& action, const Guarded& guarded,
                 std::vector<Finding>& findings) {
  const auto& version = guarded.version->name;
  if (action.verb != Verb::kUpdate || Compares(action, *guarded.version)) return;
  if (Contains(WrittenBy(action), version)) return;
  const auto names = AtRisk(action, guarded);
  if (names.empty()) return;
  Report(findings, FindingCode::kVersionBypassed, pattern.place, pattern.id,
         fmt::format("The update changes {} of {} and leaves {} unchanged. {} compares {} and does "
                     "not notice the change.",
                     fmt::join(names, ", "), action.entity, version, guarded.pattern, version),
         fmt::format("Raise it in the same update: `add {}`, or `set {} if {}`.", version, version,
                     version));
}

void CheckEntity(const Model& model, const Entity& entity, const Attribute& version,
                 std::vector<Finding>& findings) {
  const auto guarded = GuardedOf(model, entity, version);
  if (guarded.pattern.empty()) return;
  for (const auto& pattern : model.patterns) {
    for (const auto& action : pattern.actions) {
      if (action.entity == entity.name) CheckAction(pattern, action, guarded, findings);
    }
  }
}

}  // namespace

void CheckVersions(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& entity : all.model.entities) {
    for (const auto& attribute : entity.attributes) {
      if (attribute.kind == Kind::kVersion) CheckEntity(all.model, entity, attribute, findings);
    }
  }
}

}  // namespace stator::model
