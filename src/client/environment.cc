#include "client/environment.h"

#include <cstdlib>

namespace stator::client {
namespace {

void TakeEnvironment(const char* name, std::string& value) {
  const char* given = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it here
  if (given != nullptr && *given != '\0') value = given;
}

}  // namespace

EndpointOptions EndpointFromEnvironment(const std::string& endpoint, const std::string& region) {
  EndpointOptions options{.endpoint = endpoint};
  TakeEnvironment("AWS_REGION", options.region);
  TakeEnvironment("AWS_ACCESS_KEY_ID", options.access_key);
  TakeEnvironment("AWS_SECRET_ACCESS_KEY", options.secret_key);
  TakeEnvironment("AWS_SESSION_TOKEN", options.session_token);
  TakeEnvironment("AWS_CA_BUNDLE", options.authorities_file);
  if (!region.empty()) options.region = region;
  return options;
}

}  // namespace stator::client
