#include "database/background.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/contain.h"

namespace stator::database {
namespace {

using std::chrono::milliseconds;

// Service time may be turned during a wait, so a wait for it is cut to this length.
constexpr milliseconds kLookAgain(1000);
constexpr milliseconds kTryAgain(1000);  // after a failure, which lasts while the disk is full
constexpr milliseconds kForever = std::chrono::hours(24);
constexpr int kShareOfOthers = 2;  // every further caller of Await gets this fraction of its time

milliseconds PauseAfter(const Result<table::StepOutcome>& outcome) {
  if (!outcome) return kTryAgain;
  if (outcome->worked) return outcome->rest;
  if (!outcome->wait) return kForever;
  // Rounds up: a step that is too early finds no work and would be repeated over and over.
  return std::min(milliseconds(*outcome->wait / 1000 + 1), kLookAgain);
}

}  // namespace

void Background::Start(std::vector<table::SteppedWork*> works) {
  works_ = std::move(works);
  thread_ = std::thread([this] { Run(); });
}

Background::~Background() { Stop(); }

void Background::Wake() {
  {
    const MutexLock lock(mutex_);
    woken_ = true;
  }
  wake_.notify_one();
}

void Background::Stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  stepped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool Background::Await(const std::function<bool()>& settled, milliseconds wait_max) {
  const auto until = MachineSteadyNow() + BeginWait(wait_max);
  std::uint64_t seen = 0;  // read before `settled`, so that no step is missed
  bool is_settled = settled();
  while (!is_settled && AwaitStep(seen, until)) is_settled = settled();
  EndWait();
  return is_settled;
}

milliseconds Background::BeginWait(milliseconds wait_max) {
  const MutexLock lock(mutex_);
  return waiting_++ == 0 ? wait_max : wait_max / kShareOfOthers;
}

void Background::EndWait() {
  const MutexLock lock(mutex_);
  --waiting_;
}

// Waits for a step that ends after step number `seen`.
bool Background::AwaitStep(std::uint64_t& seen, std::chrono::steady_clock::time_point until) {
  const MutexLock lock(mutex_);
  while (steps_ == seen && !stopping_) {
    if (stepped_.wait_until(mutex_, until) == std::cv_status::timeout) return false;
  }
  seen = steps_;
  return !stopping_;
}

void Background::NoteStep() {
  {
    const MutexLock lock(mutex_);
    ++steps_;
  }
  stepped_.notify_all();
}

// Steps each work once.
Result<table::StepOutcome> Background::Step() {
  table::StepSum sum;
  for (auto* work : works_) {
    sum.Add(Contain([work] { return work->Step(); }));
  }
  return sum.Take();
}

void Background::Run() {
  milliseconds pause(0);
  std::optional<TimeMicros> waited;  // the wait of the previous step
  while (Sleep(pause)) {
    const auto outcome = Step();
    NoteStep();
    failures_.fetch_add(outcome ? outcome->failures : 1, std::memory_order_relaxed);
    pause = PauseAfter(outcome);
    // A wait that does not shrink is for a stopped clock. A caller who turns the clock also wakes
    // this thread.
    const auto wait = outcome && !outcome->worked ? outcome->wait : std::nullopt;
    if (wait && waited && *wait >= *waited) pause = kLookAgain;
    waited = wait;
  }
}

bool Background::Sleep(milliseconds pause) {
  const auto until = MachineSteadyNow() + pause;
  const MutexLock lock(mutex_);
  while (!woken_ && !stopping_) {
    if (wake_.wait_until(mutex_, until) == std::cv_status::timeout) break;
  }
  woken_ = false;
  return !stopping_;
}

}  // namespace stator::database
