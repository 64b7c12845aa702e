#include "storage/rocksdb/testing/impatient_env.h"

#include <utility>

#include <rocksdb/env.h>
#include <rocksdb/system_clock.h>

namespace stator::storage::testing {
namespace {

class SleeplessClock final : public rocksdb::SystemClockWrapper {
 public:
  SleeplessClock() : SystemClockWrapper(SystemClock::Default()) {}
  const char* Name() const override { return "SleeplessClock"; }
  void SleepForMicroseconds(int /*micros*/) override {}
};

class ImpatientEnv final : public rocksdb::EnvWrapper {
 public:
  explicit ImpatientEnv(std::unique_ptr<Env> env) : EnvWrapper(std::move(env)) {
    file_system_ = target()->GetFileSystem();
    system_clock_ = std::make_shared<SleeplessClock>();
  }
};

}  // namespace

std::unique_ptr<rocksdb::Env> MakeImpatient(std::unique_ptr<rocksdb::Env> env) {
  return std::make_unique<ImpatientEnv>(std::move(env));
}

}  // namespace stator::storage::testing
