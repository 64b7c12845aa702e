#include "bill/report.h"

#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/quantity.h"
#include "base/time_text.h"
#include "price/columns.h"
#include "price/money.h"
#include "price/report.h"

namespace stator::bill {
namespace {

using price::AmountText;
using price::Columns;
using price::MoneyText;
using price::Subject;

constexpr Subject kSubjects[] = {Subject::kWrites, Subject::kReads, Subject::kStorage,
                                 Subject::kStreams, Subject::kWarmThroughput};

// Dollars by subject.
struct Sums {
  std::array<double, std::size(kSubjects)> by_subject = {};
  double total = 0;

  void Add(const BillLine& line) {
    by_subject[static_cast<std::size_t>(line.subject)] += line.dollars;
    total += line.dollars;
  }
};

class Report {
 public:
  explicit Report(const Bill& bill) : bill_(bill) {}

  std::string Text() {
    Head();
    ByTable();
    ByOperation();
    ByPattern();
    for (std::size_t i = 0; i < bill_.tables.size() && i < kTablesShown; ++i) {
      Ways(bill_.tables[i]);
    }
    if (bill_.tables.size() > kTablesShown) {
      Add("Of {} tables the {} most expensive are shown; see --table.\n\n", bill_.tables.size(),
          kTablesShown);
    }
    if (!bill_.unverified.empty()) Add("{}\n", bill_.unverified);
    return std::move(out_);
  }

 private:
  template <class... T>
  void Add(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<T>(values)...);
  }

  void Head() {
    Add("From {} to {},{} {}.\n", TimeText(bill_.since), TimeText(bill_.until),
        bill_.terms.period ? " as the traffic of" : "",
        DurationText(std::llround(bill_.hours * kMicrosPerHour)));
    Add("A month of {} hours like that, at the prices of {} ({}, {}): {}\n\n",
        AmountText(bill_.terms.month_hours), bill_.prices.name, bill_.prices.region,
        bill_.prices.date, MoneyText(bill_.dollars));
  }

  void Row(Columns& columns, std::string name, const Sums& sums, const Sums& all) {
    std::vector<std::string> cells = {std::move(name)};
    for (const Subject subject : kSubjects) {
      const auto place = static_cast<std::size_t>(subject);
      if (all.by_subject[place] > 0) cells.push_back(MoneyText(sums.by_subject[place]));
    }
    cells.push_back(MoneyText(sums.total));
    columns.Add(std::move(cells));
  }

  void ByTable() {
    Sums all;
    std::map<std::string_view, std::map<std::string_view, Sums>> sums;  // table, index
    for (const BillLine& line : bill_.lines) {
      all.Add(line);
      sums[line.table][line.index].Add(line);
    }
    std::vector<Columns::Column> widths(2 + std::size(kSubjects), {.width = 14});
    widths.front() = {.width = 34, .right = false};
    Columns columns(std::move(widths));
    std::vector<std::string> head = {"a month"};
    for (const Subject subject : kSubjects) {
      const bool shown = all.by_subject[static_cast<std::size_t>(subject)] > 0;
      if (shown) head.emplace_back(price::NameOf(subject));
    }
    head.emplace_back("total");
    columns.Add(std::move(head));
    for (const TableBill& table : bill_.tables) {
      for (const auto& [index, sum] : sums[table.name]) {
        Row(columns, index.empty() ? table.name : fmt::format("  {}", index), sum, all);
      }
    }
    Row(columns, "total", all, all);
    out_ += columns.Text() + "\n";
  }

  void ByOperation() {
    std::map<std::string_view, PatternBill> sums;
    for (const PatternBill& pattern : bill_.patterns) {
      PatternBill& sum = sums[pattern.operation];
      sum.requests += pattern.requests;
      sum.read_units += pattern.read_units;
      sum.write_units += pattern.write_units;
      sum.dollars += pattern.dollars;
    }
    if (sums.empty()) return;
    Columns columns({{.width = 34, .right = false}, {.width = 14}, {.width = 14}, {.width = 14}});
    columns.Add({"operation", "M requests", "M units", "a month"});
    for (const auto& [operation, sum] : sums) AddUse(columns, std::string(operation), sum);
    out_ += columns.Text() + "\n";
  }

  static void AddUse(Columns& columns, std::string name, const PatternBill& use) {
    columns.Add({std::move(name), AmountText(use.requests / kMillion),
                 AmountText((use.read_units + use.write_units) / kMillion),
                 MoneyText(use.dollars)});
  }

  void ByPattern() {
    if (bill_.patterns.empty()) return;
    Columns columns({{.width = 34, .right = false}, {.width = 14}, {.width = 14}, {.width = 14}});
    columns.Add({"access pattern", "M requests", "M units", "a month"});
    PatternBill rest;
    for (std::size_t i = 0; i < bill_.patterns.size(); ++i) {
      const PatternBill& pattern = bill_.patterns[i];
      if (i < kPatternsShown) {
        AddUse(columns, fmt::format("{}: {}", pattern.table, pattern.pattern), pattern);
        continue;
      }
      rest.requests += pattern.requests;
      rest.read_units += pattern.read_units;
      rest.write_units += pattern.write_units;
      rest.dollars += pattern.dollars;
    }
    if (bill_.patterns.size() > kPatternsShown) {
      AddUse(columns, fmt::format("{} more", bill_.patterns.size() - kPatternsShown), rest);
    }
    out_ += columns.Text() + "\n";
  }

  // Shows the ways to pay for a table.
  void Ways(const TableBill& table) {
    const price::Terms terms{.storage_class = table.storage_class,
                             .utilization = bill_.terms.utilization};
    Add("{} ({}, {}): {} a month\n", table.name, table.on_demand ? "on-demand" : "provisioned",
        price::ClassTitle(table.storage_class), MoneyText(table.dollars));
    out_ += price::PlansText(table.plans, terms.utilization);
    out_ += price::CheapestText(table.plans, table.other_class, terms);
    out_ += price::BreakEvenText(table.break_even);
    if (table.cache) Cache(*table.cache);
    out_ += "\n";
  }

  void Cache(const CacheBill& cache) {
    Add("DAX: {} nodes {} cost {}. A cache would have answered {:.0f} % of the read units, worth "
        "{}: {}.\n",
        AmountText(kCacheNodes), cache.node, MoneyText(cache.dollars), cache.answered * 100,
        MoneyText(cache.saved), cache.Pays() ? "it pays" : "it does not pay");
  }

  const Bill& bill_;
  std::string out_;
};

}  // namespace

std::string BillText(const Bill& bill) { return Report(bill).Text(); }

}  // namespace stator::bill
