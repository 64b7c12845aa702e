#pragma once

#include <string_view>

namespace stator::server {

// A service that clients may send to our one port, told apart by the first part of X-Amz-Target.
struct ServiceTarget {
  std::string_view prefix;        // before the dot
  std::string_view signing_name;  // in the scope of a signature
  bool served = false;            // the others answer UnknownOperationException
};

// nullptr if no service has that target.
const ServiceTarget* FindService(std::string_view target);

}  // namespace stator::server
