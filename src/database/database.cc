#include "database/database.h"

#include <functional>
#include <tuple>
#include <utility>

#include "base/contain.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "database/background.h"
#include "database/partition_work.h"
#include "database/recall.h"
#include "database/scaling_work.h"
#include "database/worker_pool.h"
#include "storage/checkpoint.h"
#include "storage/memory/memory_engine.h"
#include "storage/statistics.h"

namespace stator::database {
namespace {

Result<std::unique_ptr<storage::Engine>> OpenEngine(const DatabaseOptions& options) {
  if (options.data_folder.empty()) return storage::OpenMemory();
  storage::RocksDbOptions rocksdb;
  rocksdb.path = options.data_folder;
  rocksdb.durability = options.durability;
  rocksdb.accept_loss = options.accept_loss;
  rocksdb.reserve_bytes_max = options.disk_reserve_bytes_max;
  rocksdb.open_files_max = options.open_files_max;
  rocksdb.log = options.log;
  rocksdb.file_system_hook = options.file_system_hook;
  return storage::OpenRocksDb(rocksdb);
}

// What traffic calls for.
std::vector<WantedSplit> SplitsWanted(capacity::Governor& governor, TimeMicros now) {
  std::vector<WantedSplit> wanted;
  for (auto& split : governor.Nominate(now)) {
    const bool is_growth = split.why == capacity::HeatSplit::Why::kGrowth;
    wanted.push_back({std::move(split.table_name), split.table, std::move(split.index),
                      split.partition, std::move(split.at),
                      is_growth ? catalog::SplitReason::kGrowth : catalog::SplitReason::kHeat});
  }
  return wanted;
}

// For what only tells of the past: if it cannot be read any more it begins anew, and the data it is
// about is served all the same.
Result<> LoadedOrAnew(const Result<>& loaded, const std::function<Result<>()>& begin_anew) {
  if (loaded) return {};
  const bool damaged = loaded.error().code == ErrorCode::kCorruption;
  const auto outcome = damaged ? begin_anew() : loaded;
  if (!outcome) return Fail(ErrorCode::kStartup, outcome.error().message);
  return {};
}

Result<> DropSpace(table::CommitQueue& queue, storage::Space space) {
  TRY(queue.Change([space](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.drops.push_back({space});
    return change;
  }));
  return {};
}

// A clock that the caller brings has no machine behind it that could have leapt.
Result<std::unique_ptr<ClockHold>> StartClockHold(const DatabaseOptions& options,
                                                  storage::Engine& engine,
                                                  catalog::Catalog& catalog,
                                                  const ServiceClock& clock,
                                                  table::CommitQueue& queue) {
  auto hold = std::make_unique<ClockHold>(options.log);
  if (options.clock != nullptr) return hold;
  if (const auto begun = hold->Start(engine, catalog, clock.Now(), queue); !begun) {
    return Fail(ErrorCode::kStartup, begun.error().message);
  }
  return hold;
}

}  // namespace

Database::Database() = default;

Result<std::unique_ptr<Database>> Database::Open(const DatabaseOptions& options) {
  auto database = std::unique_ptr<Database>(new Database());  // private constructor
  database->engine_ = TRY(OpenEngine(options));
  auto catalog = catalog::Catalog::Load(*database->engine_);
  if (!catalog) {
    return Fail(ErrorCode::kStartup, "The data in " + options.data_folder +
                                         " cannot be read: " + catalog.error().message + ".");
  }
  database->catalog_ = std::move(*catalog);
  database->service_time_ =
      std::make_unique<ServiceTime>(*database->catalog_, options.clock, options.machine_time);
  const ServiceClock& clock = database->service_time_->clock();
  TRY(database->StartWork(options, clock));
  database->context_ = std::make_unique<api::Context>(api::Context{*database->engine_,
                                                                   *database->catalog_,
                                                                   *database->queue_,
                                                                   *database->transactions_,
                                                                   *database->background_,
                                                                   database->expressions_,
                                                                   database->advice_,
                                                                   *database->stream_reads_,
                                                                   *database->meter_,
                                                                   *database->governor_,
                                                                   database->recorder_,
                                                                   *database->metrics_,
                                                                   *database->insights_,
                                                                   *database->alarms_,
                                                                   *database->account_,
                                                                   *database->scaling_,
                                                                   clock,
                                                                   options.region,
                                                                   options.account,
                                                                   options.status_delay,
                                                                   options.quotas});
  database->scaling_work_ =
      std::make_unique<ScalingWork>(*database->context_, database->consumption_);
  database->scaler_ = database->scaling_work_.get();
  database->Wake();
  return database;
}

// Before anybody writes: the queue hands decisions to them.
void Database::StartLanes(std::size_t workers) {
  const auto start = [&](Lane lane, std::size_t queue_max, int nice) {
    lanes_[static_cast<std::size_t>(lane)] = std::make_unique<WorkerPool>(workers, queue_max, nice);
  };
  start(Lane::kTables, limits::kPoolQueueMax, 0);
  start(Lane::kTransactions, limits::kPoolQueueMax, 0);
  start(Lane::kReads, limits::kPoolQueueMax, limits::kWorkerNice);
  start(Lane::kDecisions, limits::kDecisionQueueMax, limits::kWorkerNice);
  queue_->UseWorkers([this](std::move_only_function<void()> work) {
    return RunOnPool(Lane::kDecisions, std::move(work));
  });
}

// The queue and the background work, which want each other: the queue wakes the thread that has it
// catch up with lagging indexes. No write comes before both are there.
Result<> Database::StartWork(const DatabaseOptions& options, const ServiceClock& clock) {
  auto lag = table::LagLog::Load(*engine_, options.index_lag, [this] { Wake(); });
  if (!lag) return Fail(ErrorCode::kStartup, lag.error().message);
  queue_ = std::make_unique<table::CommitQueue>(*engine_, *catalog_, clock,
                                                options.collection_bytes_max, std::move(*lag));
  StartLanes(options.workers);
  clock_hold_ = TRY(StartClockHold(options, *engine_, *catalog_, clock, *queue_));
  index_work_ = std::make_unique<table::IndexWork>(
      *engine_, *catalog_, *queue_, clock,
      table::IndexWorkOptions{
          .status_delay = options.status_delay,
          .filled = [this](const catalog::Table& table, const catalog::Index& index, TimeMicros now,
                           const table::Backfilled& filled) {
            recorder_.NoteSum(
                observe::Metric::kIndexWrite, {.table = table->name, .part = index.name}, now,
                static_cast<double>(filled.units) / 2, static_cast<double>(filled.entries));
          }});
  stream_work_ = std::make_unique<streams::StreamWork>(*engine_, *catalog_, *queue_, clock,
                                                       options.shard_lifetime);
  const auto quota = options.quotas.table_units;
  governor_ = std::make_unique<capacity::Governor>(
      capacity::GovernorOptions{.table_quota = {quota, quota}});
  meter_ = std::make_unique<capacity::Meter>(*governor_, clock, options.capacity);
  TRY(StartObserving(options, clock));
  account_ = std::make_unique<capacity::Account>(clock.Now());
  account_work_ =
      std::make_unique<capacity::AccountWork>(*engine_, *catalog_, *queue_, clock, *account_);
  TRY(LoadedOrAnew(account_work_->Load(), [&]() -> Result<> {
    account_->Reset(clock.Now());  // with the next save what was kept is gone
    return {};
  }));
  meter_->Add(*account_);
  meter_->Add(consumption_);
  auto scaling = scaling::Registry::Load(*engine_, consumption_);
  if (!scaling) return Fail(ErrorCode::kStartup, scaling.error().message);
  scaling_ = std::move(*scaling);
  Ignore(RecallConsumption(scaling_->Targets(), *metrics_, clock.Now(), consumption_),
         "scaling waits for as many minutes as it looks at");
  stream_reads_ = std::make_unique<streams::ReadLimiter>(options.stream_reads_max);
  expiry_work_ = std::make_unique<table::ExpiryWork>(
      *engine_, *catalog_, *queue_, clock,
      table::ExpiryOptions{
          .sweep = options.sweep_expired,
          .delay = options.expiry_delay,
          .is_held = [this] { return clock_hold_->is_held(); },
          .removed =
              [this](const catalog::Table& table, TimeMicros now, std::size_t items) {
                recorder_.NoteSum(observe::Metric::kExpiredItems, {.table = table->name}, now,
                                  static_cast<double>(items), static_cast<double>(items));
              }});
  using Protocol = table::Transactions::Protocol;
  commits_at_once_ = options.commits_across_partitions && engine_->traits().atomic_across_routes;
  transactions_ = std::make_unique<table::Transactions>(
      *engine_, *catalog_, *queue_, clock,
      commits_at_once_ ? Protocol::kOneCommit : Protocol::kTwoPhase, [this] { Wake(); });
  if (const auto loaded = transactions_->Load(); !loaded) {
    return Fail(ErrorCode::kStartup, loaded.error().message);
  }
  partition_work_ = std::make_unique<PartitionWork>(
      *engine_, *catalog_, *queue_, clock, options.partition_bytes_max,
      [this](TimeMicros now) { return SplitsWanted(*governor_, now); });
  background_ = std::make_unique<Background>([this] { return Step(); });
  SetWaker(background_.get());
  Wake();  // for whoever could not
  return {};
}

Result<> Database::StartObserving(const DatabaseOptions& options, const ServiceClock& clock) {
  meter_->Add(recorder_);
  meter_->Add(entities_);
  entity_work_ = std::make_unique<observe::EntityWork>(entities_, *catalog_, clock);
  metrics_ = std::make_unique<observe::MetricStore>(*engine_, *queue_, recorder_, *catalog_, clock);
  sampler_ = std::make_unique<observe::Sampler>(
      *catalog_, recorder_, clock,
      observe::UnitQuotas{.table = options.quotas.table_units,
                          .account = options.quotas.account_units});
  insights_ = std::make_unique<observe::Insights>(*engine_, *queue_, *catalog_, clock);
  TRY(LoadedOrAnew(insights_->Load(), [&] {
    insights_ = std::make_unique<observe::Insights>(*engine_, *queue_, *catalog_, clock);
    return DropSpace(*queue_, observe::kInsightSpace);
  }));
  meter_->Add(*insights_);
  alarms_ = std::make_unique<observe::Alarms>(*engine_, *queue_, *metrics_, clock);
  if (const auto loaded = alarms_->Load(); !loaded) {
    return Fail(ErrorCode::kStartup, loaded.error().message);
  }
  return {};
}

void Database::Wake() {
  const MutexLock lock(waker_mutex_);
  if (waker_ != nullptr) waker_->Wake();
}

void Database::SetWaker(Background* background) {
  const MutexLock lock(waker_mutex_);
  waker_ = background;
}

// One piece of all background work. What cannot be done in one place holds up no other.
Result<table::StepOutcome> Database::Step() {
  table::StepSum sum;
  const auto add = [&sum](auto& work) {
    sum.Add(Contain([&work]() -> Result<table::StepOutcome> { return work.Step(); }));
  };
  // Before anything is removed: what is there now has been there all the time.
  add(*account_work_);
  add(*index_work_);
  add(*expiry_work_);
  add(*transactions_);
  add(*stream_work_);
  add(*partition_work_);
  add(*sampler_);
  add(*entity_work_);
  add(*insights_);
  add(*metrics_);
  add(*alarms_);  // of what was just stored
  if (auto* scaler = scaler_.load()) add(*scaler);
  return sum.Take();
}

std::string Database::store_fault() const {
  const auto* source = storage::FindStatistics(*engine_);
  return source == nullptr ? std::string() : source->Statistics().fault;
}

std::string Database::store_damage() const {
  const auto* source = storage::FindStatistics(*engine_);
  return source == nullptr ? std::string() : source->Statistics().damage;
}

Result<> Database::CopyTo(const std::string& target) {
  auto* checkpoint = storage::FindCheckpoint(*engine_);
  if (checkpoint == nullptr) return FailInvalid("Data in memory cannot be backed up.");
  return checkpoint->CopyTo(target);
}

std::uint64_t Database::background_failures() const { return background_->failures(); }

Database::~Database() {
  Stop();
  SetWaker(nullptr);
}

bool Database::RunOnPool(Lane lane, std::move_only_function<void()> work) {
  return lanes_[static_cast<std::size_t>(lane)]->Run(std::move(work));
}

void Database::Submit(table::Command command, table::CommitQueue::Done done) {
  queue_->Submit(std::move(command), std::move(done));
}

// Conditions that look through many items keep a worker for seconds, which other transactions must
// not wait for. In two phases a transaction waits for workers of that lane itself, so it stays.
bool Database::LeavesItsLane(const table::Transaction& transaction) const {
  std::size_t passes = 0;
  for (const auto& command : transaction.commands) passes += command.effort.passes;
  return commits_at_once_ && passes > limits::kTransactionPassesMax;
}

void Database::Transact(table::Transaction transaction, table::Transactions::Done done) {
  if (!LeavesItsLane(transaction)) {
    return transactions_->Run(std::move(transaction), std::move(done));
  }
  // Shared because a full lane drops what it does not take.
  const auto shared = std::make_shared<std::pair<table::Transaction, table::Transactions::Done>>(
      std::move(transaction), std::move(done));
  const bool taken = RunOnPool(Lane::kDecisions, [this, shared] {
    transactions_->Run(std::move(shared->first), std::move(shared->second));
  });
  if (!taken) shared->second(Fail(ErrorCode::kThrottlingException, texts::kPoolFull));
}

void Database::GiveUpHeld() {
  // With a full pool they end with the drain.
  std::ignore = RunOnPool(Lane::kTables, [this] { transactions_->Stop(); });
}

ClockReading Database::ReadClock() const {
  auto reading = service_time_->Read();
  reading.holds_expiry = clock_hold_->is_held();
  return reading;
}

Result<ClockReading> Database::ConfirmClock() {
  TRY(clock_hold_->Confirm(*queue_));
  background_->Wake();
  return ReadClock();
}

Result<ClockReading> Database::TurnClock(const ClockTurn& turn) {
  auto reading = service_time_->Turn(turn, *queue_);
  // What tables hold now they have held over the time that was stepped over.
  account_->Look(*catalog_, service_time_->clock().Now());
  background_->Wake();
  if (reading) reading->holds_expiry = clock_hold_->is_held();
  return reading;
}

capacity::AccountUse Database::ReadAccount() {
  const TimeMicros now = service_time_->clock().Now();
  account_->Look(*catalog_, now);
  return account_->Read(now);
}

TimeMicros Database::ResetAccount() {
  const TimeMicros now = service_time_->clock().Now();
  account_->Reset(now);
  background_->Wake();
  return now;
}

void Database::StopBackground() { background_->Stop(); }

void Database::Stop() {
  if (transactions_) transactions_->Stop();
  for (const auto& lane : lanes_) {
    if (lane) lane->Stop();
  }
  if (background_) background_->Stop();
  if (!queue_) return;
  if (metrics_) Ignore(metrics_->Flush(), "a store that takes no more loses the last minute");
  if (insights_) Ignore(insights_->Flush(), "a store that takes no more loses the last minute");
  if (account_work_) {
    Ignore(account_work_->Save(), "a store that takes no more has the account of a minute ago");
  }
  // Every change stores the time, and so does one that does nothing else: what was shown since the
  // last write stays the past, also if the machine's clock is set back before the next start.
  Ignore(queue_->Change([](catalog::Catalog&) { return catalog::Change{}; }),
         "a store that takes no more has the time of its last commit");
  queue_->Stop();
}

}  // namespace stator::database
