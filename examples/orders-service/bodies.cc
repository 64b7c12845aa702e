#include "bodies.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <set>
#include <utility>

#include <boost/json.hpp>

namespace service {
namespace {

namespace json = boost::json;

using Check = bool (*)(std::string_view);

bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }

bool IsText(std::string_view text) { return !text.empty() && text.size() <= kTextBytesMax; }

bool IsTier(std::string_view text) { return text == "gold" || text == "silver" || text == "basic"; }

// Accepts existing days in the form 2026-11-15.
bool IsDate(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  const auto fits = [](char letter, char form) {
    return form == 'd' ? IsDigit(letter) : letter == form;
  };
  if (!std::ranges::equal(text, kForm, fits)) return false;
  const auto number = [&](std::size_t at, std::size_t letters) {
    unsigned value = 0;
    for (const char letter : text.substr(at, letters)) {
      value = value * 10 + static_cast<unsigned>(letter - '0');
    }
    return value;
  };
  return std::chrono::year_month_day(std::chrono::year(static_cast<int>(number(0, 4))),
                                     std::chrono::month(number(5, 2)),
                                     std::chrono::day(number(8, 2)))
      .ok();
}

// Reads the members of an object by name. Keeps the first fault. A member that no caller reads is a
// fault.
class Members {
 public:
  explicit Members(const json::value& value) {
    if (const auto* object = value.if_object()) {
      object_ = *object;
    } else {
      fault_ = "a JSON object is wanted";
    }
  }

  std::string Text(const std::string& name, Check check, const std::string& wanted) {
    const json::value* value = Find(name);
    const json::string* text = value == nullptr ? nullptr : value->if_string();
    if (text != nullptr && check({text->data(), text->size()})) return {text->begin(), text->end()};
    Fault(name + " must be " + wanted);
    return {};
  }

  std::int64_t Integer(const std::string& name, std::int64_t least, std::int64_t most) {
    const json::value* value = Find(name);
    const std::int64_t* number = value == nullptr ? nullptr : value->if_int64();
    if (number != nullptr && *number >= least && *number <= most) return *number;
    Fault(name + " must be a number from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
  }

  json::array Array(const std::string& name, std::size_t most) {
    const json::value* value = Find(name);
    const json::array* array = value == nullptr ? nullptr : value->if_array();
    if (array != nullptr && !array->empty() && array->size() <= most) return *array;
    Fault(name + " must be an array of 1 to " + std::to_string(most));
    return {};
  }

  void Fault(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  // Returns the first fault. Empty: none.
  std::string fault() const {
    if (!fault_.empty()) return fault_;
    for (const auto& member : object_) {
      if (!asked_.contains(std::string(member.key()))) {
        return std::string(member.key()) + " is not known";
      }
    }
    return {};
  }

 private:
  const json::value* Find(const std::string& name) {
    asked_.insert(name);
    return object_.if_contains(name);
  }

  json::object object_;
  std::set<std::string> asked_;
  std::string fault_;
};

Members MembersOf(std::string_view body) {
  json::error_code error;
  const auto value = json::parse(json::string_view(body.data(), body.size()), error);
  return Members(error ? json::value() : value);
}

template <class T>
Read<T> Finished(const Members& members, T value) {
  if (auto fault = members.fault(); !fault.empty()) return std::unexpected(std::move(fault));
  return value;
}

constexpr const char* kId = "1 to 64 letters, digits, - and _";
constexpr const char* kDate = "a day such as 2026-11-15";
constexpr const char* kText = "1 to 200 bytes of text";
constexpr const char* kStatus = "OPEN, PAID, SHIPPED or CLOSED";

// Reads a line. The caller sets its number within the order.
Read<stator_orders::Line> ReadLine(const json::value& value) {
  Members members(value);
  stator_orders::Line line{.sku = members.Text("sku", IsId, kId)};
  line.qty = members.Integer("qty", 1, kQuantityMax);
  line.price = members.Integer("price", 0, kCentsMax);
  return Finished(members, std::move(line));
}

}  // namespace

bool IsId(std::string_view text) {
  const auto allowed = [](char letter) {
    return IsDigit(letter) || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') || letter == '-' || letter == '_';
  };
  return !text.empty() && text.size() <= kIdBytesMax && std::ranges::all_of(text, allowed);
}

bool IsStatus(std::string_view text) {
  constexpr std::array<std::string_view, 4> kStatuses{"OPEN", "PAID", "SHIPPED", "CLOSED"};
  return std::ranges::find(kStatuses, text) != kStatuses.end();
}

Read<stator_orders::Customer> ReadCustomer(std::string_view body) {
  auto members = MembersOf(body);
  stator_orders::Customer customer{.cust_id = members.Text("custId", IsId, kId)};
  customer.name = members.Text("name", IsText, kText);
  customer.email = members.Text("email", IsText, kText);
  customer.tier = members.Text("tier", IsTier, "gold, silver or basic");
  customer.created_at = members.Text("createdAt", IsDate, kDate);
  return Finished(members, std::move(customer));
}

Read<NewOrder> ReadNewOrder(std::string_view body) {
  auto members = MembersOf(body);
  NewOrder made;
  made.order.order_id = members.Text("orderId", IsId, kId);
  // /orders/open is another page
  if (made.order.order_id == "open") members.Fault("orderId must not be open");
  made.order.cust_id = members.Text("custId", IsId, kId);
  made.order.order_date = members.Text("orderDate", IsDate, kDate);
  made.order.status = "OPEN";
  made.order.version = 1;
  std::int64_t total = 0;
  for (const auto& value : members.Array("lines", kLinesMax)) {
    auto line = ReadLine(value);
    const auto number = static_cast<std::int64_t>(made.lines.size()) + 1;
    if (!line) {
      members.Fault("line " + std::to_string(number) + ": " + line.error());
      break;
    }
    line->line_no = number;
    line->order_id = made.order.order_id;
    total += line->qty->integer().value_or(0) * line->price->integer().value_or(0);
    made.lines.push_back(*std::move(line));
  }
  made.order.total = total;
  return Finished(members, std::move(made));
}

Read<StatusChange> ReadStatusChange(std::string_view body) {
  auto members = MembersOf(body);
  StatusChange change{.status = members.Text("status", IsStatus, kStatus)};
  change.version = members.Integer("version", 1, std::numeric_limits<std::int64_t>::max() - 1);
  return Finished(members, std::move(change));
}

}  // namespace service
