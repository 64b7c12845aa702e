#include "model/command/endpoint.h"

#include <cstdlib>

namespace stator::model {
namespace {

void TakeEnvironment(const char* name, std::string& value) {
  const char* given = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it here
  if (given != nullptr && *given != '\0') value = given;
}

}  // namespace

client::EndpointOptions EndpointFromEnvironment(const std::string& endpoint,
                                                const std::string& region) {
  client::EndpointOptions options{.endpoint = endpoint};
  TakeEnvironment("AWS_REGION", options.region);
  TakeEnvironment("AWS_ACCESS_KEY_ID", options.access_key);
  TakeEnvironment("AWS_SECRET_ACCESS_KEY", options.secret_key);
  TakeEnvironment("AWS_SESSION_TOKEN", options.session_token);
  if (!region.empty()) options.region = region;
  return options;
}

}  // namespace stator::model
