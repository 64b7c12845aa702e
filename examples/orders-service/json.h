// Entities as JSON, and answers that say what is wrong.
#pragma once

#include <string_view>

#include <boost/json.hpp>

#include "client/stator.h"
#include "http_server.h"

namespace service {

// Texts and numbers; the model has no others.
boost::json::object JsonOf(const stator::client::Item& item);

// {"error": message}
HttpAnswer Refuse(unsigned status, std::string_view message);

HttpAnswer Reply(unsigned status, const boost::json::object& body);

}  // namespace service
