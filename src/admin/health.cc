#include "admin/health.h"

#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "json/describe.h"
#include "json/to_json.h"

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

struct HealthAnswer {
  std::string_view status;
  std::optional<std::string_view> reason;
  std::optional<std::string_view> expiry;
  std::string_view version;
};
BOOST_DESCRIBE_STRUCT(HealthAnswer, (), (status, reason, expiry, version))

}  // namespace

wire::Response Health(database::Database& database, std::string_view version) {
  const std::string fault = database.store().fault();
  const std::string damage = database.store().damage();
  HealthAnswer answer{.status = "ok", .version = version};
  if (database.ReadClock().holds_expiry) answer.expiry = "held";
  if (fault.empty() && damage.empty()) return {.body = json::ToJson(answer)};
  const std::string& text = fault.empty() ? damage : fault;
  const std::string reason = ValidUtf8(text) ? WithoutFolders(text) : "a disk fault";
  answer.status = fault.empty() ? "damaged" : "cannot-write";
  answer.reason = reason;
  return {.status = 503, .body = json::ToJson(answer)};
}

}  // namespace stator::admin
