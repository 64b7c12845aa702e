#include "orders_api.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bodies.h"
#include "json.h"

namespace service {
namespace {

using stator::client::Error;

// Returns the part of the path at the route's {}. Empty: the route has no {}. nullopt: path and
// route do not match.
std::optional<std::string> IdIn(std::string_view path, std::string_view route) {
  const auto hole = route.find("{}");
  if (hole == route.npos) return path == route ? std::optional(std::string()) : std::nullopt;
  const auto before = route.substr(0, hole);
  const auto after = route.substr(hole + 2);
  if (path.size() < before.size() + after.size() || !path.starts_with(before) ||
      !path.ends_with(after)) {
    return std::nullopt;
  }
  const auto id = path.substr(hole, path.size() - before.size() - after.size());
  return IsId(id) ? std::optional(std::string(id)) : std::nullopt;
}

// Returns true if a condition failed, in a single write or in a transaction.
bool IsConflict(const Error& error) {
  if (error.Is("ConditionalCheckFailedException")) return true;
  return std::ranges::any_of(
      error.reasons, [](const auto& reason) { return reason.code == "ConditionalCheckFailed"; });
}

// The client may retry a request that the database refused for any other reason.
HttpAnswer Unavailable(const Error& error) { return Refuse(503, error.code); }

template <class T>
boost::json::array ArrayOf(const std::vector<T>& entities) {
  boost::json::array array;
  for (const auto& entity : entities) array.push_back(JsonOf(ValuesOf(entity)));
  return array;
}

boost::json::object WithLines(const stator_orders::Order& order,
                              const std::vector<stator_orders::Line>& lines) {
  auto object = JsonOf(ValuesOf(order));
  object["lines"] = ArrayOf(lines);
  return object;
}

HttpAnswer Created(const std::string& place, const boost::json::object& body) {
  auto answer = Reply(201, body);
  answer.fields["Location"] = place;
  return answer;
}

}  // namespace

const OrdersApi::Route OrdersApi::kRoutes[] = {
    {"POST", "/customers", &OrdersApi::SignUp},
    {"GET", "/customers/{}", &OrdersApi::Customer},
    {"GET", "/customers/{}/orders", &OrdersApi::OrdersOfCustomer, true},
    {"POST", "/orders", &OrdersApi::CreateOrder},
    {"GET", "/orders/open", &OrdersApi::OpenOrders},
    {"GET", "/orders/{}", &OrdersApi::Order},
    {"PATCH", "/orders/{}", &OrdersApi::ChangeStatus},
};

HttpAnswer OrdersApi::Answer(const HttpRequest& request) {
  const std::string_view target = request.target;
  const auto mark = std::min(target.find('?'), target.size());
  const auto query = target.substr(std::min(mark + 1, target.size()));
  std::string allowed;
  for (const auto& route : kRoutes) {
    auto id = IdIn(target.substr(0, mark), route.path);
    if (!id) continue;
    if (request.method != route.method) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
      continue;
    }
    Call call{.id = *std::move(id), .status = "", .body = request.body};
    if (route.takes_status && query.starts_with("status=")) call.status = query.substr(7);
    const bool known = query.empty() || IsStatus(call.status);
    return known ? (this->*route.answer)(call) : Refuse(400, "the query is not known");
  }
  if (allowed.empty()) return Refuse(404, "there is no such page");
  auto answer = Refuse(405, "the method is not allowed");
  answer.fields["Allow"] = allowed;
  return answer;
}

HttpAnswer OrdersApi::SignUp(const Call& call) {
  const auto customer = ReadCustomer(call.body);
  if (!customer) return Refuse(400, customer.error());
  if (const auto put = store_.A0(*customer); !put) {
    return IsConflict(put.error()) ? Refuse(409, "the customer exists") : Unavailable(put.error());
  }
  return Created("/customers/" + customer->cust_id, JsonOf(ValuesOf(*customer)));
}

HttpAnswer OrdersApi::Customer(const Call& call) {
  const auto customer = store_.A1(call.id);
  if (!customer) return Unavailable(customer.error());
  if (!*customer) return Refuse(404, "there is no such customer");
  return Reply(200, JsonOf(ValuesOf(**customer)));
}

HttpAnswer OrdersApi::OrdersOfCustomer(const Call& call) {
  const auto found = call.status.empty() ? store_.A2(call.id) : store_.A4(call.id, call.status);
  if (!found) return Unavailable(found.error());
  return Reply(200, {{"orders", ArrayOf(*found)}});
}

HttpAnswer OrdersApi::OpenOrders(const Call&) {
  const auto found = store_.A5();
  if (!found) return Unavailable(found.error());
  return Reply(200, {{"orders", ArrayOf(*found)}});
}

HttpAnswer OrdersApi::Order(const Call& call) {
  const auto found = store_.A3(call.id);
  if (!found) return Unavailable(found.error());
  if (!found->order) return Refuse(404, "there is no such order");
  return Reply(200, WithLines(*found->order, found->lines));
}

HttpAnswer OrdersApi::CreateOrder(const Call& call) {
  const auto made = ReadNewOrder(call.body);
  if (!made) return Refuse(400, made.error());
  if (const auto put = store_.A6(made->order, made->lines); !put) {
    return IsConflict(put.error()) ? Refuse(409, "the order exists") : Unavailable(put.error());
  }
  return Created("/orders/" + made->order.order_id, WithLines(made->order, made->lines));
}

// Looks up the customer and the day, which the order's key contains and which never change. So only
// the version decides whether the client has read the current order.
HttpAnswer OrdersApi::ChangeStatus(const Call& call) {
  const auto change = ReadStatusChange(call.body);
  if (!change) return Refuse(400, change.error());
  const auto found = store_.A3(call.id);
  if (!found) return Unavailable(found.error());
  if (!found->order) return Refuse(404, "there is no such order");
  auto order = *found->order;
  const auto changed = store_.A7(order.cust_id.value_or(""), order.order_date.value_or(""), call.id,
                                 change->status, change->version);
  if (!changed && IsConflict(changed.error())) {
    return Refuse(409, "the order has another version");
  }
  if (!changed) return Unavailable(changed.error());
  order.status = change->status;
  order.version = change->version + 1;
  return Reply(200, JsonOf(ValuesOf(order)));
}

}  // namespace service
