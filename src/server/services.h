#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "api/service.h"
#include "base/limits.h"

namespace stator::server {

// A service that clients may send to our one port, told apart by the first part of X-Amz-Target.
struct ServiceTarget {
  std::string_view prefix;        // before the dot
  std::string_view signing_name;  // in the scope of a signature
  std::string_view content_type = "application/x-amz-json-1.0";
  // Whose operations it has; the others answer UnknownOperationException.
  std::optional<api::Service> served = {};
  std::size_t bytes_max = limits::kRequestBytesMax;  // of a body, also after inflation
};

// nullptr if no service has that target.
const ServiceTarget* FindService(std::string_view target);

}  // namespace stator::server
