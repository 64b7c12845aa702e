#include "bill/diff.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/stable_order.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/columns.h"
#include "price/money.h"

namespace stator::bill {
namespace {

using price::MoneyText;

// Smaller changes are errors of sums of doubles. A single request costs more than kChangeMin.
constexpr double kChangeMin = 1e-9;
constexpr double kErrorShare = 1e-12;
// JSON gives amounts in millionths of a dollar, so a smaller change would not show there.
constexpr double kJsonChangeMin = 1e-6;

bool IsChange(double before, double after) {
  return std::abs(after - before) >= std::max(kChangeMin, kErrorShare * std::max(before, after));
}

std::string ChangeText(double before, double after) {
  if (!IsChange(before, after)) return MoneyText(0);
  return (after < before ? "-" : "+") + MoneyText(std::abs(after - before));
}

// "orders (GSI1): PutItem ORDER#*, writes"
std::string NameOf(const BillLine& line) {
  std::string name = line.table;
  if (!line.index.empty()) name += fmt::format(" ({})", line.index);
  if (!line.pattern.empty()) name += fmt::format(": {}", line.pattern);
  return name + fmt::format(", {}", price::NameOf(line.subject));
}

struct ReportedChange {
  std::string_view table;
  std::string_view index;
  std::string_view operation;
  std::string_view pattern;
  price::Subject subject = price::Subject::kWrites;
  double before = 0;
  double after = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedChange, (),
                      (table, index, operation, pattern, subject, before, after))

struct ReportedDiff {
  double before = 0;
  double after = 0;
  std::vector<ReportedChange> changes;
};
BOOST_DESCRIBE_STRUCT(ReportedDiff, (), (before, after, changes))

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
    if (IsChange(change.before, change.after)) diff.changes.push_back(std::move(change));
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
                   ChangeText(change.before, change.after)});
    } else {
      rest.before += change.before;
      rest.after += change.after;
    }
  }
  if (diff.changes.size() > kChangesShown) {
    columns.Add({fmt::format("{} more", diff.changes.size() - kChangesShown),
                 MoneyText(rest.before), MoneyText(rest.after),
                 ChangeText(rest.before, rest.after)});
  }
  columns.Add({"total", MoneyText(diff.before), MoneyText(diff.after),
               ChangeText(diff.before, diff.after)});
  return columns.Text();
}

std::string DiffJson(const BillDiff& diff) {
  ReportedDiff report{.before = diff.before, .after = diff.after};
  for (const LineChange& change : diff.changes) {
    if (std::abs(change.Dollars()) < kJsonChangeMin) continue;
    report.changes.push_back({.table = change.line.table,
                              .index = change.line.index,
                              .operation = change.line.operation,
                              .pattern = change.line.pattern,
                              .subject = change.line.subject,
                              .before = change.before,
                              .after = change.after});
  }
  return json::ToJson(report, json::Doubles::kMillionths) + "\n";
}

}  // namespace stator::bill
