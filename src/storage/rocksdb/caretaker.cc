#include "storage/rocksdb/caretaker.h"

#include <algorithm>

#include <rocksdb/convenience.h>
#include <rocksdb/experimental.h>
#include <rocksdb/write_batch.h>

#include "base/clock.h"

namespace stator::storage {
namespace {

using std::chrono::milliseconds;

// The time between two looks at the disk while there are writes. A fast disk writes some 100 MB in
// that time.
constexpr milliseconds kLookInterval(100);

// A scan skips this many deleted entries of the write buffer in less than a millisecond.
constexpr std::uint64_t kDeletionsMax = 1000;
constexpr std::chrono::seconds kSealInterval(10);
constexpr std::chrono::seconds kReclaimInterval(1);  // while disk space is low

// The time between two compactions that may meet a damaged file. Each reads its inputs up to the
// damage.
constexpr std::chrono::minutes kDamagePause(1);

// Whether RocksDB itself refuses writes. An empty write tests it and changes nothing.
bool HasStopped(rocksdb::DB& db) {
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  options.no_slowdown = true;
  rocksdb::WriteBatch nothing;
  const rocksdb::Status status = db.Write(options, &nothing);
  return !status.ok() && !status.IsIncomplete();  // incomplete: the write would have had to wait
}

}  // namespace

Caretaker::Caretaker(rocksdb::DB& db, Options options) : db_(db), options_(std::move(options)) {
  options_.space->Look(db_);  // before the first write
  thread_ = std::thread([this] { Run(); });
}

Caretaker::~Caretaker() { Stop(); }

void Caretaker::Rouse() {
  {
    const MutexLock lock(mutex_);
    woken_ = true;
  }
  wake_.notify_one();
}

void Caretaker::Stop() {
  bool is_healing = false;
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    is_healing = is_healing_;
  }
  wake_.notify_one();
  // Resume waits for compactions and flushes. It returns once they are cancelled.
  if (is_healing) rocksdb::CancelAllBackgroundWork(&db_, /*wait=*/false);
  if (thread_.joinable()) thread_.join();
}

void Caretaker::Run() {
  while (Sleep()) {
    options_.space->Look(db_);
    MaybeSeal();
    PaceDamagedCompactions();
    if (!BeginHealing()) continue;
    Heal();
    EndHealing();
  }
}

// Every wake-up is followed by a pause, so the thread looks at most once in an interval.
bool Caretaker::Sleep() {
  const auto& health = *options_.health;
  const auto until = MachineSteadyNow() + std::min(kLookInterval, options_.heal_interval);
  {
    const MutexLock lock(mutex_);
    while (!stopping_ && MachineSteadyNow() < until) wake_.wait_until(mutex_, until);
  }
  const bool is_well = !health.has_stopped() && !health.is_low_on_space() && !wants_to_seal_ &&
                       !are_compactions_paused_;
  is_asleep_.store(is_well);
  if (is_well) has_deletions_ = CountDeletions() > 0;  // a delete after this line wakes the thread
  const MutexLock lock(mutex_);
  if (is_well) AwaitEvent();
  is_asleep_.store(false);
  if (woken_) is_idle_ = false;
  woken_ = false;
  return !stopping_;
}

void Caretaker::AwaitEvent() {
  const auto idle_from = MachineSteadyNow() + options_.idle_seal_interval;
  while (!stopping_ && !woken_) {
    if (!has_deletions_) {
      wake_.wait(mutex_);
    } else if (MachineSteadyNow() < idle_from) {
      wake_.wait_until(mutex_, idle_from);
    } else {
      is_idle_ = true;
      return;
    }
  }
}

std::uint64_t Caretaker::CountDeletions() {
  std::uint64_t deletions = 0;
  db_.GetIntProperty(rocksdb::DB::Properties::kNumDeletesActiveMemTable, &deletions);
  return deletions;
}

// Bounds the load: at most one small flush and its compaction in an interval, however much is
// deleted.
void Caretaker::MaybeSeal() {
  const auto& health = *options_.health;
  const std::uint64_t deletions = CountDeletions();
  const bool is_low = health.is_low_on_space();
  const bool is_due = is_low || deletions >= kDeletionsMax || (is_idle_ && deletions > 0);
  wants_to_seal_ = !health.has_stopped() && is_due;
  const auto now = MachineSteadyNow();
  if (!wants_to_seal_ || now < next_seal_) return;
  next_seal_ = now + (is_low ? kReclaimInterval : kSealInterval);
  options_.seal_buffer();
  is_idle_ = false;
  // A store that takes no writes starts no compactions by itself. Without this it would keep its
  // outdated entries.
  if (is_low) {
    rocksdb::experimental::SuggestCompactRange(&db_, nullptr, nullptr).PermitUncheckedError();
  }
}

// RocksDB repeats a failed compaction each second and reads its inputs each time. It also slows
// writes down while compaction lags behind. With automatic compactions switched off it does
// neither.
void Caretaker::PaceDamagedCompactions() {
  const std::uint64_t met = options_.health->damaged_compactions();
  const auto now = MachineSteadyNow();
  const bool is_met = met != damaged_compactions_;
  damaged_compactions_ = met;
  if (is_met) next_compaction_ = now + kDamagePause;
  const bool wants_pause = is_met || (are_compactions_paused_ && now < next_compaction_);
  if (wants_pause == are_compactions_paused_) return;
  are_compactions_paused_ = wants_pause;
  db_.SetOptions({{"disable_auto_compactions", wants_pause ? "true" : "false"}})
      .PermitUncheckedError();
}

bool Caretaker::BeginHealing() {
  const auto& health = *options_.health;
  const auto now = MachineSteadyNow();
  if (!health.has_stopped() || health.needs_restart() || now < next_attempt_) return false;
  next_attempt_ = now + options_.heal_interval;
  if (!options_.space->HasRoomToFlush(db_)) return false;
  const MutexLock lock(mutex_);
  is_healing_ = !stopping_;
  return is_healing_;
}

void Caretaker::EndHealing() {
  const MutexLock lock(mutex_);
  is_healing_ = false;
}

// Resumes RocksDB if it has stopped.
//
// Resume waits until no compaction is scheduled. A stopped RocksDB schedules none. A running one
// retries failed compactions again and again, so Resume would never return. So Heal first asks
// RocksDB whether it has stopped.
//
// A running flush that fails during Resume makes Resume return at once. The flush that Resume has
// just requested would then be lost. So Heal calls Resume only when no flush is running.
void Caretaker::Heal() {
  options_.await_writers();
  db_.PauseBackgroundWork().PermitUncheckedError();
  options_.flushes->AwaitEnds();
  db_.ContinueBackgroundWork().PermitUncheckedError();
  const std::uint64_t faults = options_.health->faults();
  const bool has_stopped = HasStopped(db_);
  if (has_stopped && options_.flushes->has_lost_one()) {
    return options_.health->GiveUp("a restart is needed after a disk fault");
  }
  if (!has_stopped || db_.Resume().ok()) options_.health->EndFault(faults);
}

}  // namespace stator::storage
