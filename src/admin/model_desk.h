#pragma once

#include <functional>
#include <optional>
#include <string>

#include "admin/model_folder.h"
#include "database/worker_pool.h"

namespace stator::admin {

// The threads on which the admin API works on models, and the folder of model files. The threads
// are apart from those of the database: a large model must not delay a table operation. Threads:
// any.
class ModelDesk {
 public:
  // `folder` is the setting `models`; empty: the server keeps no model files.
  explicit ModelDesk(const std::string& folder);

  // Queues `work`. Returns false and drops it if limits::kModelQueueMax already wait, or after
  // Stop.
  bool Run(std::move_only_function<void()> work) { return pool_.Run(std::move(work)); }
  // Ends the threads after the work that waits.
  void Stop() { pool_.Stop(); }

  // nullptr: the server keeps no model files.
  ModelFolder* folder() { return folder_ ? &*folder_ : nullptr; }

 private:
  std::optional<ModelFolder> folder_;
  database::WorkerPool pool_;
};

}  // namespace stator::admin
