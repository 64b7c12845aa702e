#pragma once

#include <memory>

#include "api/background.h"
#include "base/clock.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "streams/delivery.h"
#include "table/commit_queue.h"

namespace stator::api {

// A function that is called with what happens to a table.
struct Hook {
  streams::HookOptions options;
  std::shared_ptr<streams::HookSink> sink;
};

// A thread that delivers to one function, so that a slow one keeps no other waiting.
class HookThread {
 public:
  // The references outlive it.
  HookThread(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
             const ServiceClock& clock, const Hook& hook);

  // Has the call under way end soon, and lets no other begin.
  void BeginStop() { sink_->Stop(); }
  // Waits for that.
  void Stop();

 private:
  std::shared_ptr<streams::HookSink> sink_;
  streams::Delivery delivery_;
  Background background_;  // last: it uses all of the above
};

}  // namespace stator::api
