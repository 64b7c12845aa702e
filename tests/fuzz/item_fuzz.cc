// Items and rows from a disk: bytes that Verify accepts must be canonical and safe to read.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/limits.h"
#include "item/encoder.h"
#include "item/number.h"
#include "item/row.h"
#include "item/tree.h"

namespace stator::item {
namespace {

void CheckItem(BytesView bytes) {
  if (!Verify(bytes)) return;
  const ItemView item(bytes);
  std::size_t size = 0;
  for (const Attribute& attribute : item) {
    CHECK(item.Find(attribute.name) == attribute.value);
    CHECK(attribute.value.Depth() <= limits::kNestingMax);
    const std::string_view names[] = {attribute.name};
    CHECK(Verify(Pick(item, names).bytes()).has_value());
    size += attribute.name.size() + attribute.value.Size();
  }
  CHECK(item.Size() == size);
  CHECK(EncodeItem(TreeOf(item)).bytes() == bytes);
}

void CheckRow(BytesView bytes) {
  const Result<Row> row = DecodeRow(bytes);
  if (!row) return;
  Bytes again;
  AppendRow(row->header, row->item, again);
  CHECK(again == bytes);
  CheckItem(row->item.bytes());
}

}  // namespace
}  // namespace stator::item

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  stator::item::CheckItem(input);
  stator::item::CheckRow(input);
  return 0;
}
