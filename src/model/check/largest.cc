#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/layout/sizes.h"

// Checks reads without a limit by the fullest key. Costs are those of an average key, so a read
// that is cheap on average may still take thousands of pages for one parent.
namespace stator::model {
namespace {

constexpr double kPagesMax = 10;  // an answer of 10 MB, which takes seconds

bool IsUnbounded(const Pattern& pattern) {
  const auto limited = [](const Wanted& wanted) { return wanted.limit > 0; };
  return pattern.verb != Verb::kGet && pattern.range.empty() && !limited(pattern.target) &&
         std::ranges::none_of(pattern.children, limited);
}

// Applies the pattern's constants. A constant's own share may differ much from that of the most
// frequent value.
void AskForConstants(const ReadPlan& plan, StoredRow& access) {
  for (const auto& [name, value, place] : plan.constants) {
    const Attribute* attribute = access.entity->Find(name);
    if (attribute == nullptr || attribute->values.empty()) continue;
    const auto removed = std::erase_if(access.key.partition.parts, [&](const Part& part) {
      return part.type == Part::Type::kField && part.text == name;
    });
    const bool is_known = std::ranges::find(access.conditions, name, &Condition::attribute) !=
                          access.conditions.end();
    if (removed > 0 && !is_known) access.conditions.push_back({name, value, place});
  }
}

// Returns how many rows of `access` the Query reads under the fullest key. A bound prefix of the
// sort key narrows the read like a longer partition key.
double MostRead(const Model& model, const ReadPlan& plan, StoredRow access) {
  auto& parts = access.key.partition.parts;
  parts.insert(parts.end(), plan.sort.prefix.parts.begin(), plan.sort.prefix.parts.end());
  AskForConstants(plan, access);
  return MostPerKey(model, access) * PresenceOf(access);
}

struct Fullest {
  double bytes = 0;
  double items = 0;  // of the entity with the most bytes
  const Entity* entity = nullptr;
  bool by_parent = false;  // the key is the parent's
};

Fullest FullestOf(const Model& model, const ReadPlan& plan) {
  Fullest fullest;
  double most_bytes = 0;
  for (const auto& access : plan.wanted) {
    const double items = MostRead(model, plan, access);
    const double bytes = items * static_cast<double>(RowBytes(model, access));
    fullest.bytes += bytes;
    if (bytes <= most_bytes) continue;
    most_bytes = bytes;
    fullest.items = items;
    fullest.entity = access.entity;
    fullest.by_parent = Contains(FieldsOf(access.key.partition), access.entity->parent_key);
  }
  return fullest;
}

void CheckPattern(const Model& model, const PlannedPattern& planned,
                  std::vector<Finding>& findings) {
  const auto& pattern = *planned.pattern;
  const auto& plan = planned.read;
  if (plan.operation != Operation::kQuery || plan.sort.type == SortRange::Type::kEquals) return;
  if (!IsUnbounded(pattern) || planned.cost.bytes_read > limits::kPageBytesMax)
    return;  // many-requests
  const auto fullest = FullestOf(model, plan);
  const double pages = fullest.bytes / limits::kPageBytesMax;
  if (pages <= kPagesMax) return;
  const auto& entity = *fullest.entity;
  const auto whose = fullest.by_parent ? "largest " + entity.parent : "fullest key";
  Report(findings, FindingCode::kUnboundedRead, pattern.place, pattern.id,
         fmt::format("The {} has {:.0f} {}; there one run reads {:.0f} MB in {:.0f} pages.", whose,
                     fullest.items, entity.name, pages, pages),
         "Give the read a `limit` and page through the rest on demand.");
}

}  // namespace

void CheckLargest(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& planned : all.patterns) {
    if (planned.pattern->reads()) CheckPattern(all.model, planned, findings);
  }
}

}  // namespace stator::model
