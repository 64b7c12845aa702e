// What clients send: read, and refused with a reason if it is not as it must be. Ids go into keys,
// so they are kept to letters, digits, - and _, which the model's delimiter is none of.
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
inline constexpr std::size_t kLinesMax = 98;  // with the order and its copy, a transaction is full
inline constexpr std::int64_t kQuantityMax = 10'000;
inline constexpr std::int64_t kCentsMax = 100'000'000;  // totals fit 64 bits

struct NewOrder {
  stator_orders::Order order;
  std::vector<stator_orders::Line> lines;
};

struct StatusChange {
  std::string status;
  std::int64_t version = 0;  // that the client has seen
};

template <class T>
using Read = std::expected<T, std::string>;

bool IsId(std::string_view text);
bool IsStatus(std::string_view text);

Read<stator_orders::Customer> ReadCustomer(std::string_view body);
Read<NewOrder> ReadNewOrder(std::string_view body);
Read<StatusChange> ReadStatusChange(std::string_view body);

}  // namespace service
