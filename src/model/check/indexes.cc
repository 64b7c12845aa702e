#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "base/quantity.h"
#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/layout/sizes.h"

namespace stator::model {
namespace {

constexpr auto kGlobalIndexes = static_cast<std::int64_t>(limits::kGlobalIndexesMax);
constexpr auto kLocalIndexes = static_cast<std::int64_t>(limits::kLocalIndexesMax);
constexpr std::int64_t kBytesWorthMentioning = 100;  // of an index entry

// An index and the reads that it serves.
struct IndexUse {
  const Model& model;
  const Index& index;
  std::vector<const PlannedPattern*> readers;
};

IndexUse UseOf(const Planned& all, const Index& index) {
  IndexUse use{.model = all.model, .index = index, .readers = {}};
  const auto states = [&](const Pattern& pattern) {
    return pattern.stated && pattern.stated->index == index.name &&
           all.model.FindEntity(pattern.target.entity)->table == index.table;
  };
  for (const auto& planned : all.patterns) {
    if (!planned.pattern->reads()) continue;
    if (planned.read.index == &index || states(*planned.pattern)) use.readers.push_back(&planned);
  }
  return use;
}

void ReportIndex(const IndexUse& use, FindingCode code, std::string message, std::string cure,
                 std::vector<Finding>& findings) {
  Report(findings, code, use.index.place, use.model.LabelOf(use.index), std::move(message),
         std::move(cure));
}

void CheckRare(const IndexUse& use, std::vector<Finding>& findings) {
  constexpr double kRunsPerDay = 10;
  double runs = 0;
  for (const auto* planned : use.readers) runs += planned->pattern->per_second * kSecondsPerDay;
  if (runs > kRunsPerDay) return;
  ReportIndex(use, FindingCode::kRareIndex,
              fmt::format("The index serves only patterns that run {:.1f} times a day, and every "
                          "write pays for it.",
                          runs),
              "State the pattern as a scan or an export. `stator model price` shows the savings.",
              findings);
}

// Attributes that an index projects and no read needs.
struct Unused {
  std::set<std::string> names;
  std::int64_t bytes = 0;  // of an entry
};

void CollectUnused(const IndexUse& use, const Entity& entity, const std::set<std::string>& needed,
                   Unused& unused) {
  for (const auto& row : StoredRowsOf(use.model, entity)) {
    if (row.index != &use.index) continue;
    const auto fields = FieldsOf(row.key);
    for (const auto& attribute : entity.attributes) {
      if (!row.Holds(attribute.name) || needed.contains(attribute.name)) continue;
      if (std::ranges::find(fields, attribute.name) != fields.end()) continue;
      if (unused.names.insert(attribute.name).second) unused.bytes += ValueBytes(attribute);
    }
    return;
  }
}

// An index of all attributes also projects the attributes that the model does not name.
void AddUnnamed(const IndexUse& use, Unused& unused) {
  std::int64_t most = 0;
  for (const auto& entity : use.model.entities) {
    const auto rows = StoredRowsOf(use.model, entity);
    if (std::ranges::find(rows, &use.index, &StoredRow::index) == rows.end()) continue;
    std::int64_t named = 0;
    for (const auto& attribute : entity.attributes) named += ValueBytes(attribute);
    most = std::max(most, entity.bytes - named);
  }
  if (most < kBytesWorthMentioning) return;
  unused.names.insert("what the model does not name");
  unused.bytes += most;
}

// A read without `show` may need every attribute.
void CheckProjection(const IndexUse& use, std::vector<Finding>& findings) {
  if (use.index.projection == Projection::kKeysOnly) return;
  std::set<std::string> needed;
  for (const auto* planned : use.readers) {
    if (planned->pattern->shows.empty()) return;
    needed.insert(planned->pattern->shows.begin(), planned->pattern->shows.end());
    for (const auto& name : planned->read.filtered) needed.insert(name);
  }
  Unused unused;
  for (const auto& entity : use.model.entities) CollectUnused(use, entity, needed, unused);
  if (use.index.projection == Projection::kAll) AddUnnamed(use, unused);
  if (unused.bytes < kBytesWorthMentioning) return;
  ReportIndex(
      use, FindingCode::kOverProjection,
      fmt::format("No pattern reads {} there. They take about {} bytes of every entry, and writes "
                  "that change them cost twice.",
                  fmt::join(unused.names, ", "), unused.bytes),
      needed.empty() ? "Project keys."
                     : fmt::format("Project include {}.", fmt::join(needed, ", ")),
      findings);
}

void CheckIndex(const Planned& all, const Index& index, std::vector<Finding>& findings) {
  const auto use = UseOf(all, index);
  if (use.readers.empty()) {
    return ReportIndex(use, FindingCode::kUnusedIndex,
                       fmt::format("No pattern is served by {}, and every write pays for it.",
                                   all.model.LabelOf(index)),
                       "Drop it, or write down the pattern it is for.", findings);
  }
  CheckRare(use, findings);
  CheckProjection(use, findings);
}

void CheckCount(const Model& model, const Table& table, bool local, std::int64_t most,
                std::vector<Finding>& findings) {
  const auto count = std::ranges::count_if(model.indexes, [&](const Index& index) {
    return index.table == table.name && index.local == local;
  });
  if (count <= most) return;
  Report(findings, FindingCode::kTooManyIndexes, table.place, table.name,
         fmt::format("{} has {} {} indexes, and the limit is {}.", table.name, count,
                     local ? "local" : "global", most),
         "Let patterns share an index: overload its keys.");
}

}  // namespace

void CheckIndexes(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& index : all.model.indexes) CheckIndex(all, index, findings);
  for (const auto& table : all.model.tables) {
    CheckCount(all.model, table, false,
               std::min(kGlobalIndexes, all.model.indexes_max.value_or(kGlobalIndexes)), findings);
    CheckCount(all.model, table, true, kLocalIndexes, findings);
  }
}

}  // namespace stator::model
