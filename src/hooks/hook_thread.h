#pragma once

#include <memory>
#include <vector>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "database/background.h"
#include "database/database.h"
#include "hooks/delivery.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::hooks {

// A function that is called with what happens to a table.
struct Hook {
  HookOptions options;
  std::shared_ptr<HookSink> sink;
};

// Delivers to one function. The pauses between attempts are machine time.
class DeliveryWork final : public table::SteppedWork {
 public:
  explicit DeliveryWork(Delivery& delivery) : delivery_(delivery) {}
  Result<table::StepOutcome> Step() override;

 private:
  Delivery& delivery_;
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
  std::shared_ptr<HookSink> sink_;
  Delivery delivery_;
  DeliveryWork work_;
  database::Background background_;  // last: it uses all of the above
};

// The threads of all functions.
class HookThreads {
 public:
  // `database` outlives it.
  HookThreads(database::Database& database, const std::vector<Hook>& hooks);
  ~HookThreads() { Stop(); }
  HookThreads(const HookThreads&) = delete;
  HookThreads& operator=(const HookThreads&) = delete;

  // Ends the calls under way and the threads. Does nothing the second time. Waits.
  void Stop();

 private:
  std::vector<std::unique_ptr<HookThread>> threads_;
};

}  // namespace stator::hooks
