#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "item/value.h"

// What a table row's value is, after the version the storage seam keeps (docs/formats/rows.md).
namespace stator::item {

struct RowHeader {
  std::uint32_t size = 0;  // of the item, as DynamoDB bills it
  TimeMicros written = 0;  // service time of the write
  BytesView transaction;   // the mark of a transaction that holds the row; empty when none does
};

struct Row {
  RowHeader header;
  ItemView item;

  // False: the row only bears a transaction's mark, its item does not exist yet.
  bool holds_item() const { return item.count() > 0; }
};

void AppendRow(const RowHeader& header, ItemView item, Bytes& out);

// Views into `value`. kCorruption if the header does not decode or the format is newer than known.
Result<Row> DecodeRow(BytesView value);

}  // namespace stator::item
