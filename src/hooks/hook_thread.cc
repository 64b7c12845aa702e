#include "hooks/hook_thread.h"

#include <chrono>

namespace stator::hooks {
namespace {

TimeMicros SteadyMicros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             MachineSteadyNow().time_since_epoch())
      .count();
}

}  // namespace

Result<table::StepOutcome> DeliveryWork::Step() { return delivery_.Step(SteadyMicros()); }

HookThread::HookThread(storage::Engine& engine, catalog::Catalog& catalog,
                       table::CommitQueue& queue, const ServiceClock& clock, const Hook& hook)
    : sink_(hook.sink),
      delivery_(engine, catalog, queue, clock, hook.options, *sink_),
      work_(delivery_) {
  background_.Start({&work_});
}

void HookThread::Stop() {
  BeginStop();
  background_.Stop();
}

HookThreads::HookThreads(database::Database& database, const std::vector<Hook>& hooks) {
  auto& store = database.store();
  for (const auto& hook : hooks) {
    threads_.push_back(std::make_unique<HookThread>(store.engine(), store.catalog(), store.queue(),
                                                    database.clock(), hook));
  }
}

void HookThreads::Stop() {
  for (const auto& thread : threads_) thread->BeginStop();
  for (const auto& thread : threads_) thread->Stop();
}

Result<std::vector<HookReport>> HookThreads::Report() const {
  std::vector<HookReport> reports;
  for (const auto& thread : threads_) reports.push_back(TRY(thread->Report()));
  return reports;
}

}  // namespace stator::hooks
