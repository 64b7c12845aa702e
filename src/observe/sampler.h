#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "observe/recorder.h"
#include "table/step.h"

namespace stator::observe {

// What an account may provision, of each kind of unit.
struct UnitQuotas {
  std::int64_t table = 0;
  std::int64_t account = 0;
};

// Metrics of what is, rather than of what happens: provisioned units every five minutes, and how
// far new indexes have come. For one thread at a time.
class Sampler final : public table::SteppedWork {
 public:
  // The references outlive it.
  Sampler(const catalog::Catalog& catalog, Recorder& recorder, const ServiceClock& clock,
          UnitQuotas quotas)
      : catalog_(catalog), recorder_(recorder), clock_(clock), quotas_(quotas) {}

  Result<table::StepOutcome> Step() override;

 private:
  struct Peak {
    double sum = 0;   // of all tables
    double most = 0;  // of one
    void Add(double units);
  };
  using IndexName = std::pair<std::string, std::string>;  // of its table, and its own

  void SampleCapacity(TimeMicros now);
  void SampleTable(const catalog::TableSettings& table, TimeMicros now, Peak& reads, Peak& writes);
  void SampleAccount(const Peak& reads, const Peak& writes, TimeMicros now);
  void SampleIndexes(TimeMicros now);

  const catalog::Catalog& catalog_;
  Recorder& recorder_;
  const ServiceClock& clock_;
  const UnitQuotas quotas_;
  Minute sampled_ = -1;                  // in steps of five
  std::map<IndexName, double> filling_;  // how far they were, in percent
};

}  // namespace stator::observe
