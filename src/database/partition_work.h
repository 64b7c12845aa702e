#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::database {

// A split that somebody sees a need for.
struct WantedSplit {
  std::string table_name;
  catalog::TableNumber table = 0;  // which tells it from another that has the name now
  std::string index;               // empty: of the table
  std::uint32_t partition = 0;
  Bytes at;
  catalog::SplitReason reason = catalog::SplitReason::kHeat;
};

// Splits partitions without anybody asking for it: those that hold too much, and those that whoever
// watches the traffic names. For one thread at a time.
class PartitionWork final : public table::SteppedWork {
 public:
  // The splits that traffic calls for now.
  using Nominate = std::function<std::vector<WantedSplit>(TimeMicros now)>;

  // The references outlive it. A partition beyond `bytes_max` is split.
  PartitionWork(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
                const ServiceClock& clock, std::int64_t bytes_max, Nominate nominate = {})
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        bytes_max_(bytes_max),
        nominate_(std::move(nominate)) {}

  // What is due. It may be repeated after an error. A split that does not fit the table any more is
  // left out.
  Result<table::StepOutcome> Step() override;

 private:
  Result<bool> SplitHot(TimeMicros now);
  Result<bool> SplitLarge();
  Result<std::size_t> SplitLargeOf(const catalog::TablePtr& table, std::size_t splits_max);
  Result<bool> Split(const WantedSplit& wanted);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  table::CommitQueue& queue_;
  const ServiceClock& clock_;
  const std::int64_t bytes_max_;
  const Nominate nominate_;
  TimeMicros heat_due_ = 0;
  TimeMicros sizes_due_ = 0;
};

}  // namespace stator::database
