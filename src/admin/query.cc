#include "admin/query.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "admin/texts.h"
#include "base/error.h"

namespace stator::admin {
namespace {

bool BelongsToSignature(std::string_view name) { return name.starts_with("X-Amz-"); }

}  // namespace

Result<Query> Query::Parse(std::string_view text, std::initializer_list<std::string_view> known) {
  Query query;
  for (auto& [name, value] : client::ParseQuery(text)) {
    if (name.empty() && value.empty()) continue;  // "?" or "&" at an end
    if (BelongsToSignature(name)) continue;
    if (std::ranges::find(known, std::string_view(name)) == known.end()) {
      if (known.size() == 0) return FailInvalid(texts::kAdminNoQuery);
      return FailInvalid(fmt::format(texts::kAdminQueryNames, fmt::join(known, ", ")));
    }
    if (query.Find(name) != nullptr) return FailInvalid(fmt::format(texts::kAdminQueryTwice, name));
    query.parameters_.emplace_back(std::move(name), std::move(value));
  }
  return query;
}

}  // namespace stator::admin
