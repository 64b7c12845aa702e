#pragma once

#include <string>

#include "api/advice.h"
#include "base/clock.h"
#include "capacity/meter.h"
#include "catalog/catalog.h"
#include "expr/cache.h"
#include "storage/engine.h"
#include "streams/read_limiter.h"
#include "table/commit_queue.h"
#include "table/transactions.h"

namespace stator::api {

class Background;

// What every operation works with. Owned by Database; safe to use from any thread.
struct Context {
  storage::Engine& engine;
  catalog::Catalog& catalog;
  table::CommitQueue& queue;
  table::Transactions& transactions;
  Background& background;  // to be woken when there is work for it
  expr::Cache& expressions;
  Advice& advice;
  streams::ReadLimiter& stream_reads;
  capacity::Meter& meter;
  const ServiceClock& clock;

  std::string region;   // of new tables' ARNs
  std::string account;  // likewise
  // How long a table stays CREATING, UPDATING or DELETING.
  TimeMicros status_delay = 0;
};

}  // namespace stator::api
