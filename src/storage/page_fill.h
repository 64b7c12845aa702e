#pragma once

#include <cstddef>

#include "storage/engine.h"

namespace stator::storage {

// Fills a page up to its limits, the same way for every engine. Not safe for concurrent use.
class PageFill {
 public:
  explicit PageFill(const PageLimits& limits) : limits_(limits) {}

  // The page takes no further entry; if the range holds one, the page has `more`.
  bool full() const;

  void Add(BytesView key, Version version, BytesView value);

  // Ends the page. `more`: the range holds an entry that was not added.
  Page Finish(bool more) &&;

 private:
  const PageLimits limits_;
  std::size_t bytes_ = 0;
  Page page_;
};

}  // namespace stator::storage
