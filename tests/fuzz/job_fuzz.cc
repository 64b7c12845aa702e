#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/check.h"
#include "database/database.h"
#include "jobs/order.h"

// Any text as the body of POST /_stator/jobs: it becomes a job, or it is refused with a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<stator::database::Database> database =
      *stator::database::Database::Open({});
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are text here
  const std::string body(reinterpret_cast<const char*>(data), size);
  const auto order = stator::jobs::ReadOrder(body, *database);
  if (!order) CHECK(!order.error().message.empty());
  return 0;
}
