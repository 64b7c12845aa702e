#include "wire/path.h"

#include <fmt/format.h>

namespace stator::wire {

std::string Path::Render(Capitals capitals) const {
  if (parent_ == nullptr) return {};
  std::string text = parent_->Render(capitals);
  if (!text.empty()) text += '.';
  switch (kind_) {
    case Kind::kRoot:
      break;
    case Kind::kMember: {
      const std::size_t start = text.size();
      text += name_;
      char& first = text[start];
      if (capitals == Capitals::kLowered && first >= 'A' && first <= 'Z') first += 'a' - 'A';
      break;
    }
    case Kind::kElement:
      text += fmt::format("{}.member", index_ + 1);
      break;
    case Kind::kEntry:
      text += fmt::format("{}.member", name_);
      break;
  }
  return text;
}

}  // namespace stator::wire
