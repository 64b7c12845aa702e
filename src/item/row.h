#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "item/value.h"

// The value of a table row, after the version that the storage seam keeps (docs/formats/rows.md).
namespace stator::item {

struct RowHeader {
  std::uint32_t size = 0;  // the item's size as DynamoDB bills it
  TimeMicros written = 0;  // service time of the write
  BytesView transaction;   // the mark of the transaction that holds the row; empty if none does
};

// A decoded row. Lifetime: a view of the bytes that DecodeRow read.
struct Row {
  RowHeader header;
  ItemView item;

  // False if the row bears only a transaction's mark and its item does not exist yet.
  bool holds_item() const { return item.count() > 0; }
};

// Appends a row's value.
void AppendRow(const RowHeader& header, ItemView item, Bytes& out);

// Decodes a row's value. Lifetime: the result views `value`. Errors: kCorruption if the header does
// not decode or its format is unknown.
Result<Row> DecodeRow(BytesView value);

}  // namespace stator::item
