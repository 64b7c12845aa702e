#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "observe/recorder.h"
#include "table/step.h"

namespace stator::observe {

// The quotas of provisioned units, equal for both kinds of unit.
struct UnitQuotas {
  std::int64_t table = 0;
  std::int64_t account = 0;
};

// Samples the current state: provisioned units every five minutes, and the progress of new indexes.
// Threads: one at a time.
class Sampler final : public table::SteppedWork {
 public:
  // Lifetime: the references outlive this object.
  Sampler(const catalog::Catalog& catalog, Recorder& recorder, const ServiceClock& clock,
          UnitQuotas quotas)
      : catalog_(catalog), recorder_(recorder), clock_(clock), quotas_(quotas) {}

  Result<table::StepOutcome> Step() override;

 private:
  struct Peak {
    double sum = 0;   // over all tables
    double most = 0;  // the largest of one table
    void Add(double units);
  };
  using IndexName = std::pair<std::string, std::string>;  // the table's name and the index's

  void SampleCapacity(TimeMicros now);
  void SampleTable(const catalog::TableSettings& table, TimeMicros now, Peak& reads, Peak& writes);
  void SampleAccount(const Peak& reads, const Peak& writes, TimeMicros now);
  void SampleIndexes(TimeMicros now);

  const catalog::Catalog& catalog_;
  Recorder& recorder_;
  const ServiceClock& clock_;
  const UnitQuotas quotas_;
  Minute sampled_ = -1;                  // a multiple of five
  std::map<IndexName, double> filling_;  // the last progress of each, in percent
};

}  // namespace stator::observe
