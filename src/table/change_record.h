#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "item/value.h"

// One change of one item, as a change log stores it (docs/formats/change-records.md). Its key in
// the log is the number of its commit.
namespace stator::table {

struct ChangeRecord {
  TimeMicros time = 0;
  item::ItemView keys;
  std::optional<item::ItemView> old_image;  // absent: INSERT, or the stream's view omits it
  std::optional<item::ItemView> new_image;
  enum class Event : std::uint8_t { kInsert = 1, kModify = 2, kRemove = 3 };
  Event event = Event::kInsert;
  bool expired = false;  // time to live removed the item, not a client
};

// The stored form of the record.
Bytes EncodeChangeRecord(const ChangeRecord& record);
// Lifetime: the record views `bytes`. Errors: kCorruption if the bytes do not decode.
Result<ChangeRecord> DecodeChangeRecord(BytesView bytes);

}  // namespace stator::table
