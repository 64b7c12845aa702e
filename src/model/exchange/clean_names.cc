#include "model/exchange/clean_names.h"

#include <fmt/format.h>

#include "model/language/print.h"

namespace stator::model {

const std::string& CleanNames::Of(const std::string& name) {
  const auto known = given_.find(name);
  if (known != given_.end()) return known->second;
  const auto plain = CleanName(name);
  auto clean = plain;
  while (!taken_.insert(clean).second) {
    auto& next = next_.try_emplace(plain, 2).first->second;
    clean = plain + std::to_string(next++);
  }
  if (clean != name) Tell(name, clean);
  return given_.emplace(name, std::move(clean)).first->second;
}

void CleanNames::Tell(const std::string& name, const std::string& clean) {
  if (told_ > kRenamesToldMax) return;
  remarks_.push_back(++told_ > kRenamesToldMax
                         ? "Further attributes are renamed as well."
                         : fmt::format("The attribute '{}' is called {} here.", name, clean));
}

}  // namespace stator::model
