#include "table/effect.h"

#include <algorithm>
#include <utility>

#include "item/row.h"
#include "table/change_record.h"
#include "table/index_entries.h"
#include "table/keys.h"

namespace stator::table {
namespace {

using item::ItemView;

struct Images {
  std::optional<ItemView> before;
  std::optional<ItemView> after;

  const ItemView* old_image() const { return before ? &*before : nullptr; }
  const ItemView* new_image() const { return after ? &*after : nullptr; }
  bool Changed() const { return before != after; }
};

std::int64_t SizeOf(const std::optional<ItemView>& image) {
  return image ? static_cast<std::int64_t>(image->Size()) : 0;
}

void AddRow(const Command& command, const Images& images, TimeMicros now, Effect& effect) {
  const auto old_bytes = SizeOf(images.before);
  const auto new_bytes = SizeOf(images.after);
  effect.written.units.table =
      WriteUnitsFor(static_cast<std::size_t>(std::max(old_bytes, new_bytes)));
  if (!images.Changed()) return;
  const auto& table = command.table->settings();
  storage::Mutation row{{table.rows, command.row_key}, std::nullopt};
  if (images.after) {
    item::AppendRow({.size = static_cast<std::uint32_t>(new_bytes), .written = now}, *images.after,
                    row.value.emplace());
  }
  effect.changes.push_back(std::move(row));
  const std::int64_t entries = (images.after ? 1 : 0) - (images.before ? 1 : 0);
  effect.statistics.push_back({table.rows, {entries, new_bytes - old_bytes}});
  effect.collection_delta += new_bytes - old_bytes;
}

void AddIndexes(const Command& command, const Images& images, TimeMicros now, Effect& effect) {
  for (const auto& index : command.table->settings().indexes) {
    if (!index.maintained()) continue;
    auto delta = DeltaOf(*command.table, index, images.old_image(), images.new_image(), now);
    if (delta.units == 0) continue;
    effect.written.units.indexes.emplace_back(&index, delta.units);
    effect.statistics.emplace_back(index.space, delta.statistics);
    if (index.kind == catalog::IndexKind::kLocal) {
      effect.collection_delta += delta.statistics.bytes;
    }
    std::ranges::move(delta.changes, std::back_inserter(effect.changes));
  }
}

ChangeRecord::Event EventOf(const Images& images) {
  if (!images.before) return ChangeRecord::Event::kInsert;
  return images.after ? ChangeRecord::Event::kModify : ChangeRecord::Event::kRemove;
}

// The record carries what the stream's view needs and no more.
void AddRecord(const Command& command, const Images& images, TimeMicros now, Effect& effect) {
  const auto& stream = command.table->settings().stream;
  if (!stream.enabled) return;
  const auto keys = KeyOf(*command.table, images.after ? *images.after : *images.before);
  ChangeRecord record{.time = now, .keys = keys.view(), .event = EventOf(images)};
  record.expired = command.origin == Origin::kTimeToLive;
  using View = catalog::StreamView;
  if (stream.view == View::kOldImage || stream.view == View::kNewAndOldImages) {
    record.old_image = images.before;
  }
  if (stream.view == View::kNewImage || stream.view == View::kNewAndOldImages) {
    record.new_image = images.after;
  }
  effect.record = storage::LogRecord{stream.log, Bytes(), EncodeChangeRecord(record)};
}

std::optional<item::Item> Own(const std::optional<ItemView>& image) {
  if (!image) return std::nullopt;
  return item::Item(Bytes(image->bytes()));
}

}  // namespace

HalfUnits UnitsUsed::Total() const {
  HalfUnits total = table;
  for (const auto& [index, units] : indexes) total += units;
  return total;
}

void UnitsUsed::Add(const UnitsUsed& other) {
  table += other.table;
  for (const auto& [index, units] : other.indexes) {
    const auto same = [&index](const auto& each) { return each.first->name == index->name; };
    const auto found = std::ranges::find_if(indexes, same);
    if (found == indexes.end()) {
      indexes.emplace_back(index, units);
    } else {
      found->second += units;
    }
  }
}

Result<Effect> Work(const Command& command, const std::optional<BytesView>& stored_row,
                    TimeMicros now) {
  Images images;
  if (stored_row) images.before = TRY(item::DecodeRow(*stored_row)).item;
  const auto decision = TRY(command.decide(images.old_image()));
  if (decision.kind == Decision::Kind::kReplace) images.after = decision.image->view();
  if (decision.kind == Decision::Kind::kKeep) images.after = images.before;

  Effect effect;
  effect.written.table = command.table;
  AddRow(command, images, now, effect);
  if (images.Changed()) {
    AddIndexes(command, images, now, effect);
    AddRecord(command, images, now, effect);
  }
  if (command.wanted.old_image) effect.written.old_image = Own(images.before);
  if (command.wanted.new_image) effect.written.new_image = Own(images.after);
  return effect;
}

void LeaveOut(storage::Space index, Effect& effect) {
  std::erase_if(effect.changes,
                [&](const storage::Mutation& change) { return change.address.space == index; });
  std::erase_if(effect.statistics, [&](const auto& counts) { return counts.first == index; });
}

}  // namespace stator::table
