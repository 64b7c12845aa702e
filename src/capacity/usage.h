#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "capacity/request_throttles.h"
#include "catalog/table.h"
#include "json/describe.h"
#include "table/units.h"

// The types in which other folders describe the use of capacity.
namespace stator::capacity {

// The direction of a use of capacity.
enum class Access : std::uint8_t { kRead, kWrite };
BOOST_DESCRIBE_ENUM(Access, kRead, kWrite)

// The units that a request wants, or has used, of one resource at one place of its key order.
struct Claim {
  const catalog::Index* index = nullptr;  // nullptr: the table, and with it its local indexes
  BytesView key;                          // of a row or an index entry; selects the partition
  table::HalfUnits units = 0;             // 0 while unknown
};

// The form in which a request addresses its items, which makes it an access pattern
// (docs/design/0013-capacity.md).
struct AccessForm {
  enum class Form : std::uint8_t { kItem, kPartition, kEqual, kRange, kPrefix, kWhole };
  Form form = Form::kItem;
  std::string_view index;      // the index read, global or local; empty: the table
  std::string_view partition;  // text of the partition key; empty for other types
  std::string_view sort;       // text of the sort key, or the start of its condition
};
BOOST_DESCRIBE_ENUM(AccessForm::Form, kItem, kPartition, kEqual, kRange, kPrefix, kWhole)

// The use of one table by one request. Lifetime: holds views into the request.
struct Usage {
  const catalog::Table& table;
  std::string_view operation;  // as clients call it: "PutItem"
  Access access = Access::kRead;
  std::span<const Claim> claims;
  AccessForm access_form;
  TimeMicros now = 0;                   // service time
  bool over = false;                    // exceeded the table's capacity and was let through
  RequestThrottles* request = nullptr;  // shared by all items of a request of several
  bool refused = false;                 // exceeded it and is refused
  bool again = false;  // an earlier item of the request exceeded a bound of this table
};

}  // namespace stator::capacity
