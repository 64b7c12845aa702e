#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "capacity/request_throttles.h"
#include "catalog/table.h"
#include "table/units.h"

// The words in which the rest of Stator speaks of capacity.
namespace stator::capacity {

enum class Access : std::uint8_t { kRead, kWrite };

// What a request wants, or has used, of a table or a global index at one place of its key order.
struct Claim {
  const catalog::Index* index = nullptr;  // nullptr: the table, and with it its local indexes
  BytesView key;                          // of a row, or of an entry in the index: its partition
  table::HalfUnits units = 0;             // 0 while it is not known
};

// How a request finds its items: what makes it an access pattern (docs/design/0013-capacity.md).
struct AccessForm {
  enum class Form : std::uint8_t { kItem, kPartition, kEqual, kRange, kPrefix, kWhole };
  Form form = Form::kItem;
  std::string_view index;      // any index that is read; empty: the table itself
  std::string_view partition;  // text of the partition key; empty if it is no string
  std::string_view sort;       // text of the sort key, or of what its condition begins with
};

// What one request does to one table. Leans on the request.
struct Usage {
  const catalog::Table& table;
  std::string_view operation;  // as clients call it: "PutItem"
  Access access = Access::kRead;
  std::span<const Claim> claims;
  AccessForm access_form;
  TimeMicros now = 0;                   // service time
  bool over = false;                    // beyond the table's capacity, and let through all the same
  RequestThrottles* request = nullptr;  // of all items of the request, if it asks for several
  bool again = false;                   // another item of the request met a bound of the table
};

}  // namespace stator::capacity
