#include "price/columns.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"

namespace stator::price {
namespace {

constexpr std::size_t kGap = 2;

}  // namespace

void Columns::Add(std::vector<std::string> cells) {
  CHECK(cells.size() <= columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    columns_[i].width = std::max(columns_[i].width, cells[i].size() + kGap);
  }
  rows_.push_back(std::move(cells));
}

std::string Columns::Text() const {
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto width = columns_[i].width;
      text += columns_[i].right ? fmt::format("{:>{}}", row[i], width)
                                : fmt::format("{:<{}}", row[i], width);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace stator::price
