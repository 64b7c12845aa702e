#include "model/cost/report.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/quantity.h"
#include "price/columns.h"
#include "price/estimate.h"
#include "price/money.h"
#include "price/report.h"

namespace stator::model {
namespace {

using price::AmountText;
using price::Columns;
using price::MoneyText;
using price::RateText;

// "4.2 times", "1.03 times"
std::string TimesText(double factor) {
  constexpr double kMany = 10;
  return factor >= kMany ? AmountText(std::round(factor)) : fmt::format("{:.2f}", factor);
}

std::string SignedMoney(double dollars) {
  constexpr double kCent = 0.005;
  if (std::abs(dollars) < kCent) return "-";
  return (dollars < 0 ? "-" : "+") + MoneyText(std::abs(dollars));
}

std::string_view NameOfRare(Verb verb) {
  switch (verb) {
    case Verb::kScan:
      return "a Scan";
    case Verb::kSql:
      return "a statement that scans";
    default:
      return "an export";
  }
}

// Rounds to hundredths: estimated units have no more precision.
std::string UnitsText(double units) {
  if (units == 0) return "";
  constexpr double kHundred = 100;
  return AmountText(std::round(units * kHundred) / kHundred);
}

bool HasClass(const ModelPrice& price, price::StorageClass storage_class) {
  return std::ranges::find(price.resources, storage_class, &PricedResource::storage_class) !=
         price.resources.end();
}

class Text {
 public:
  explicit Text(const PriceAnswer& answer) : answer_(answer) {}

  std::string Run() {
    Head();
    if (answer_.other) {
      Comparison();
    } else {
      Design(answer_.design.price);
    }
    if (answer_.collections) ShowCollections(*answer_.collections);
    Rare();
    for (const auto& note : answer_.asked().notes) Add("{}\n", note);
    Budget();
    if (const auto text = UnverifiedText(answer_); !text.empty()) Add("{}\n", text);
    return std::move(out_);
  }

 private:
  template <class... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  double MonthSeconds() const { return answer_.terms.terms.month_hours * kSecondsPerHour; }

  void Head() {
    const auto& prices = answer_.prices;
    Add("{}: prices of {} ({}, {}), months of {} hours{}.\n\n", answer_.model, prices.name,
        prices.region, prices.date, AmountText(answer_.terms.terms.month_hours),
        answer_.terms.terms.free_tier ? ", with the free tier" : "");
  }

  void Design(const ModelPrice& price) {
    Patterns(price);
    Resources(price);
    Storage(price);
    out_ += price::PlansText(price.plans, answer_.terms.terms.utilization);
    Working(price);
  }

  void Patterns(const ModelPrice& price) {
    Columns columns({{.width = 12, .right = false},
                     {.width = 10},
                     {.width = 10},
                     {.width = 12},
                     {.width = 12},
                     {.width = 16},
                     {.width = 16},
                     {.right = false}});
    columns.Add(
        {"pattern", "rate", "requests", "RCU", "WCU", "on demand", "auto scaling", "  served by"});
    for (const auto& pattern : price.patterns) {
      const double writes = pattern.cost.write_units + pattern.stream_copies.write_units;
      columns.Add({pattern.id, RateText(pattern.per_second), UnitsText(pattern.cost.requests),
                   UnitsText(pattern.cost.read_units), UnitsText(writes),
                   MoneyText(pattern.Total().on_demand), MoneyText(pattern.Total().scaled),
                   fmt::format("  {}", fmt::join(pattern.requests, " + "))});
    }
    out_ += columns.Text();
    Add("On demand: rate x units x {} s x {}. Auto scaling: its\nshare of the capacity, by "
        "units.\n\n",
        AmountText(MonthSeconds()), UnitPricesText(price));
  }

  // Shows the prices of each class that some table has.
  std::string UnitPricesText(const ModelPrice& price) const {
    std::string text;
    for (const auto storage_class :
         {price::StorageClass::kStandard, price::StorageClass::kInfrequentAccess}) {
      if (!HasClass(price, storage_class)) continue;
      const auto& prices = answer_.prices.Of(storage_class);
      const bool standard = storage_class == price::StorageClass::kStandard;
      text +=
          fmt::format("{}{} a million RCU, {} a million WCU ({})", text.empty() ? "" : " or ",
                      price::PriceText(prices.read_million), price::PriceText(prices.write_million),
                      standard ? "Standard" : "Standard-IA");
    }
    return text;
  }

  void Resources(const ModelPrice& price) {
    Columns columns({{.width = 28, .right = false},
                     {.width = 12},
                     {.width = 12},
                     {.width = 10},
                     {.width = 16},
                     {.width = 16}});
    columns.Add({"table, index", "RCU/s", "WCU/s", "GB", "on demand", "auto scaling"});
    for (const auto& resource : price.resources) {
      const auto total = resource.Total();
      columns.Add({resource.index.empty() ? resource.table : "  " + resource.index,
                   UnitsText(resource.load.reads.average), UnitsText(resource.load.writes.average),
                   Gb(resource.load.stored_bytes), MoneyText(total.on_demand),
                   MoneyText(total.scaled)});
      if (resource.index.empty()) LocalIndexes(price, resource.table, columns);
    }
    out_ += columns.Text() + '\n';
  }

  // Shows local indexes as part of their table: they have no capacity of their own.
  void LocalIndexes(const ModelPrice& price, const std::string& table, Columns& columns) const {
    for (const auto& local : price.local_indexes) {
      if (local.table != table) continue;
      columns.Add({"  of that " + local.index, UnitsText(local.reads), UnitsText(local.writes),
                   Gb(local.bytes), MoneyText(local.dollars.on_demand),
                   MoneyText(local.dollars.scaled)});
    }
  }

  std::string Gb(double bytes) const {
    return fmt::format("{:.2f}", bytes / answer_.prices.gb_bytes);
  }

  // Sums all rows of an entity, in all tables and indexes.
  void Storage(const ModelPrice& price) {
    Columns columns({{.width = 28, .right = false}, {.width = 18}, {.width = 10}, {.width = 16}});
    columns.Add({"entity, with its indexes", "items", "GB", "storage"});
    for (auto at = price.storage.begin(); at != price.storage.end();) {
      const auto& name = at->stored.entity;
      double items = 0;
      double bytes = 0;
      double dollars = 0;
      for (; at != price.storage.end() && at->stored.entity == name; ++at) {
        items += at->stored.instances;
        bytes += at->stored.bytes;
        dollars += at->dollars;
      }
      columns.Add({name, AmountText(std::round(items)), Gb(bytes), MoneyText(dollars)});
    }
    out_ += columns.Text() + '\n';
  }

  void Working(const ModelPrice& price) {
    Add("As the model says ({})\n",
        price.provisioned ? "provisioned capacity where it is stated" : "on-demand");
    for (const auto& line : price.as_written.lines) Add("    {}\n", price::LineText(line));
    for (const auto& extra : price.extras) {
      Add("    {}: {} = {}\n", extra.what, extra.working, MoneyText(extra.dollars));
    }
    Add("    in all {}\n\n", MoneyText(price.Total()));
    if (price.stream_shards > 0) Streams(price);
  }

  void Streams(const ModelPrice& price) {
    Add("Streams: reads of Lambda are free. Each other reader asks {} shard{} {} times a second, "
        "{} a month.\n",
        AmountText(price.stream_shards), price.stream_shards == 1 ? "" : "s",
        AmountText(kStreamCallsPerShard), MoneyText(price.stream_call_dollars));
  }

  void Row(std::string_view name, double before, double after) {
    compared_.Add(
        {std::string(name), MoneyText(before), MoneyText(after), SignedMoney(after - before)});
  }

  void Comparison() {
    const auto& before = answer_.design;
    const auto& after = *answer_.other;
    compared_.Add({"a month", before.name, after.name, "difference"});
    ComparePatterns(before.price, after.price);
    CompareArms(before.price, after.price);
    CompareExtras(before.price, after.price);
    for (const auto& plan : before.price.plans) {
      const auto same = std::ranges::find(after.price.plans, plan.kind, &price::Plan::kind);
      if (same == after.price.plans.end()) continue;
      Row(price::PlanText(plan.kind, answer_.terms.terms.utilization),
          plan.Dollars() + before.price.Extras(), same->Dollars() + after.price.Extras());
    }
    Row("as the model says", before.price.Total(), after.price.Total());
    compared_.Add({"requests a second", AmountText(before.price.Requests()),
                   AmountText(after.price.Requests())});
    out_ += compared_.Text() + '\n';
    ServedDifferently(before.price, after.price);
  }

  void ComparePatterns(const ModelPrice& before, const ModelPrice& after) {
    for (std::size_t i = 0; i < before.patterns.size(); ++i) {
      const double one = before.patterns[i].Total().on_demand;
      const double other = after.patterns[i].Total().on_demand;
      if (SignedMoney(other - one) != "-") Row(before.patterns[i].id, one, other);
    }
  }

  static std::string NameOf(const PricedResource& resource) {
    // The index of a table for one entity already contains the table's name.
    if (resource.index.starts_with(resource.table)) return resource.index;
    return resource.index.empty() ? resource.table : resource.table + " " + resource.index;
  }

  void CompareArms(const ModelPrice& before, const ModelPrice& after) {
    const auto dollars = [](const ModelPrice& price, const std::string& name) {
      for (const auto& resource : price.resources) {
        if (NameOf(resource) == name) return resource.Total().on_demand;
      }
      return 0.0;
    };
    for (const auto& resource : before.resources) {
      Row(NameOf(resource), resource.Total().on_demand, dollars(after, NameOf(resource)));
    }
    for (const auto& resource : after.resources) {
      const bool known = std::ranges::any_of(before.resources, [&](const PricedResource& other) {
        return NameOf(other) == NameOf(resource);
      });
      if (!known) Row(NameOf(resource), 0, resource.Total().on_demand);
    }
  }

  // Compares exports and the backups that they need.
  void CompareExtras(const ModelPrice& before, const ModelPrice& after) {
    const auto dollars = [](const ModelPrice& price, const std::string& what) {
      const auto found = std::ranges::find(price.extras, what, &PricedExtra::what);
      return found == price.extras.end() ? 0.0 : found->dollars;
    };
    for (const auto& extra : before.extras) {
      Row(extra.what, extra.dollars, dollars(after, extra.what));
    }
    for (const auto& extra : after.extras) {
      if (std::ranges::find(before.extras, extra.what, &PricedExtra::what) == before.extras.end()) {
        Row(extra.what, 0, extra.dollars);
      }
    }
  }

  void ServedDifferently(const ModelPrice& before, const ModelPrice& after) {
    bool any = false;
    for (std::size_t i = 0; i < before.patterns.size(); ++i) {
      const auto& one = before.patterns[i];
      const auto& other = after.patterns[i];
      if (one.cost.requests == other.cost.requests &&
          one.cost.read_units == other.cost.read_units) {
        continue;
      }
      any = true;
      Add("{} is then served by {}: {} requests and {} RCU a run instead of {} and {}.\n", other.id,
          fmt::join(other.requests, " + "), AmountText(other.cost.requests),
          AmountText(other.cost.read_units), AmountText(one.cost.requests),
          AmountText(one.cost.read_units));
    }
    if (any) out_ += '\n';
  }

  void ShowWay(std::string_view name, const ReadWay& way, const ReadWay& base) {
    Add("    {:<36} {:>13} request{} {:>14} RCU {:>18}  {} times\n", name,
        AmountText(std::round(way.requests)), way.requests == 1 ? " " : "s",
        UnitsText(way.read_units), MoneyText(way.dollars),
        TimesText(base.read_units > 0 ? way.read_units / base.read_units : 1));
  }

  // Checks the claim that one table costs a hundredth of several.
  void ShowCollections(const Collections& all) {
    out_ += "What belongs together, a run of it and a month on demand\n";
    if (all.fetches.empty()) out_ += "    no pattern fetches several entities at once\n";
    for (const auto& fetch : all.fetches) {
      Add("  {}, {}, {} items\n", fetch.id, RateText(fetch.per_second), AmountText(fetch.items));
      ShowWay("in one table, as it lies", fetch.together, fetch.together);
      ShowWay("a table for each entity", fetch.apart, fetch.together);
      ShowWay("each item by itself", fetch.one_by_one, fetch.together);
      ShowWay("children by a Scan, for want of a key", fetch.scanned, fetch.together);
    }
    if (all.fetches.empty() || all.together <= 0) {
      out_ += '\n';
      return;
    }
    Add("The whole model, on demand: {} as it lies; {} with a table for each entity, {} times as "
        "much;\n{} item by item, {} times; {} with Scans, {} times.\n\n",
        MoneyText(all.together), MoneyText(all.apart), TimesText(all.apart / all.together),
        MoneyText(all.one_by_one), TimesText(all.one_by_one / all.together), MoneyText(all.scanned),
        TimesText(all.scanned / all.together));
  }

  void Rare() {
    for (const auto& rare : answer_.rare) {
      Add("{}, {} {}, costs {} a month. ", rare.id, NameOfRare(rare.verb),
          RateText(rare.per_second), MoneyText(rare.dollars));
      if (!rare.extra) {
        out_ += "It has no value that an index could find.\n";
      } else if (*rare.extra > 0) {
        Add("With an index on {} instead, all would cost {} more.\n", rare.index,
            MoneyText(*rare.extra));
      } else {
        Add("With an index on {} instead, all would cost {} less.\n", rare.index,
            MoneyText(-*rare.extra));
      }
    }
  }

  void Budget() {
    if (!answer_.budget) return;
    const double left = *answer_.budget - answer_.asked().Total();
    Add("Budget: {} a month; {} is {} {}.\n", MoneyText(*answer_.budget),
        MoneyText(answer_.asked().Total()), MoneyText(std::abs(left)), left < 0 ? "over" : "below");
  }

  const PriceAnswer& answer_;
  Columns compared_{{{.width = 28, .right = false}, {.width = 22}, {.width = 22}, {.width = 22}}};
  std::string out_;
};

}  // namespace

std::string UnverifiedText(const PriceAnswer& answer) {
  const auto& price = answer.asked();
  return price::UnverifiedText(answer.prices, [&](std::string_view group) {
    if (group == "gb_bytes") return price.Bytes() > 0;
    if (group == "reserved") return price.plans.back().kind >= price::PlanKind::kReservedOneYear;
    if (group == "streams") return price.stream_shards > 0;
    if (group == "free_tier") return answer.terms.terms.free_tier;
    if (group == "standard") return HasClass(price, price::StorageClass::kStandard);
    if (group == "infrequent_access") {
      return HasClass(price, price::StorageClass::kInfrequentAccess);
    }
    return (group == "export" || group == "backup") && !price.extras.empty();
  });
}

std::string ModelPriceText(const PriceAnswer& answer) { return Text(answer).Run(); }

}  // namespace stator::model
