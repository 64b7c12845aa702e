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
#include "observe/throttle_log.h"
#include "scaling/consumption.h"
#include "scaling/registry.h"
#include "table/step.h"

namespace stator::database {

// The parts that count and remember requests: metrics and their alarms, the most used keys, the
// account for the bill, and the consumption that auto scaling uses. All of them observe the meter.
// One store keeps them.
//
// Threads: safe for concurrent use once Start has returned.
class Observation {
 public:
  // Loads the stored state and connects the parts to the meter. A damaged history is replaced by an
  // empty one, so that the data can still be served. Errors: kStartup with one sentence.
  // Lifetime: the arguments outlive this object.
  Result<> Start(const DatabaseOptions& options, Store& store, const ServiceClock& clock,
                 capacity::Meter& meter);

  observe::Recorder& recorder() { return recorder_; }
  observe::Entities& entities() { return entities_; }
  observe::MetricStore& metrics() { return *metrics_; }
  observe::ThrottleLog& throttles() { return throttles_; }
  observe::Insights& insights() { return *insights_; }
  observe::Alarms& alarms() { return *alarms_; }
  capacity::Account& account() { return *account_; }
  scaling::Registry& scaling() { return *scaling_; }
  const scaling::Consumption& consumption() const { return consumption_; }

  // Returns the work that samples the bytes of all tables. It is stepped before any work that
  // removes items, because the current bytes count for the whole time since the last sample.
  table::SteppedWork* AccountWork() { return account_work_.get(); }
  // Returns the other background work in the order of its steps. Alarms come after the metrics that
  // they evaluate.
  std::vector<table::SteppedWork*> Works();

  // Stores the counts since the last step. Does nothing before Start.
  void Flush();

 private:
  Result<> StartMetrics(const DatabaseOptions& options, Store& store, const ServiceClock& clock,
                        capacity::Meter& meter);

  observe::Recorder recorder_;
  observe::ThrottleLog throttles_;
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
