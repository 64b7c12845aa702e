#pragma once

#include <mutex>
#include <shared_mutex>

// Clang checks at compile time that guarded members are used only under their lock.
#if defined(__clang__)
#define STATOR_ANNOTATE(x) __attribute__((x))
#else
#define STATOR_ANNOTATE(x)
#endif

#define GUARDED_BY(mutex) STATOR_ANNOTATE(guarded_by(mutex))
#define REQUIRES(mutex) STATOR_ANNOTATE(requires_capability(mutex))

namespace stator {

// std::mutex with annotations for clang's analysis.
class STATOR_ANNOTATE(capability("mutex")) Mutex {
 public:
  void lock() STATOR_ANNOTATE(acquire_capability()) { mutex_.lock(); }
  void unlock() STATOR_ANNOTATE(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Locks a Mutex for a scope.
class STATOR_ANNOTATE(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) STATOR_ANNOTATE(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() STATOR_ANNOTATE(release_capability()) { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

// std::shared_mutex with annotations for clang's analysis.
class STATOR_ANNOTATE(capability("shared_mutex")) SharedMutex {
 public:
  void lock() STATOR_ANNOTATE(acquire_capability()) { mutex_.lock(); }
  void unlock() STATOR_ANNOTATE(release_capability()) { mutex_.unlock(); }
  void lock_shared() STATOR_ANNOTATE(acquire_shared_capability()) { mutex_.lock_shared(); }
  void unlock_shared() STATOR_ANNOTATE(release_shared_capability()) { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

// Locks a SharedMutex for readers, for a scope.
class STATOR_ANNOTATE(scoped_lockable) ReadLock {
 public:
  explicit ReadLock(SharedMutex& mutex) STATOR_ANNOTATE(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReadLock() STATOR_ANNOTATE(release_generic_capability()) { mutex_.unlock_shared(); }
  ReadLock(const ReadLock&) = delete;
  ReadLock& operator=(const ReadLock&) = delete;

 private:
  SharedMutex& mutex_;
};

// Locks a SharedMutex for a writer, for a scope.
class STATOR_ANNOTATE(scoped_lockable) WriteLock {
 public:
  explicit WriteLock(SharedMutex& mutex) STATOR_ANNOTATE(acquire_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock();
  }
  ~WriteLock() STATOR_ANNOTATE(release_capability()) { mutex_.unlock(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace stator
