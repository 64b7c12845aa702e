#include "database/observation.h"

#include <functional>
#include <string_view>
#include <utility>

#include "database/recall.h"

namespace stator::database {
namespace {

// Replaces a damaged history by an empty one.
Result<> LoadedOrAnew(const Result<>& loaded, const std::function<Result<>()>& begin_anew) {
  if (loaded) return {};
  const bool damaged = loaded.error().code == ErrorCode::kCorruption;
  const auto outcome = damaged ? begin_anew() : loaded;
  if (!outcome) return Fail(ErrorCode::kStartup, outcome.error().message);
  return {};
}

Result<> DropSpace(table::CommitQueue& queue, storage::Space space) {
  TRY(queue.Change([space](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.drops.push_back({space});
    return change;
  }));
  return {};
}

}  // namespace

Result<> Observation::Start(const DatabaseOptions& options, Store& store, const ServiceClock& clock,
                            capacity::Meter& meter) {
  TRY(StartMetrics(options, store, clock, meter));
  account_ = std::make_unique<capacity::Account>(clock.Now());
  account_work_ = std::make_unique<capacity::AccountWork>(store.engine(), store.catalog(),
                                                          store.queue(), clock, *account_);
  TRY(LoadedOrAnew(account_work_->Load(), [&]() -> Result<> {
    account_->Reset(clock.Now());  // the next save removes the stored rows
    return {};
  }));
  meter.Add(*account_);
  meter.Add(consumption_);
  auto scaling = scaling::Registry::Load(store.engine(), consumption_);
  if (!scaling) return Fail(ErrorCode::kStartup, scaling.error().message);
  scaling_ = std::move(*scaling);
  Ignore(RecallConsumption(scaling_->Targets(), *metrics_, clock.Now(), consumption_),
         "scaling waits until it has enough minutes");
  return {};
}

Result<> Observation::StartMetrics(const DatabaseOptions& options, Store& store,
                                   const ServiceClock& clock, capacity::Meter& meter) {
  meter.Add(recorder_);
  meter.Add(entities_);
  meter.Add(throttles_);
  auto& engine = store.engine();
  auto& catalog = store.catalog();
  auto& queue = store.queue();
  entity_work_ = std::make_unique<observe::EntityWork>(entities_, catalog, clock);
  metrics_ = std::make_unique<observe::MetricStore>(engine, queue, recorder_, catalog, clock);
  sampler_ = std::make_unique<observe::Sampler>(
      catalog, recorder_, clock,
      observe::UnitQuotas{.table = options.quotas.table_units,
                          .account = options.quotas.account_units});
  insights_ = std::make_unique<observe::Insights>(engine, queue, catalog, clock);
  TRY(LoadedOrAnew(insights_->Load(), [&] {
    insights_ = std::make_unique<observe::Insights>(engine, queue, catalog, clock);
    return DropSpace(queue, observe::kInsightSpace);
  }));
  meter.Add(*insights_);
  alarms_ = std::make_unique<observe::Alarms>(engine, queue, *metrics_, clock);
  if (const auto loaded = alarms_->Load(); !loaded) {
    return Fail(ErrorCode::kStartup, loaded.error().message);
  }
  return {};
}

std::vector<table::SteppedWork*> Observation::Works() {
  return {sampler_.get(), entity_work_.get(), insights_.get(), metrics_.get(), alarms_.get()};
}

void Observation::Flush() {
  constexpr std::string_view kLoss = "if the store refuses writes, only the last minute is lost";
  if (metrics_) Ignore(metrics_->Flush(), kLoss);
  if (insights_) Ignore(insights_->Flush(), kLoss);
  if (account_work_) {
    Ignore(account_work_->Save(),
           "if the store refuses writes, it keeps the account of a minute ago");
  }
}

}  // namespace stator::database
