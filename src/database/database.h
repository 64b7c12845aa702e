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
#include "base/result.h"
#include "capacity/account.h"
#include "capacity/governor.h"
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
#include "streams/read_limiter.h"
#include "table/write.h"

namespace stator::database {

class ScalingWork;

// A whole database in the process: a store, and what several stores would share. It is the one door
// that the server, the workbench and programs that link the library use. It starts all threads that
// there are below the server.
//
// Threads: safe for concurrent use.
class Database {
 public:
  static Result<std::unique_ptr<Database>> Open(const DatabaseOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // The services that handlers take.
  const api::Services& services() const { return *services_; }

  // Runs work that may wait on a worker of the lane. False, and `work` is not run, if too much is
  // waiting already.
  bool RunOnPool(Lane lane, std::move_only_function<void()> work);

  // See CommitQueue::Submit.
  void Submit(table::Command command, table::CommitQueue::Done done);

  // See Transactions::Run.
  void Transact(table::Transaction transaction, table::Transactions::Done done);

  // Ends the transactions that are paused on purpose without their commit, and pauses none from now
  // on. Never waits.
  void GiveUpPaused();

  Store& store() { return *store_; }
  Observation& observation() { return observation_; }
  api::Advice& advice() { return advice_; }
  capacity::Meter& meter() { return *meter_; }
  capacity::Governor& governor() { return *governor_; }
  api::BackgroundWork& background() { return background_; }
  const ServiceClock& clock() const { return service_time_->clock(); }

  // Steps of background work that failed and are tried again.
  std::uint64_t background_failures() const { return background_.failures(); }

  // Service time as users see it. Turning the clock wakes the work that waits for a time.
  ClockReading ReadClock() const;
  Result<ClockReading> TurnClock(const ClockTurn& turn);
  // Confirms that the time is right although nobody used the folder for long: items may expire.
  // Waits.
  Result<ClockReading> ConfirmClock();

  // The use, the storage and the provisioned capacity since the account began.
  capacity::AccountUse ReadAccount();
  // Begins the account anew, at the time that it returns. That is durable with the next step of
  // background work.
  TimeMicros ResetAccount();

  // Ends background work early, for tests that step a part of it themselves.
  void StopBackground();

  // Finishes what was accepted and closes the store; nothing is accepted after. The destructor does
  // it too.
  void Stop();

 private:
  Database();
  Result<> Start(const DatabaseOptions& options);
  void StartLanes(std::size_t workers);
  void MakeServices(const DatabaseOptions& options);
  bool LeavesItsLane(const table::Transaction& transaction) const;

  // Lifetime: each part uses those above it, and so do the threads of the last ones; see Start. The
  // background comes first because every part may wake it.
  Background background_;
  std::array<std::unique_ptr<WorkerPool>, kLanes> lanes_;
  expr::Cache expressions_;
  api::Advice advice_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<ServiceTime> service_time_;
  std::unique_ptr<ClockHold> clock_hold_;
  std::unique_ptr<capacity::Governor> governor_;
  std::unique_ptr<capacity::Meter> meter_;
  std::unique_ptr<streams::ReadLimiter> stream_reads_;
  Observation observation_;
  api::AccountFacts account_;
  std::unique_ptr<const api::Services> services_;
  std::unique_ptr<ScalingWork> scaling_work_;
};

}  // namespace stator::database
