#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "api/service.h"
#include "base/limits.h"

namespace stator::server {

// A service that clients may call on our one port. The first part of X-Amz-Target names it.
struct ServiceTarget {
  std::string_view prefix;        // before the dot
  std::string_view signing_name;  // in a signature's scope
  std::string_view content_type = "application/x-amz-json-1.0";
  // The service whose operations it has; any other target answers UnknownOperationException.
  std::optional<api::Service> served = {};
  std::size_t bytes_max = limits::kRequestBytesMax;  // of a body, also after decompression
};

// Returns nullptr if no service has that target.
const ServiceTarget* FindService(std::string_view target);

}  // namespace stator::server
