#include "storage/rocksdb/flush_watch.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <utility>

#include "base/mutex.h"

namespace stator::storage {
namespace {

// Whether this thread runs a flush. RocksDB reports the flush's own fault on the same thread.
bool& IsFlushing() {
  thread_local bool is_so = false;
  return is_so;
}

}  // namespace

class FlushWatch::State {
 public:
  std::uint64_t Schedule() {
    const MutexLock lock(mutex_);
    return ++scheduled_;
  }

  // Marks the flush scheduled last as begun. RocksDB schedules the next one only after it has
  // ended.
  void Begin() {
    const MutexLock lock(mutex_);
    begun_ = scheduled_;
    changed_.notify_all();
  }

  // RocksDB schedules a flush only if there is something to flush. So a flush that ran and did not
  // begin has turned back.
  void End(std::uint64_t number) {
    const MutexLock lock(mutex_);
    if (begun_ < number) has_lost_one_ = true;
    begun_ = std::max(begun_, number);
    ended_ = number;
    changed_.notify_all();
  }

  void AwaitBegins() {
    const MutexLock lock(mutex_);
    while (begun_ < scheduled_) changed_.wait(mutex_);
  }

  void AwaitEnds() {
    const MutexLock lock(mutex_);
    while (ended_ < scheduled_) changed_.wait(mutex_);
  }

  bool has_lost_one() const {
    const MutexLock lock(mutex_);
    return has_lost_one_;
  }

 private:
  mutable Mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t scheduled_ GUARDED_BY(mutex_) = 0;  // number of flushes so far
  std::uint64_t begun_ GUARDED_BY(mutex_) = 0;      // highest number that has begun
  std::uint64_t ended_ GUARDED_BY(mutex_) = 0;      // highest number that has ended
  bool has_lost_one_ GUARDED_BY(mutex_) = false;
};

class FlushWatch::Environment final : public rocksdb::EnvWrapper {
 public:
  Environment(std::unique_ptr<Env> env, std::shared_ptr<State> state)
      : EnvWrapper(std::move(env)), state_(std::move(state)) {
    // EnvWrapper's own members would translate every call into those of an older interface.
    file_system_ = target()->GetFileSystem();
    system_clock_ = target()->GetSystemClock();
  }

  const char* Name() const override { return "StatorFlushWatch"; }

  // RocksDB gives only flushes both high priority and a tag.
  void Schedule(void (*run)(void*), void* argument, Priority priority, void* tag,
                void (*cancel)(void*)) override {
    if (priority != Priority::HIGH || tag == nullptr) {
      target()->Schedule(run, argument, priority, tag, cancel);
      return;
    }
    auto work = std::make_unique<Work>(state_, run, cancel, argument);
    work->number = state_->Schedule();
    target()->Schedule(&Work::Run, work.release(), priority, tag, &Work::Cancel);
  }

 private:
  struct Work {
    static void Run(void* self) {
      const std::unique_ptr<Work> work(static_cast<Work*>(self));
      IsFlushing() = true;
      work->run(work->argument);
      IsFlushing() = false;
      work->state->End(work->number);
    }

    static void Cancel(void* self) {
      const std::unique_ptr<Work> work(static_cast<Work*>(self));
      if (work->cancel != nullptr) work->cancel(work->argument);
      work->state->End(work->number);
    }

    std::shared_ptr<State> state;
    void (*run)(void*) = nullptr;
    void (*cancel)(void*) = nullptr;
    void* argument = nullptr;
    std::uint64_t number = 0;
  };

  const std::shared_ptr<State> state_;
};

FlushWatch::FlushWatch() : state_(std::make_shared<State>()) {}

std::unique_ptr<rocksdb::Env> FlushWatch::Watch(std::unique_ptr<rocksdb::Env> env) const {
  return std::make_unique<Environment>(std::move(env), state_);
}

void FlushWatch::AwaitEnds() const { state_->AwaitEnds(); }

bool FlushWatch::has_lost_one() const { return state_->has_lost_one(); }

void FlushWatch::OnFlushBegin(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& /*flush*/) {
  state_->Begin();
}

void FlushWatch::OnBackgroundError(rocksdb::BackgroundErrorReason /*reason*/,
                                   rocksdb::Status* /*error*/) {
  // A flush that reports its fault has begun, but during shutdown RocksDB does not announce its
  // beginning.
  if (!IsFlushing()) state_->AwaitBegins();
}

}  // namespace stator::storage
