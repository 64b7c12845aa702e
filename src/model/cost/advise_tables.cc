#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/cost/advise.h"
#include "model/cost/what_if.h"
#include "price/money.h"

namespace stator::model {
namespace {

using price::AmountText;
using price::MoneyText;
using price::RateText;

// Makes all tables on demand. So the comparison depends on the work, not on a stated capacity.
Model OnDemand(Model model) {
  for (auto& table : model.tables) {
    table.on_demand = true;
    table.scaling.reset();
  }
  return model;
}

// Compares one table with several, criterion by criterion.
class Tables {
 public:
  Tables(const Model& model, const price::PriceTable& prices, const PricingTerms& terms,
         const Circumstances& circumstances)
      : model_(model),
        circumstances_(circumstances),
        one_(PriceModel(OnDemand(SingleTable(model)), prices, terms)),
        several_(PriceModel(OnDemand(TablePerEntity(model)), prices, terms)) {}

  Advice Run() {
    if (model_.entities.size() < 2) {
      advice_.answer = "One: the model has one entity.";
      return std::move(advice_);
    }
    FetchedTogether();
    WrittenTogether();
    StreamConsumers();
    Exports();
    Owners();
    Metrics();
    Requests();
    Money();
    Decide();
    return std::move(advice_);
  }

 private:
  void Say(std::string reason) { advice_.reasons.push_back(std::move(reason)); }

  void FetchedTogether() {
    std::vector<std::string> ids;
    for (const auto& pattern : model_.patterns) {
      if (pattern.verb != Verb::kFetch) continue;
      ids.push_back(pattern.id);
      fetches_ += pattern.per_second;
    }
    if (ids.empty()) {
      Say("Fetched together: nothing; for either.");
    } else {
      Say(fmt::format("Fetched together: {}, {} in all; for one table.", fmt::join(ids, ", "),
                      RateText(fetches_)));
    }
  }

  void WrittenTogether() {
    std::vector<std::string> ids;
    for (const auto& pattern : model_.patterns) {
      std::set<std::string> entities;
      for (const auto& action : pattern.actions) entities.insert(action.entity);
      if (entities.size() > 1) ids.push_back(pattern.id);
    }
    if (ids.empty()) return;
    Say(
        fmt::format("Written together: {}; for either, as transactions go over several tables at "
                    "the same price.",
                    fmt::join(ids, ", ")));
  }

  std::uint64_t Consumers() const {
    if (circumstances_.stream_consumers > 0) return circumstances_.stream_consumers;
    std::uint64_t consumers = 0;
    for (const auto& entity : model_.entities) {
      for (const auto& copy : entity.copies) consumers += copy.via_stream ? 1 : 0;
    }
    return consumers;
  }

  void StreamConsumers() {
    const auto consumers = Consumers();
    const bool many = consumers > kStreamConsumersMax;
    Say(fmt::format("Stream consumers: {}{}, of {} that a stream bears; for {}.", consumers,
                    circumstances_.stream_consumers > 0 ? "" : " in the model", kStreamConsumersMax,
                    many ? "several tables" : "either"));
    if (many) several_reasons_.push_back("stream consumers");
  }

  void Exports() {
    std::vector<std::string> entities;
    for (const auto& pattern : model_.patterns) {
      if (pattern.verb == Verb::kExport) entities.push_back(pattern.target.entity);
    }
    if (entities.empty()) {
      Say("Export of an entity: none; for either.");
      return;
    }
    const double one = one_.Extras();
    const double several = several_.Extras();
    const bool close = Close(one, several);
    Say(
        fmt::format("Export of {}: {} a month with the whole table, {} from a table of its own; "
                    "for {}.",
                    fmt::join(entities, ", "), MoneyText(one), MoneyText(several),
                    close ? "either" : "several tables"));
    if (!close && one > several) several_reasons_.push_back("exports");
  }

  void Owners() {
    const bool many = circumstances_.owners > 1;
    Say(fmt::format("Owners: {}; for {}.", circumstances_.owners,
                    many ? "a table for each owner" : "either"));
    if (many) several_reasons_.push_back("owners");
  }

  void Metrics() {
    const bool wanted = circumstances_.metrics_per_entity;
    Say(wanted ? "Metrics: wanted for each entity, and AWS has them for each table; for several "
                 "tables."
               : "Metrics: not wanted for each entity; for one table, which has less to watch.");
    if (wanted) several_reasons_.push_back("metrics");
  }

  void Requests() {
    Say(fmt::format("Requests: {} a second in one table, {} in {}.", AmountText(one_.Requests()),
                    AmountText(several_.Requests()), model_.entities.size()));
  }

  void Money() {
    one_dollars_ = one_.Total();
    several_dollars_ = several_.Total();
    advice_.close = Close(one_dollars_, several_dollars_);
    const bool stated = !std::ranges::all_of(model_.tables, &Table::on_demand);
    Say(fmt::format("Dollars: {} a month in one table, {} in {}, {:.2f} times as much{}.",
                    MoneyText(one_dollars_), MoneyText(several_dollars_), model_.entities.size(),
                    one_dollars_ > 0 ? several_dollars_ / one_dollars_ : 1,
                    stated ? "; on demand, whatever capacity is stated" : ""));
  }

  void Decide() {
    if (!several_reasons_.empty()) {
      advice_.answer = fmt::format("Several, because of {}{}.", fmt::join(several_reasons_, ", "),
                                   fetches_ > 0 ? "; keep together what is fetched together" : "");
    } else if (!advice_.close && several_dollars_ < one_dollars_) {
      advice_.answer =
          "Several, or keys that keep entities apart: reads pass over items they do not want.";
    } else if (fetches_ > 0) {
      advice_.answer = "One: what is fetched together comes with one request.";
    } else if (!advice_.close) {
      advice_.answer = "One: it costs less.";
    } else {
      advice_.answer =
          "As you like: nothing is fetched together, and simple tables are easier to "
          "understand.";
    }
  }

  const Model& model_;
  const Circumstances& circumstances_;
  const ModelPrice one_;
  const ModelPrice several_;
  Advice advice_{.topic = "tables", .question = "One table or several?"};
  double fetches_ = 0;
  double one_dollars_ = 0;
  double several_dollars_ = 0;
  std::vector<std::string> several_reasons_;
};

// Compares one allowance of the free tier with the amount the model needs.
struct Allowance {
  std::string_view what;
  double needed;
  double free;

  double Times() const { return needed / std::max(1.0, free); }
};

}  // namespace

Advice AdviseTables(const Model& model, const price::PriceTable& prices, const PricingTerms& terms,
                    const Circumstances& circumstances) {
  return Tables(model, prices, terms, circumstances).Run();
}

Advice AdviseFreeTier(const Model& model, const price::PriceTable& prices,
                      const PricingTerms& terms) {
  const auto price = PriceModel(model, prices, terms);
  double writes = 0;
  double reads = 0;
  bool standard = true;
  for (const auto& resource : price.resources) {
    const auto capacity = [&](const price::Throughput& load, double floor) {
      return std::max(floor,
                      std::ceil(std::max(load.average, load.peak) / terms.terms.utilization));
    };
    writes += capacity(resource.load.writes, terms.terms.write_capacity.floor);
    reads += capacity(resource.load.reads, terms.terms.read_capacity.floor);
    standard = standard && resource.storage_class == price::StorageClass::kStandard;
  }
  const Allowance allowances[] = {
      {"WCU", writes, prices.free_tier.write_units},
      {"RCU", reads, prices.free_tier.read_units},
      {"GB", price.Bytes() / prices.gb_bytes, prices.free_tier.storage_gb}};
  Advice advice{.topic = "free tier", .question = "Does it fit into the free tier?"};
  const auto& worst = std::ranges::max(allowances, {}, &Allowance::Times);
  if (!standard) {
    advice.answer = "No: it is for tables of the Standard class.";
  } else if (worst.Times() <= 1) {
    advice.answer = "Yes, with provisioned capacity; requests on demand are never free.";
  } else {
    advice.answer = fmt::format("No: it takes {:.1f} times the {} of the free tier.", worst.Times(),
                                worst.what);
  }
  advice.close = standard && Close(worst.needed, worst.free);
  for (const auto& one : allowances) {
    advice.reasons.push_back(
        fmt::format("{}: {} of {}.", one.what, AmountText(one.needed), AmountText(one.free)));
  }
  PricingTerms with = terms;
  with.terms.free_tier = true;
  const auto freed = PriceModel(model, prices, with);
  advice.reasons.push_back(
      fmt::format("With the free tier, the cheapest plan without reserved capacity costs {} a "
                  "month.",
                  MoneyText(price::CheapestUncommitted(freed.plans).Dollars())));
  return advice;
}

}  // namespace stator::model
