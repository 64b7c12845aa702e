#include "admin/health.h"

#include <string>

#include <fmt/format.h>

#include "base/utf8.h"
#include "json/writer.h"

namespace stator::admin {

wire::Response Health(database::Database& database, std::string_view version) {
  const std::string fault = database.store().fault();
  const std::string damage = database.store().damage();
  const std::string expiry = database.ReadClock().holds_expiry ? R"("expiry":"held",)" : "";
  if (fault.empty() && damage.empty()) {
    return {.body = fmt::format(R"({{"status":"ok",{}"version":"{}"}})", expiry, version)};
  }
  const std::string& text = fault.empty() ? damage : fault;
  std::string reason;
  json::WriteString(ValidUtf8(text) ? text : "a disk fault", reason);
  return {.status = 503,
          .body = fmt::format(R"({{"status":"{}","reason":{},{}"version":"{}"}})",
                              fault.empty() ? "damaged" : "cannot-write", reason, expiry, version)};
}

}  // namespace stator::admin
