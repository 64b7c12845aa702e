#include "admin/model_desk.h"

#include "base/request_limits.h"
#include "base/work_limits.h"

namespace stator::admin {

ModelDesk::ModelDesk(const std::string& folder)
    : pool_(limits::kModelThreads, limits::kModelQueueMax, limits::kWorkerNice) {
  if (!folder.empty()) folder_.emplace(folder);
}

}  // namespace stator::admin
