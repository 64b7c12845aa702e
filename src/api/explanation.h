#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "table/write.h"

namespace stator::api {

// What an operation did, for those who ask with the header x-stator-explain. Texts are cut to what
// fits into the answer's header.
struct Explanation {
  std::string table;      // as the client named it
  std::string index;      // empty: the table itself
  std::string key_range;  // Query: the key condition with its values; Scan: the segment
  bool backward = false;
  bool consistent = false;
  std::size_t items_examined = 0;
  std::size_t items_returned = 0;
  std::size_t bytes_read = 0;     // as billed: of the source, and fetched from the table
  std::size_t items_fetched = 0;  // taken from the table because the index lacks attributes
  std::size_t items_written = 0;
  table::HalfUnits units = 0;
  // Pages after this one, where that is known or can be estimated.
  std::optional<std::size_t> pages_to_go;
  bool pages_estimated = false;
};

}  // namespace stator::api
