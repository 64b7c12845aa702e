#include "bill/diff.h"

#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/stable_order.h"
#include "json/writer.h"
#include "price/columns.h"
#include "price/money.h"
#include "price/report.h"

namespace stator::bill {
namespace {

using price::MoneyText;

// Smaller changes come from the rounding of prices.
constexpr double kChangeMin = 1e-6;

std::string ChangeText(double dollars) {
  if (std::abs(dollars) < kChangeMin) return MoneyText(0);
  return (dollars < 0 ? "-" : "+") + MoneyText(std::abs(dollars));
}

// "orders (GSI1): PutItem ORDER#*, writes"
std::string NameOf(const BillLine& line) {
  std::string name = line.table;
  if (!line.index.empty()) name += fmt::format(" ({})", line.index);
  if (!line.pattern.empty()) name += fmt::format(": {}", line.pattern);
  return name + fmt::format(", {}", price::SubjectName(line.subject));
}

void WriteChange(const LineChange& change, std::string& out) {
  json::ObjectWriter object(out);
  const auto text = [&](std::string_view key, std::string_view value) {
    object.Key(key);
    json::WriteString(value, out);
  };
  text("table", change.line.table);
  text("index", change.line.index);
  text("operation", change.line.operation);
  text("pattern", change.line.pattern);
  text("subject", price::SubjectName(change.line.subject));
  object.Key("before");
  price::WriteRounded(change.before, out);
  object.Key("after");
  price::WriteRounded(change.after, out);
}

}  // namespace

BillDiff DiffOf(const Bill& before, const Bill& after) {
  using Key = std::tuple<std::string, std::string, std::string, std::string, price::Subject>;
  std::map<Key, LineChange> changes;
  const auto add = [&changes](const Bill& bill, double LineChange::* side) {
    for (const BillLine& line : bill.lines) {
      LineChange& change =
          changes[{line.table, line.index, line.operation, line.pattern, line.subject}];
      change.line = line;
      change.*side += line.dollars;
    }
  };
  add(before, &LineChange::before);
  add(after, &LineChange::after);
  BillDiff diff{.before = before.dollars, .after = after.dollars, .changes = {}};
  for (auto& [key, change] : changes) {
    if (std::abs(change.Dollars()) >= kChangeMin) diff.changes.push_back(std::move(change));
  }
  // Changes of equal size keep their order by name.
  StableSortBy(diff.changes, [](const LineChange& change) { return -std::abs(change.Dollars()); });
  return diff;
}

std::string DiffText(const BillDiff& diff) {
  price::Columns columns(
      {{.width = 44, .right = false}, {.width = 14}, {.width = 14}, {.width = 14}});
  columns.Add({"a month", "before", "after", "change"});
  LineChange rest;
  for (std::size_t i = 0; i < diff.changes.size(); ++i) {
    const LineChange& change = diff.changes[i];
    if (i < kChangesShown) {
      columns.Add({NameOf(change.line), MoneyText(change.before), MoneyText(change.after),
                   ChangeText(change.Dollars())});
    } else {
      rest.before += change.before;
      rest.after += change.after;
    }
  }
  if (diff.changes.size() > kChangesShown) {
    columns.Add({fmt::format("{} more", diff.changes.size() - kChangesShown),
                 MoneyText(rest.before), MoneyText(rest.after), ChangeText(rest.Dollars())});
  }
  columns.Add({"total", MoneyText(diff.before), MoneyText(diff.after),
               ChangeText(diff.after - diff.before)});
  return columns.Text();
}

std::string DiffJson(const BillDiff& diff) {
  std::string out;
  {
    json::ObjectWriter object(out);
    object.Key("before");
    price::WriteRounded(diff.before, out);
    object.Key("after");
    price::WriteRounded(diff.after, out);
    object.Key("changes");
    json::WriteList(diff.changes, out, WriteChange);
  }
  return out + "\n";
}

}  // namespace stator::bill
