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

// A split that traffic or the size of a partition calls for.
struct WantedSplit {
  std::string table_name;
  catalog::TableNumber table = 0;  // distinguishes it from another table that has the name now
  std::string index;               // empty: the table itself
  std::uint32_t partition = 0;
  Bytes at;
  catalog::SplitReason reason = catalog::SplitReason::kHeat;
};

// Splits partitions without a request: partitions that hold too much, and partitions nominated
// because of their traffic. Threads: one thread at a time.
class PartitionWork final : public table::SteppedWork {
 public:
  // Returns the splits that the traffic calls for now.
  using Nominate = std::function<std::vector<WantedSplit>(TimeMicros now)>;

  // Partitions larger than `bytes_max` are split. The references must outlive this object.
  PartitionWork(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
                const ServiceClock& clock, std::int64_t bytes_max, Nominate nominate = {})
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        bytes_max_(bytes_max),
        nominate_(std::move(nominate)) {}

  // Makes the splits that are due. Skips a split that does not fit the table any more. The caller
  // may retry after an error.
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
