#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/layout/sizes.h"

namespace stator::model {
namespace {

constexpr std::int64_t kGlobalIndexesMax = 20;
constexpr std::int64_t kLocalIndexesMax = 5;
constexpr double kSecondsPerDay = 86'400;
constexpr std::int64_t kBytesWorthMentioning = 100;  // of an index entry

class IndexCheck {
 public:
  IndexCheck(const Model& model, const std::vector<PlannedPattern>& patterns, const Index& index,
             std::vector<Finding>& findings)
      : model_(model), index_(index), findings_(findings) {
    for (const auto& planned : patterns) {
      if (!planned.pattern->reads()) continue;
      if (planned.read.index == &index || States(*planned.pattern)) used_.push_back(&planned);
    }
  }

  void Run() {
    if (used_.empty()) {
      return Say(FindingCode::kUnusedIndex,
                 fmt::format("No pattern is served by {}, and every write pays for it.",
                             model_.LabelOf(index_)),
                 "Drop it, or write down the pattern it is for.");
    }
    Rare();
    TooMuch();
  }

 private:
  bool States(const Pattern& pattern) const {
    return pattern.stated && pattern.stated->index == index_.name &&
           model_.FindEntity(pattern.target.entity)->table == index_.table;
  }

  void Say(FindingCode code, std::string message, std::string cure) {
    Report(findings_, code, index_.place, model_.LabelOf(index_), std::move(message),
           std::move(cure));
  }

  void Rare() {
    constexpr double kRunsPerDay = 10;
    double runs = 0;
    for (const auto* planned : used_) runs += planned->pattern->per_second * kSecondsPerDay;
    if (runs > kRunsPerDay) return;
    Say(FindingCode::kRareIndex,
        fmt::format("It serves only what is asked {:.1f} times a day, and is paid for with every "
                    "write.",
                    runs),
        "State the pattern as a scan or an export, and see with `stator model price` what is "
        "saved.");
  }

  // Only where every reader says what it needs.
  void TooMuch() {
    if (index_.projection == Projection::kKeysOnly) return;
    std::set<std::string> needed;
    for (const auto* planned : used_) {
      if (planned->pattern->shows.empty()) return;
      needed.insert(planned->pattern->shows.begin(), planned->pattern->shows.end());
      for (const auto& name : planned->read.filtered) needed.insert(name);
    }
    std::set<std::string> unused;
    std::int64_t bytes = 0;
    for (const auto& entity : model_.entities) Collect(entity, needed, unused, bytes);
    if (index_.projection == Projection::kAll) AddUnnamed(unused, bytes);
    if (bytes < kBytesWorthMentioning) return;
    Say(FindingCode::kOverProjection,
        fmt::format(
            "Nobody reads {} there; they take about {} bytes of every entry, and writes that "
            "change them are paid for twice.",
            fmt::join(unused, ", "), bytes),
        needed.empty() ? "Project keys."
                       : fmt::format("Project include {}.", fmt::join(needed, ", ")));
  }

  // What items have beside the attributes that the model names goes into the index as well.
  void AddUnnamed(std::set<std::string>& unused, std::int64_t& bytes) const {
    std::int64_t most = 0;
    for (const auto& entity : model_.entities) {
      const auto accesses = StoredRowsOf(model_, entity);
      if (std::ranges::find(accesses, &index_, &StoredRow::index) == accesses.end()) continue;
      std::int64_t named = 0;
      for (const auto& attribute : entity.attributes) named += ValueBytes(attribute);
      most = std::max(most, entity.bytes - named);
    }
    if (most < kBytesWorthMentioning) return;
    unused.insert("what the model does not name");
    bytes += most;
  }

  void Collect(const Entity& entity, const std::set<std::string>& needed,
               std::set<std::string>& unused, std::int64_t& bytes) const {
    for (const auto& access : StoredRowsOf(model_, entity)) {
      if (access.index != &index_) continue;
      const auto fields = FieldsOf(access.key);
      for (const auto& attribute : entity.attributes) {
        if (!access.Holds(attribute.name) || needed.contains(attribute.name)) continue;
        if (std::ranges::find(fields, attribute.name) != fields.end()) continue;
        if (unused.insert(attribute.name).second) bytes += ValueBytes(attribute);
      }
      return;
    }
  }

  const Model& model_;
  const Index& index_;
  std::vector<Finding>& findings_;
  std::vector<const PlannedPattern*> used_;
};

void Count(const Model& model, const Table& table, bool local, std::int64_t most,
           std::vector<Finding>& findings) {
  const auto count = std::ranges::count_if(model.indexes, [&](const Index& index) {
    return index.table == table.name && index.local == local;
  });
  if (count <= most) return;
  Report(findings, FindingCode::kTooManyIndexes, table.place, table.name,
         fmt::format("{} has {} {} indexes; {} are allowed.", table.name, count,
                     local ? "local" : "global", most),
         "Let patterns share an index: overload its keys.");
}

}  // namespace

void CheckIndexes(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& index : all.model.indexes)
    IndexCheck(all.model, all.patterns, index, findings).Run();
  for (const auto& table : all.model.tables) {
    Count(all.model, table, false,
          std::min(kGlobalIndexesMax, all.model.indexes_max.value_or(kGlobalIndexesMax)), findings);
    Count(all.model, table, true, kLocalIndexesMax, findings);
  }
}

}  // namespace stator::model
