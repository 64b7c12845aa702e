// Reads the bodies that clients send, and refuses faulty ones with a reason. Ids become parts of
// keys. So they contain only letters, digits, - and _, which exclude the model's delimiter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "orders_store.h"

namespace service {

inline constexpr std::size_t kIdBytesMax = 64;
inline constexpr std::size_t kTextBytesMax = 200;
// together with the order and its copy, this fills a transaction
inline constexpr std::size_t kLinesMax = 98;
inline constexpr std::int64_t kQuantityMax = 10'000;
inline constexpr std::int64_t kCentsMax = 100'000'000;  // totals still fit 64 bits

// The body of POST /orders.
struct NewOrder {
  stator_orders::Order order;
  std::vector<stator_orders::Line> lines;
};

// The body of PATCH /orders/{}.
struct StatusChange {
  std::string status;
  std::int64_t version = 0;  // the version that the client has read
};

template <class T>
using Read = std::expected<T, std::string>;

// Return true if the text is a valid id or status.
bool IsId(std::string_view text);
bool IsStatus(std::string_view text);

// Read a body. Errors: the first fault, as a sentence for the client.
Read<stator_orders::Customer> ReadCustomer(std::string_view body);
Read<NewOrder> ReadNewOrder(std::string_view body);
Read<StatusChange> ReadStatusChange(std::string_view body);

}  // namespace service
