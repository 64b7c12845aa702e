#pragma once

#include "base/bytes.h"
#include "query/reader.h"

namespace stator::api {

// What a page of a Query or Scan reads for as long as it has met no row: a key of the partition in
// which it starts to read. Within that it is where its conditions point to, so that heat is seen
// where it lies along the sort key: at the bound that they have, and with two of them at the one
// that is met first.
Bytes PlaceOf(const query::PagePlan& plan);

}  // namespace stator::api
