#pragma once

#include <cstddef>

#include "storage/engine.h"

namespace stator::storage {

// Fills a page up to its limits, in the same way for every engine.
// Threads: not safe for concurrent use.
class PageFill {
 public:
  explicit PageFill(const PageLimits& limits) : limits_(limits) {}

  // Whether the page takes no further entry. If the range holds one, the page has `more`.
  bool full() const;

  // Adds an entry. REQUIRES: the page is not full.
  void Add(BytesView key, Version version, BytesView value);

  // Ends the page. `more` says that the range holds an entry that was not added.
  Page Finish(bool more) &&;

 private:
  const PageLimits limits_;
  std::size_t bytes_ = 0;
  Page page_;
};

}  // namespace stator::storage
