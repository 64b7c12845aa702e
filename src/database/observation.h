#pragma once

#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "capacity/account.h"
#include "capacity/account_work.h"
#include "capacity/meter.h"
#include "database/options.h"
#include "database/store.h"
#include "observe/alarms.h"
#include "observe/entities.h"
#include "observe/insights.h"
#include "observe/metric_store.h"
#include "observe/recorder.h"
#include "observe/sampler.h"
#include "scaling/consumption.h"
#include "scaling/registry.h"
#include "table/step.h"

namespace stator::database {

// The parts that count and remember what requests do: metrics and alarms on them, the most used
// keys, the account for the bill, and the consumption that capacity is scaled by. All of them hear
// the meter. They are kept in one store.
//
// Threads: safe for concurrent use once Start has returned.
class Observation {
 public:
  // Loads what the store remembers and connects the parts to the meter. Memory of the past that
  // cannot be read any more begins anew; the data is served all the same. Errors: kStartup with one
  // sentence. Lifetime: the arguments outlive the observation.
  Result<> Start(const DatabaseOptions& options, Store& store, const ServiceClock& clock,
                 capacity::Meter& meter);

  observe::Recorder& recorder() { return recorder_; }
  observe::Entities& entities() { return entities_; }
  observe::MetricStore& metrics() { return *metrics_; }
  observe::Insights& insights() { return *insights_; }
  observe::Alarms& alarms() { return *alarms_; }
  capacity::Account& account() { return *account_; }
  scaling::Registry& scaling() { return *scaling_; }
  const scaling::Consumption& consumption() const { return consumption_; }

  // The work that measures how much tables hold. It comes before work that removes something: what
  // is there now has been there all the time.
  table::SteppedWork* AccountWork() { return account_work_.get(); }
  // The other background work in the order of its steps. Alarms come after the metrics that they
  // look at.
  std::vector<table::SteppedWork*> Works();

  // Stores what was counted since the last step. Does nothing before Start.
  void Flush();

 private:
  Result<> StartMetrics(const DatabaseOptions& options, Store& store, const ServiceClock& clock,
                        capacity::Meter& meter);

  observe::Recorder recorder_;
  observe::Entities entities_;
  std::unique_ptr<observe::EntityWork> entity_work_;
  std::unique_ptr<observe::MetricStore> metrics_;
  std::unique_ptr<observe::Sampler> sampler_;
  std::unique_ptr<observe::Insights> insights_;
  std::unique_ptr<observe::Alarms> alarms_;
  std::unique_ptr<capacity::Account> account_;
  std::unique_ptr<capacity::AccountWork> account_work_;
  scaling::Consumption consumption_;
  std::unique_ptr<scaling::Registry> scaling_;
};

}  // namespace stator::database
