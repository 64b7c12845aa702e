#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/stable_order.h"
#include "model/generate/infrastructure.h"
#include "model/generate/pages.h"
#include "model/layout/layout.h"

namespace stator::model::generate {
namespace {

constexpr int kWidth = 860;
constexpr int kMargin = 20;
constexpr int kLine = 22;
constexpr int kSortColumn = 300;
constexpr int kEntityColumn = 250;
// Letters that fit into a column. Longer texts are cut and marked.
constexpr std::size_t kPartitionLettersMax = 98;
constexpr std::size_t kSortLettersMax = 37;
constexpr std::size_t kEntityLettersMax = 16;
constexpr std::size_t kHeldLettersMax = 52;

std::string Escaped(std::string_view text) {
  std::string all;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        all += "&lt;";
        break;
      case '>':
        all += "&gt;";
        break;
      case '&':
        all += "&amp;";
        break;
      case '-':
        // "--" would end a comment.
        all += all.ends_with('-') ? "&#45;" : "-";
        break;
      default:
        all += letter;
    }
  }
  return all;
}

// Cuts a text between letters, never within the bytes of one.
std::string Cut(std::string_view text, std::size_t letters) {
  constexpr unsigned char kContinuationMask = 0xC0;
  constexpr unsigned char kContinuation = 0x80;
  if (text.size() <= letters) return std::string(text);
  auto end = letters - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & kContinuationMask) == kContinuation) {
    --end;
  }
  return std::string(text.substr(0, end)) + "…";
}

// The rows under one partition key.
struct Collection {
  std::string partition;
  std::vector<StoredRow> rows;  // in the order of their sort keys
};

struct View {
  std::string title;
  std::vector<Collection> collections;
};

std::string SortText(const StoredRow& access) {
  return access.key.sort.empty() ? "" : TextOf(access.key.sort);
}

std::vector<Collection> CollectionsOf(const std::vector<StoredRow>& all, const Table& table,
                                      const Index* index) {
  std::vector<Collection> collections;
  for (const auto& access : all) {
    if (access.table != &table || access.index != index) continue;
    const auto partition = TextOf(access.key.partition);
    auto found = std::ranges::find(collections, partition, &Collection::partition);
    if (found == collections.end()) {
      found = collections.insert(found, Collection{.partition = partition});
    }
    found->rows.push_back(access);
  }
  for (auto& collection : collections) {
    StableSortBy(collection.rows, SortText);
  }
  return collections;
}

std::vector<View> ViewsOf(const Model& model) {
  const auto all = AllStoredRows(model);
  std::vector<View> views;
  for (const auto& table : model.tables) {
    views.push_back({fmt::format("table {} ({}{})", table.name, table.partition_key,
                                 table.sort_key.empty() ? "" : ", " + table.sort_key),
                     CollectionsOf(all, table, nullptr)});
    for (const auto& index : model.indexes) {
      if (index.table != table.name) continue;
      const auto range = fmt::format("{}", fmt::join(index.range, " + "));
      views.push_back(
          {fmt::format("{} index {} ({}{}{})", index.local ? "local" : "global", index.name,
                       fmt::join(index.hash, " + "), range.empty() ? "" : ", ", range),
           CollectionsOf(all, table, &index)});
    }
  }
  return views;
}

// Returns the attributes that the row holds, and the conditions under which it exists.
std::string HeldText(const StoredRow& access) {
  std::string held;
  for (const auto& attribute : access.entity->attributes) {
    if (!access.Holds(attribute.name)) continue;
    held += (held.empty() ? "" : ", ") + attribute.name;
  }
  for (const auto& condition : access.conditions) {
    held = fmt::format("[{}={}] {}", condition.attribute, condition.value, held);
  }
  return held;
}

std::string EntityText(const StoredRow& access) {
  switch (access.row) {
    case StoredRow::Row::kItem:
      return access.entity->name;
    case StoredRow::Row::kCopy:
      return access.entity->name + " (copy)";
    case StoredRow::Row::kGuard:
      return access.entity->name + " (unique)";
  }
  return "";
}

class Drawing {
 public:
  void Add(const View& view) {
    y_ += kLine;
    Text(kMargin, "title", view.title);
    y_ += kLine / 2;
    if (view.collections.empty()) {
      y_ += kLine;
      Text(kMargin, "held", "no entity has this key");
    }
    for (const auto& collection : view.collections) AddCollection(collection);
    y_ += kLine;
  }

  std::string Take(const std::string& origin) const {
    const int height = y_ + kMargin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\">\n<!-- {2} -->\n"
        "<style>text {{ font: 13px monospace; fill: #222 }} .title {{ font-weight: bold }} "
        ".key {{ font-weight: bold; fill: #fff }} .held {{ fill: #666; font-size: 11px }} "
        ".box {{ fill: #fff; stroke: #567 }} .head {{ fill: #567 }} .row {{ stroke: #dde }}"
        "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/>\n{3}</svg>\n",
        kWidth, height, Escaped(origin), body_);
  }

 private:
  void AddCollection(const Collection& collection) {
    constexpr int kTextRise = 7;
    const int rows = static_cast<int>(collection.rows.size());
    Box("box", y_, (rows + 1) * kLine);
    Box("head", y_, kLine);
    y_ += kLine - kTextRise;
    Text(kMargin * 2, "key", Cut(collection.partition, kPartitionLettersMax));
    for (const auto& row : collection.rows) {
      body_ += fmt::format("<line class=\"row\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>\n",
                           kMargin, kWidth - kMargin, y_ + kTextRise, y_ + kTextRise);
      y_ += kLine;
      Text(kMargin * 2, "", Cut(SortText(row), kSortLettersMax));
      Text(kMargin * 2 + kSortColumn, "", Cut(EntityText(row), kEntityLettersMax));
      Text(kMargin + kSortColumn + kEntityColumn / 2 + kMargin * 2, "held",
           Cut(HeldText(row), kHeldLettersMax));
    }
    y_ += kTextRise + kLine / 2;
  }

  void Box(std::string_view kind, int y, int height) {
    body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                         kind, kMargin, y, kWidth - 2 * kMargin, height);
  }

  void Text(int x, std::string_view kind, std::string_view text) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y_,
                         kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), Escaped(text));
  }

  int y_ = 0;
  std::string body_;
};

}  // namespace

std::string SvgOf(const Model& model) {
  Drawing drawing;
  for (const auto& view : ViewsOf(model)) drawing.Add(view);
  return drawing.Take(OriginOf(model, "svg"));
}

}  // namespace stator::model::generate
