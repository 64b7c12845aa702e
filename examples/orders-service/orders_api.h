// The service's pages. Each serves one access pattern of order_service.std.
#pragma once

#include <string>

#include "client/stator.h"
#include "http_server.h"
#include "orders_store.h"

namespace service {

// Answers the service's requests.
// Threads: any number at the same time. Lifetime: the connection must outlive this object.
class OrdersApi {
 public:
  explicit OrdersApi(stator::client::Connection& database) : store_(database) {}

  // Finds the page of the request and returns its answer.
  HttpAnswer Answer(const HttpRequest& request);

 private:
  // A request that matched a route.
  struct Call {
    std::string id;      // from the path
    std::string status;  // ?status=
    const std::string& body;
  };
  struct Route {
    const char* method;
    const char* path;  // {} stands for an id
    HttpAnswer (OrdersApi::*answer)(const Call&);
    bool takes_status = false;
  };
  static const Route kRoutes[];

  HttpAnswer SignUp(const Call& call);
  HttpAnswer Customer(const Call& call);
  HttpAnswer OrdersOfCustomer(const Call& call);
  HttpAnswer OpenOrders(const Call& call);
  HttpAnswer CreateOrder(const Call& call);
  HttpAnswer Order(const Call& call);
  HttpAnswer ChangeStatus(const Call& call);

  stator_orders::OrdersStore store_;
};

}  // namespace service
