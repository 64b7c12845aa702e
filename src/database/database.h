#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "api/advice.h"
#include "api/services.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "capacity/account.h"
#include "capacity/governor.h"
#include "capacity/heat_room.h"
#include "capacity/meter.h"
#include "database/background.h"
#include "database/clock_hold.h"
#include "database/lane.h"
#include "database/observation.h"
#include "database/options.h"
#include "database/service_time.h"
#include "database/store.h"
#include "database/worker_pool.h"
#include "expr/cache.h"
#include "partiql/cache.h"
#include "streams/read_limiter.h"
#include "table/write.h"

namespace stator::database {

class ScalingWork;

// A complete database in the process: a store, and the parts that several stores would share. The
// server, the workbench and programs that link the library all use it. It starts every thread below
// the server.
//
// Threads: safe for concurrent use.
class Database {
 public:
  // Opens the data folder, or memory, and starts everything. Errors: kStartup with one sentence.
  static Result<std::unique_ptr<Database>> Open(const DatabaseOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Returns the services that handlers take.
  const api::Services& services() const { return *services_; }
  // Returns the same services for reads that take no capacity and are not counted.
  const api::Services& unmetered_services() const { return *unmetered_services_; }

  // Runs work that may wait on a worker of the lane. Returns false, without running `work`, if too
  // much work is queued already.
  bool RunOnPool(Lane lane, std::move_only_function<void()> work);

  // See CommitQueue::Submit.
  void Submit(table::Command command, table::CommitQueue::Done done);

  // See Transactions::Run.
  void Transact(table::Transaction transaction, table::Transactions::Done done);

  // Ends the transactions that are paused on purpose, without committing them, and prevents further
  // pauses. Never waits.
  void GiveUpPaused();

  Store& store() { return *store_; }
  Observation& observation() { return observation_; }
  api::Advice& advice() { return advice_; }
  capacity::Meter& meter() { return *meter_; }
  capacity::Governor& governor() { return *governor_; }
  const capacity::HeatRoom& heat() const { return heat_; }
  // The service time at which this database was opened.
  TimeMicros started() const { return started_; }
  api::BackgroundWork& background() { return background_; }
  const ServiceClock& clock() const { return service_time_->clock(); }

  // Returns how many steps of background work failed. Each is retried.
  std::uint64_t background_failures() const { return background_.failures(); }

  // Reads and turns service time as users see it. Turning the clock wakes work that waits for a
  // time.
  ClockReading ReadClock() const;
  Result<ClockReading> TurnClock(const ClockTurn& turn);
  // Confirms that the time is right although the folder was unused for long, so that items may
  // expire. Waits.
  Result<ClockReading> ConfirmClock();

  // Returns the use, the storage and the provisioned capacity since the account began.
  capacity::AccountUse ReadAccount();
  // Starts a new account and returns its start time. The next step of background work makes that
  // durable.
  TimeMicros ResetAccount();

  // Ends background work early, for tests that step parts of it themselves.
  void StopBackground();

  // Completes all accepted work and closes the store, which then accepts nothing. The destructor
  // calls it too.
  void Stop();

 private:
  Database();
  Result<> Start(const DatabaseOptions& options);
  void StartLanes(std::size_t workers);
  void MakeServices(const DatabaseOptions& options);
  // Whether a transaction is decided on Lane::kDecisions.
  bool LeavesItsLane(const table::Transaction& transaction) const;

  // Lifetime: each part uses those above it, and so do the threads of the last parts; see Start.
  // The background comes first because every part may wake it.
  Background background_;
  std::array<std::unique_ptr<WorkerPool>, kLanes> lanes_;
  expr::Cache expressions_;
  partiql::StatementCache statements_;
  api::Advice advice_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<ServiceTime> service_time_;
  std::unique_ptr<ClockHold> clock_hold_;
  TimeMicros started_ = 0;  // service time
  capacity::HeatRoom heat_{limits::kHeatBytesMax};
  std::unique_ptr<capacity::Governor> governor_;
  std::unique_ptr<capacity::Meter> meter_;
  std::unique_ptr<streams::ReadLimiter> stream_reads_;
  Observation observation_;
  api::AccountFacts account_;
  std::unique_ptr<const api::Services> services_;
  std::unique_ptr<const api::Services> unmetered_services_;
  std::unique_ptr<ScalingWork> scaling_work_;
};

}  // namespace stator::database
