#include "api/partiql/projected.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/partiql_texts.h"
#include "expr/bound.h"
#include "expr/legacy.h"
#include "expr/paths.h"
#include "item/encoder.h"

namespace stator::api {
namespace {

using expr::ast::Path;
using expr::ast::Step;

std::string NameOf(const Path& path) {
  std::string name;
  for (const Step& step : path.steps) {
    if (step.kind == Step::Kind::kName) {
      name = step.name;
    } else {
      name += fmt::format("[{}]", step.number);
    }
  }
  return name;
}

// Collects names in their order, each once. A list may have thousands.
class DistinctNames {
 public:
  void Add(std::string_view name) {
    if (seen_.insert(name).second) names_.push_back(name);
  }
  std::vector<std::string_view> Take() { return std::move(names_); }

 private:
  std::unordered_set<std::string_view> seen_;
  std::vector<std::string_view> names_;
};

}  // namespace

Projected::Projected(const partiql::Statement& statement) : statement_(statement) {
  if (statement.all) return;
  const auto is_name = [](const Path& path) { return path.steps.size() == 1; };
  if (std::ranges::all_of(statement.projection, is_name)) {
    DistinctNames names;
    for (const Path& path : statement.projection) names.Add(path.steps.front().name);
    const auto once = names.Take();
    const std::vector<std::string> attributes(once.begin(), once.end());
    direct_ = expr::legacy::MakeProjection(attributes);
    return;
  }
  for (const Path& path : statement.projection) names_.push_back(NameOf(path));
}

item::Item Projected::Rename(item::Item item) const {
  if (names_.empty()) return item;
  const expr::Slots no_placeholders;
  std::map<std::string_view, item::ValueView> found;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto value = expr::Find(statement_.projection[i], no_placeholders, item.view());
    if (value) found.insert_or_assign(names_[i], *value);
  }
  Bytes bytes;
  item::Encoder encoder(bytes);
  encoder.BeginItem(found.size());
  for (const auto& [name, value] : found) {
    encoder.Name(name);
    encoder.Copy(value);
  }
  return item::Item(std::move(bytes));
}

std::vector<std::string_view> Projected::UnheldBy(const query::Source& source) const {
  DistinctNames unheld;
  for (const Path& path : statement_.projection) {
    const std::string_view name = path.steps.front().name;
    if (!source.Holds(name)) unheld.Add(name);
  }
  return unheld.Take();
}

Result<bool> Projected::NeedsFetch(const query::Source& source) const {
  const auto unheld = UnheldBy(source);
  if (unheld.empty()) return false;
  if (!source.global()) return true;
  return FailInvalid(
      fmt::format(texts::kIndexLacksAttributes, source.index->name, fmt::join(unheld, ", ")));
}

Result<> CheckFilterHeld(const query::Source& source, const expr::Condition& where) {
  if (source.index == nullptr) return {};
  DistinctNames names;
  for (const std::string_view name : expr::AttributesOf(where)) {
    if (!source.Holds(name)) names.Add(name);
  }
  const auto unheld = names.Take();
  if (unheld.empty()) return {};
  return FailInvalid(
      fmt::format(texts::kIndexLacksFilterAttributes, source.index->name, fmt::join(unheld, ", ")));
}

}  // namespace stator::api
