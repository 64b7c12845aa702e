#pragma once

#include "base/bytes.h"
#include "query/reader.h"

namespace stator::api {

// Returns the key at which a page is charged while it has found no row. The key is in the partition
// where the page starts to read. Inside the partition the page's conditions determine the key, so
// that heat appears at the right place along the sort key. The key is the bound of the condition;
// of two bounds, the one that the page reads first.
Bytes PlaceOf(const query::PagePlan& plan);

}  // namespace stator::api
