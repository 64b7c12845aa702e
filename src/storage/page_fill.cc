#include "storage/page_fill.h"

#include <utility>

namespace stator::storage {

bool PageFill::full() const {
  const std::size_t count = page_.entries.size();
  // The first entry always fits. Otherwise a page could never get past an entry larger than the
  // byte limit.
  return count >= limits_.entries_max || (count > 0 && bytes_ >= limits_.bytes_max);
}

void PageFill::Add(BytesView key, Version version, BytesView value) {
  bytes_ += key.size() + value.size();
  page_.entries.push_back({Bytes(key), version, Bytes(value)});
}

Page PageFill::Finish(bool more) && {
  page_.more = more;
  return std::move(page_);
}

}  // namespace stator::storage
