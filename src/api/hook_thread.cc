#include "api/hook_thread.h"

#include <chrono>

namespace stator::api {
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

}  // namespace stator::api
