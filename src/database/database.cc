#include "database/database.h"

#include <tuple>
#include <utility>

#include "base/limits.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "database/scaling_work.h"

namespace stator::database {
namespace {

// A clock that the caller provides follows no machine clock that could have jumped.
Result<std::unique_ptr<ClockHold>> StartClockHold(const DatabaseOptions& options, Store& store,
                                                  const ServiceClock& clock) {
  auto hold = std::make_unique<ClockHold>(options.log);
  if (options.clock != nullptr) return hold;
  if (const auto begun = hold->Start(store.engine(), store.catalog(), clock.Now(), store.queue());
      !begun) {
    return Fail(ErrorCode::kStartup, begun.error().message);
  }
  return hold;
}

}  // namespace

Database::Database() = default;

Result<std::unique_ptr<Database>> Database::Open(const DatabaseOptions& options) {
  auto database = std::unique_ptr<Database>(new Database());  // private constructor
  TRY(database->Start(options));
  return database;
}

// Starts the parts in this order, because each step needs the ones before it:
// 1. The store opens. Its catalog knows how the clock was turned.
// 2. The lanes start before the commit queue, which hands heavy decisions to them.
// 3. The queue runs. From here on the catalog may change, and the background may be woken.
// 4. The clock hold writes through the queue, and must be there before items may expire.
// 5. Metering and observation load the stored counts. They must be there before the first request.
// 6. The store creates its background work and loads unfinished transactions.
// 7. Handlers' services, which refer to all of the above, then the work that uses handlers.
// 8. The background starts last, with all of the work.
Result<> Database::Start(const DatabaseOptions& options) {
  store_ = TRY(Store::Open(options));
  service_time_ =
      std::make_unique<ServiceTime>(store_->catalog(), options.clock, options.machine_time);
  const ServiceClock& clock = service_time_->clock();
  started_ = clock.Now();
  StartLanes(options.workers);
  const auto wake = [this] { background_.Wake(); };
  const auto run_heavy = [this](std::move_only_function<void()> work) {
    return RunOnPool(Lane::kDecisions, std::move(work));
  };
  TRY(store_->StartQueue(options, clock, run_heavy, wake));
  clock_hold_ = TRY(StartClockHold(options, *store_, clock));
  const auto quota = options.quotas.table_units;
  governor_ = std::make_unique<capacity::Governor>(
      capacity::GovernorOptions{.table_quota = {quota, quota}, .heat = &heat_});
  meter_ = std::make_unique<capacity::Meter>(*governor_, clock, options.capacity);
  stream_reads_ = std::make_unique<streams::ReadLimiter>(options.stream_reads_max);
  TRY(observation_.Start(options, *store_, clock, *meter_));
  TRY(store_->StartWork(options, {.clock = clock,
                                  .governor = *governor_,
                                  .recorder = observation_.recorder(),
                                  .holds_expiry = [this] { return clock_hold_->is_held(); },
                                  .wake = wake}));
  MakeServices(options);
  scaling_work_ = std::make_unique<ScalingWork>(*services_, *services_, observation_.consumption());
  std::vector<table::SteppedWork*> works = {observation_.AccountWork()};
  for (auto* work : store_->Works()) works.push_back(work);
  for (auto* work : observation_.Works()) works.push_back(work);
  works.push_back(scaling_work_.get());
  background_.Start(std::move(works));
  return {};
}

void Database::StartLanes(std::size_t workers) {
  const auto start = [&](Lane lane, std::size_t queue_max, int nice) {
    lanes_[static_cast<std::size_t>(lane)] = std::make_unique<WorkerPool>(workers, queue_max, nice);
  };
  start(Lane::kTables, limits::kPoolQueueMax, 0);
  start(Lane::kTransactions, limits::kPoolQueueMax, 0);
  start(Lane::kReads, limits::kPoolQueueMax, limits::kWorkerNice);
  start(Lane::kDecisions, limits::kDecisionQueueMax, limits::kWorkerNice);
}

void Database::MakeServices(const DatabaseOptions& options) {
  account_ = {.region = options.region,
              .id = options.account,
              .status_delay = options.status_delay,
              .quotas = options.quotas};
  auto& engine = store_->engine();
  auto& catalog = store_->catalog();
  auto& queue = store_->queue();
  auto& recorder = observation_.recorder();
  auto& charges = observation_.account();
  const ServiceClock& clock = service_time_->clock();
  services_ = std::make_unique<const api::Services>(
      api::Services{api::ItemServices{.engine = engine,
                                      .catalog = catalog,
                                      .clock = clock,
                                      .transactions = store_->transactions(),
                                      .expressions = expressions_,
                                      .statements = statements_,
                                      .meter = *meter_,
                                      .recorder = recorder,
                                      .advice = advice_},
                    api::TableServices{.catalog = catalog,
                                       .clock = clock,
                                       .queue = queue,
                                       .background = background_,
                                       .governor = *governor_,
                                       .throttles = observation_.throttles(),
                                       .meter = *meter_,
                                       .charges = charges,
                                       .account = account_},
                    api::StreamServices{.engine = engine,
                                        .catalog = catalog,
                                        .clock = clock,
                                        .reads = *stream_reads_,
                                        .recorder = recorder,
                                        .charges = charges},
                    api::MetricServices{.catalog = catalog,
                                        .clock = clock,
                                        .background = background_,
                                        .metrics = observation_.metrics(),
                                        .insights = observation_.insights(),
                                        .alarms = observation_.alarms(),
                                        .scaling = observation_.scaling(),
                                        .account = account_},
                    api::ScalingServices{.catalog = catalog,
                                         .clock = clock,
                                         .queue = queue,
                                         .background = background_,
                                         .scaling = observation_.scaling(),
                                         .account = account_}});
  api::Services unmetered = *services_;
  unmetered.item_reads = api::Metering::kOff;
  unmetered.stream_reads = api::Metering::kOff;
  unmetered_services_ = std::make_unique<const api::Services>(unmetered);
}

Database::~Database() { Stop(); }

bool Database::RunOnPool(Lane lane, std::move_only_function<void()> work) {
  return lanes_[static_cast<std::size_t>(lane)]->Run(std::move(work));
}

void Database::Submit(table::Command command, table::CommitQueue::Done done) {
  store_->queue().Submit(std::move(command), std::move(done));
}

// Conditions that search many items occupy a worker for seconds, and other transactions must not
// wait for that. A two-phase transaction stays, because it already waits for workers of
// Lane::kDecisions.
bool Database::LeavesItsLane(const table::Transaction& transaction) const {
  std::size_t passes = 0;
  for (const auto& command : transaction.commands) passes += command.effort.passes;
  return store_->commits_at_once() && passes > limits::kTransactionPassesMax;
}

void Database::Transact(table::Transaction transaction, table::Transactions::Done done) {
  if (!LeavesItsLane(transaction)) {
    return store_->transactions().Run(std::move(transaction), std::move(done));
  }
  // Shared because a full lane destroys the work it refuses.
  const auto shared = std::make_shared<std::pair<table::Transaction, table::Transactions::Done>>(
      std::move(transaction), std::move(done));
  const bool taken = RunOnPool(Lane::kDecisions, [this, shared] {
    store_->transactions().Run(std::move(shared->first), std::move(shared->second));
  });
  if (!taken) shared->second(Fail(ErrorCode::kThrottlingException, texts::kPoolFull));
}

void Database::GiveUpPaused() {
  // If the pool is full, the transactions end with the drain.
  std::ignore = RunOnPool(Lane::kTables, [this] { store_->StopTransactions(); });
}

ClockReading Database::ReadClock() const {
  auto reading = service_time_->Read();
  reading.holds_expiry = clock_hold_->is_held();
  return reading;
}

Result<ClockReading> Database::ConfirmClock() {
  TRY(clock_hold_->Confirm(store_->queue()));
  background_.Wake();
  return ReadClock();
}

Result<ClockReading> Database::TurnClock(const ClockTurn& turn) {
  auto reading = service_time_->Turn(turn, store_->queue());
  // Tables held their current bytes during the skipped time, so they are charged for it.
  observation_.account().Look(store_->catalog(), service_time_->clock().Now());
  background_.Wake();
  if (reading) reading->holds_expiry = clock_hold_->is_held();
  return reading;
}

capacity::AccountUse Database::ReadAccount() {
  const TimeMicros now = service_time_->clock().Now();
  observation_.account().Look(store_->catalog(), now);
  return observation_.account().Read(now);
}

TimeMicros Database::ResetAccount() {
  const TimeMicros now = service_time_->clock().Now();
  observation_.account().Reset(now);
  background_.Wake();
  return now;
}

void Database::StopBackground() { background_.Stop(); }

void Database::Stop() {
  if (store_) store_->StopTransactions();
  for (const auto& lane : lanes_) {
    if (lane) lane->Stop();
  }
  background_.Stop();
  if (!store_) return;
  observation_.Flush();
  store_->StopQueue();
}

}  // namespace stator::database
