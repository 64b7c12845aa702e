// The service's pages: each is one access pattern of order_service.std.
#pragma once

#include <string>

#include "client/stator.h"
#include "http_server.h"
#include "orders_store.h"

namespace service {

// Safe for concurrent use, as the connection is, which must outlive it.
class OrdersApi {
 public:
  explicit OrdersApi(stator::client::Connection& database) : store_(database) {}

  HttpAnswer Answer(const HttpRequest& request);

 private:
  // A request whose page is found.
  struct Call {
    std::string id;      // in the path
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
