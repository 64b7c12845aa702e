#pragma once

#include <cstdint>
#include <string>

#include "api/advice.h"
#include "api/background_work.h"
#include "base/clock.h"
#include "base/limits.h"
#include "capacity/account.h"
#include "capacity/governor.h"
#include "capacity/meter.h"
#include "catalog/catalog.h"
#include "expr/cache.h"
#include "observe/alarms.h"
#include "observe/insights.h"
#include "observe/metric_store.h"
#include "observe/recorder.h"
#include "observe/throttle_log.h"
#include "partiql/cache.h"
#include "scaling/registry.h"
#include "storage/engine.h"
#include "streams/read_limiter.h"
#include "table/commit_queue.h"
#include "table/transactions.h"

// The services that handlers work with, by subject. A handler takes the struct of its subject.
//
// Threads: any, for everything here. Lifetime: the database owns the referenced objects.
namespace stator::api {

// The limits on provisioned units and on how often they change (facts 6.3). The defaults are those
// of a new AWS account.
struct Quotas {
  std::int64_t table_units = limits::kTableUnitsMax;      // of each kind, including indexes
  std::int64_t account_units = limits::kAccountUnitsMax;  // of each kind, over all tables
  std::int64_t decreases = limits::kDecreasesMax;         // per day; after that one per hour
  std::int64_t on_demand_switches = limits::kOnDemandSwitchesMax;  // per 24 hours; at least 1
};

// The account that all tables belong to. It does not change while the database is open.
struct AccountFacts {
  std::string region;  // used in the ARNs of new tables
  std::string id;      // used in the ARNs of new tables
  // How long a table stays CREATING, UPDATING or DELETING.
  TimeMicros status_delay = 0;
  Quotas quotas;
};

// Whether reads take capacity and are counted: as units, metrics, advice and in the bill.
// Unmetered reads are those of an operator who looks at the data.
enum class Metering : bool { kOff, kOn };

// For reading and writing items.
struct ItemServices {
  storage::Engine& engine;
  const catalog::Catalog& catalog;
  const ServiceClock& clock;
  table::Transactions& transactions;
  expr::Cache& expressions;
  partiql::StatementCache& statements;
  capacity::Meter& meter;
  observe::Recorder& recorder;
  Advice& advice;
  Metering item_reads = Metering::kOn;
};

// For creating, changing and describing tables.
struct TableServices {
  catalog::Catalog& catalog;
  const ServiceClock& clock;
  table::CommitQueue& queue;
  BackgroundWork& background;
  capacity::Governor& governor;
  observe::ThrottleLog& throttles;
  capacity::Meter& meter;
  capacity::Account& charges;
  const AccountFacts& account;
};

// For reading streams.
struct StreamServices {
  storage::Engine& engine;
  const catalog::Catalog& catalog;
  const ServiceClock& clock;
  streams::ReadLimiter& reads;
  observe::Recorder& recorder;
  capacity::Account& charges;
  Metering stream_reads = Metering::kOn;
};

// For metrics, alarms and Contributor Insights.
struct MetricServices {
  const catalog::Catalog& catalog;
  const ServiceClock& clock;
  BackgroundWork& background;
  observe::MetricStore& metrics;
  observe::Insights& insights;
  observe::Alarms& alarms;
  scaling::Registry& scaling;
  const AccountFacts& account;
};

// For auto scaling.
struct ScalingServices {
  const catalog::Catalog& catalog;
  const ServiceClock& clock;
  table::CommitQueue& queue;
  BackgroundWork& background;
  scaling::Registry& scaling;
  const AccountFacts& account;
};

// The services of all subjects. Converts to those of one subject where a handler takes them.
struct Services : ItemServices, TableServices, StreamServices, MetricServices, ScalingServices {};

}  // namespace stator::api
