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

// A function to call with a table's changes.
struct Hook {
  HookOptions options;
  std::shared_ptr<HookSink> sink;
};

// Delivers to one function. Pauses between attempts use machine time.
class DeliveryWork final : public table::SteppedWork {
 public:
  explicit DeliveryWork(Delivery& delivery) : delivery_(delivery) {}
  Result<table::StepOutcome> Step() override;

 private:
  Delivery& delivery_;
};

// Delivers to one function on its own thread, so that a slow function delays no other.
class HookThread {
 public:
  // Lifetime: the references outlive this object.
  HookThread(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
             const ServiceClock& clock, const Hook& hook);

  // Makes the running call end soon and begins no other.
  void BeginStop() { sink_->Stop(); }
  // Waits for the running call to end.
  void Stop();
  // Threads: any.
  Result<HookReport> Report() const { return delivery_.Report(); }

 private:
  std::shared_ptr<HookSink> sink_;
  Delivery delivery_;
  DeliveryWork work_;
  database::Background background_;  // last: it uses all of the above
};

// The threads of all functions.
class HookThreads {
 public:
  // Lifetime: `database` outlives this object.
  HookThreads(database::Database& database, const std::vector<Hook>& hooks);
  ~HookThreads() { Stop(); }
  HookThreads(const HookThreads&) = delete;
  HookThreads& operator=(const HookThreads&) = delete;

  // Ends the running calls and the threads, and waits for them. A second call does nothing.
  void Stop();

  // Returns the state of each function, in the order of the settings. Threads: any.
  Result<std::vector<HookReport>> Report() const;

 private:
  std::vector<std::unique_ptr<HookThread>> threads_;
};

}  // namespace stator::hooks
