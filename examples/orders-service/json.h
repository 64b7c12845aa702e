// Writes entities as JSON, and answers that name a fault.
#pragma once

#include <string_view>

#include <boost/json.hpp>

#include "client/stator.h"
#include "http_server.h"

namespace service {

// Writes texts and numbers. The model has no other types.
boost::json::object JsonOf(const stator::client::Item& item);

// {"error": message}
HttpAnswer Refuse(unsigned status, std::string_view message);

// Makes an answer with this body.
HttpAnswer Reply(unsigned status, const boost::json::object& body);

}  // namespace service
