#include "json.h"

#include <boost/json/src.hpp>  // the library, which is compiled here

namespace service {

boost::json::object JsonOf(const stator::client::Item& item) {
  boost::json::object object;
  for (const auto& [name, value] : item) {
    if (!value.is(stator::client::Value::Type::kNumber)) {
      object[name] = value.string();
    } else if (const auto integer = value.integer()) {
      object[name] = *integer;
    } else {
      object[name] = value.real().value_or(0);
    }
  }
  return object;
}

HttpAnswer Refuse(unsigned status, std::string_view message) {
  return Reply(status, {{"error", message}});
}

HttpAnswer Reply(unsigned status, const boost::json::object& body) {
  return {.status = status, .body = boost::json::serialize(body) + "\n"};
}

}  // namespace service
