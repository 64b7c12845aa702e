#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/verify/read_requests.h"

namespace stator::model {

// What a run of a read pattern got, and what it took.
struct ReadOutcome {
  std::vector<client::Item> items;  // as the caller gets them: merged, in order, limited
  std::int64_t requests = 0;
  std::int64_t partitions = 0;  // partition keys that were asked
  std::int64_t scanned = 0;
  std::int64_t counted = 0;
  double units = 0;
  bool scan = false;  // it was a Scan
  std::string error;  // the service's refusal; empty: none
};

// The entity that an item is of; empty: of none that is known. Items of an index may lack `_type`.
using KindOf = std::function<std::string(const client::Item& item)>;

// Sends the requests, page after page until nothing more is to come. `table` has the key by which
// second reads find items.
ReadOutcome RunRead(client::Connection& database, const Table& table, const ReadRequests& requests,
                    const KindOf& kind_of);

// All items of a table or index, by Scan; for looking after what patterns did, not for serving one.
client::Expected<std::vector<client::Item>> AllItems(client::Connection& database,
                                                     const std::string& table,
                                                     const std::string& index);

}  // namespace stator::model
