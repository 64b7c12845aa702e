#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "item/value.h"

// One change of one item, as a change log keeps it (docs/formats/change-records.md). Its place in
// the log is the number of its commit.
namespace stator::table {

struct ChangeRecord {
  TimeMicros time = 0;
  item::ItemView keys;
  std::optional<item::ItemView> old_image;  // absent: INSERT, or the log's readers do not want it
  std::optional<item::ItemView> new_image;
  enum class Event : std::uint8_t { kInsert = 1, kModify = 2, kRemove = 3 };
  Event event = Event::kInsert;
  bool expired = false;  // time to live removed the item, not a client
};

Bytes EncodeChangeRecord(const ChangeRecord& record);
// Views into `bytes`. kCorruption if they do not decode.
Result<ChangeRecord> DecodeChangeRecord(BytesView bytes);

}  // namespace stator::table
