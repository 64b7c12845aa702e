#include "admin/health.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/utf8.h"
#include "json/writer.h"

namespace stator::admin {
namespace {

// Removes the folders of all paths in the text. Clients may read the health, and the folders of the
// machine are not their business; the log has the whole path.
std::string WithoutFolders(std::string_view text) {
  std::string kept;
  for (const char letter : text) {
    if (letter == '/') {
      const auto word = kept.find_last_of(" '\"");
      kept.erase(word == std::string::npos ? 0 : word + 1);
    } else {
      kept += letter;
    }
  }
  return kept;
}

}  // namespace

wire::Response Health(database::Database& database, std::string_view version) {
  const std::string fault = database.store().fault();
  const std::string damage = database.store().damage();
  const std::string expiry = database.ReadClock().holds_expiry ? R"("expiry":"held",)" : "";
  if (fault.empty() && damage.empty()) {
    return {.body = fmt::format(R"({{"status":"ok",{}"version":"{}"}})", expiry, version)};
  }
  const std::string& text = fault.empty() ? damage : fault;
  std::string reason;
  json::WriteString(ValidUtf8(text) ? WithoutFolders(text) : "a disk fault", reason);
  return {.status = 503,
          .body = fmt::format(R"({{"status":"{}","reason":{},{}"version":"{}"}})",
                              fault.empty() ? "damaged" : "cannot-write", reason, expiry, version)};
}

}  // namespace stator::admin
