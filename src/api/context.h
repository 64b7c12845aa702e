#pragma once

#include <cstdint>
#include <string>

#include "api/advice.h"
#include "api/background_work.h"
#include "base/clock.h"
#include "base/limits.h"
#include "capacity/account.h"
#include "capacity/meter.h"
#include "catalog/catalog.h"
#include "expr/cache.h"
#include "observe/alarms.h"
#include "observe/insights.h"
#include "observe/metric_store.h"
#include "observe/recorder.h"
#include "scaling/registry.h"
#include "storage/engine.h"
#include "streams/read_limiter.h"
#include "table/commit_queue.h"
#include "table/transactions.h"

namespace stator::api {

// What an account may provision and how often it may change that (facts 6.3): as AWS has it for a
// new account unless set otherwise.
struct Quotas {
  std::int64_t table_units = limits::kTableUnitsMax;               // of each kind, with its indexes
  std::int64_t account_units = limits::kAccountUnitsMax;           // of each kind, of all tables
  std::int64_t decreases = limits::kDecreasesMax;                  // in a day; then one in an hour
  std::int64_t on_demand_switches = limits::kOnDemandSwitchesMax;  // in 24 hours; at least 1
};

// What every operation works with. Owned by Database; safe to use from any thread.
struct Context {
  storage::Engine& engine;
  catalog::Catalog& catalog;
  table::CommitQueue& queue;
  table::Transactions& transactions;
  BackgroundWork& background;  // woken when there is work for it
  expr::Cache& expressions;
  Advice& advice;
  streams::ReadLimiter& stream_reads;
  capacity::Meter& meter;
  capacity::Governor& governor;
  observe::Recorder& recorder;    // takes notes of what happens
  observe::MetricStore& metrics;  // what CloudWatch answers from
  observe::Insights& insights;    // the keys that are accessed and throttled most
  observe::Alarms& alarms;
  capacity::Account& charges;  // hears units from the meter; the rest it is told
  scaling::Registry& scaling;
  const ServiceClock& clock;

  std::string region;   // of new tables' ARNs
  std::string account;  // likewise
  // How long a table stays CREATING, UPDATING or DELETING.
  TimeMicros status_delay = 0;
  Quotas quotas;
};

}  // namespace stator::api
