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

HookThread::HookThread(storage::Engine& engine, catalog::Catalog& catalog,
                       table::CommitQueue& queue, const ServiceClock& clock, const Hook& hook)
    : sink_(hook.sink),
      delivery_(engine, catalog, queue, clock, hook.options, *sink_),
      background_([this] { return delivery_.Step(SteadyMicros()); }) {}

void HookThread::Stop() {
  BeginStop();
  background_.Stop();
}

HookThreads::HookThreads(database::Database& database, const std::vector<Hook>& hooks) {
  const auto& context = database.context();
  for (const auto& hook : hooks) {
    threads_.push_back(std::make_unique<HookThread>(context.engine, context.catalog, context.queue,
                                                    context.clock, hook));
  }
}

void HookThreads::Stop() {
  for (const auto& thread : threads_) thread->BeginStop();
  for (const auto& thread : threads_) thread->Stop();
}

}  // namespace stator::hooks
