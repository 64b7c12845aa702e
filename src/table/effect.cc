#include "table/effect.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/contain.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "item/row.h"
#include "table/change_record.h"
#include "table/expiry.h"
#include "table/index_entries.h"
#include "table/keys.h"

namespace stator::table {
namespace {

using item::ItemView;

// The item before and after the write, and the mark that its row bears before.
struct Images {
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  BytesView mark;

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
  effect.written.item_bytes = static_cast<std::size_t>(std::max(old_bytes, new_bytes));
  effect.written.units.table = WriteUnitsFor(effect.written.item_bytes);
  // Any write to a marked row removes the mark, even if the item does not change.
  if (!images.Changed() && images.mark.empty()) return;
  const auto& table = command.table->settings();
  storage::Mutation row{{table.rows, command.row_key}, std::nullopt};
  if (images.after) {
    item::AppendRow({.size = static_cast<std::uint32_t>(new_bytes), .written = now}, *images.after,
                    row.value.emplace());
  }
  effect.changes.push_back(std::move(row));
  if (!images.Changed()) return;
  const std::int64_t entries = (images.after ? 1 : 0) - (images.before ? 1 : 0);
  effect.statistics.push_back({table.rows, {entries, new_bytes - old_bytes}});
  effect.collection_delta += new_bytes - old_bytes;
}

// Notes the keys where a global index consumes units, for the command's admission. It copies the
// keys, because the changes are gone once the write is settled.
void AddEntryUnits(const catalog::Index& index, const IndexDelta& delta, Written& written) {
  for (const auto& change : delta.changes) {
    const auto units = change.value ? delta.units - delta.removal : delta.removal;
    written.entries.push_back({&index, change.address.key, units});
  }
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
    } else if (command.admission) {
      AddEntryUnits(index, delta, effect.written);
    }
    std::ranges::move(delta.changes, std::back_inserter(effect.changes));
  }
}

void AddExpiry(const Command& command, const Images& images, Effect& effect) {
  std::ranges::move(ExpiryChanges(command.table->settings().time_to_live, command.row_key,
                                  images.old_image(), images.new_image()),
                    std::back_inserter(effect.changes));
}

ChangeRecord::Event EventOf(const Images& images) {
  if (!images.before) return ChangeRecord::Event::kInsert;
  return images.after ? ChangeRecord::Event::kModify : ChangeRecord::Event::kRemove;
}

// The record carries only what the stream's view needs.
void AddRecord(const Command& command, const Images& images, TimeMicros now, Effect& effect) {
  const auto& table = command.table->settings();
  const auto& stream = table.stream;
  if (stream.shards.empty()) return;
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
  const auto place = catalog::PartitionOf(table, command.row_key);
  CHECK(place <
        stream.shards.size());  // a record in another shard would break the order of its key
  const auto& shard = stream.shards[place];
  effect.record = storage::LogRecord{shard.log, Bytes(), EncodeChangeRecord(record)};
}

std::optional<item::Item> Own(const std::optional<ItemView>& image) {
  if (!image) return std::nullopt;
  return item::Item(Bytes(image->bytes()));
}

}  // namespace

void WriteAdmission::Tell(const Command& command, const Result<Written>& outcome) noexcept {
  if (command.admission) ContainQuietly([&] { command.admission->Settled(command, outcome); });
}

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

namespace {

// Replaces all changes of the write by a mark on the row; the apply phase makes the changes. An
// item that does not exist yet gets a row that bears only the mark.
void MarkOnly(const Command& command, const Images& images, TimeMicros written, Effect& effect) {
  const item::Item nothing;
  storage::Mutation row{{command.table->settings().rows, command.row_key}, std::nullopt};
  item::AppendRow({.size = static_cast<std::uint32_t>(SizeOf(images.before)),
                   .written = written,
                   .transaction = command.transaction},
                  images.before ? *images.before : nothing.view(), row.value.emplace());
  effect.changes.clear();
  effect.changes.push_back(std::move(row));
  effect.record.reset();
  effect.statistics.clear();
}

}  // namespace

std::size_t WorkOf(const Command& command, std::size_t row_bytes) {
  const auto& effort = command.effort;
  // In the worst case, each index and the row compare and copy whole images.
  const std::size_t copies = 1 + command.table->settings().indexes.size();
  return limits::kSearchWeight * effort.passes * row_bytes + copies * (row_bytes + effort.bytes);
}

Result<Effect> Work(const Command& command, const std::optional<BytesView>& stored_row,
                    TimeMicros now, const Decision* made) {
  Images images;
  TimeMicros written = now;
  if (stored_row) {
    const auto row = TRY(item::DecodeRow(*stored_row));
    if (row.holds_item()) images.before = row.item;
    images.mark = row.header.transaction;
    written = row.header.written;
  }
  Effect effect;
  effect.written.table = command.table;
  const bool own = !images.mark.empty() && images.mark == command.transaction;
  const bool later = command.phase == Phase::kApply || command.phase == Phase::kRelease;
  if (later && !own) return effect;
  if (!images.mark.empty() && !own) {
    return Fail(ErrorCode::kTransactionConflictException, texts::kTransactionConflict);
  }
  if (made != nullptr) {
    effect.decision = *made;
  } else {
    effect.decision = command.phase == Phase::kRelease ? Decision::Keep()
                                                       : TRY(command.decide(images.old_image()));
  }
  const Decision& decision = *effect.decision;
  if (decision.kind == Decision::Kind::kReplace) images.after = decision.image->view();
  if (decision.kind == Decision::Kind::kKeep) images.after = images.before;

  AddRow(command, images, images.Changed() ? now : written, effect);
  if (images.Changed()) {
    AddIndexes(command, images, now, effect);
    AddExpiry(command, images, effect);
    AddRecord(command, images, now, effect);
  }
  if (command.wanted.old_image) effect.written.old_image = Own(images.before);
  if (command.wanted.new_image) effect.written.new_image = Own(images.after);
  if (command.phase == Phase::kPrepare) MarkOnly(command, images, written, effect);
  return effect;
}

void LeaveOut(storage::Space index, Effect& effect) {
  std::erase_if(effect.changes,
                [&](const storage::Mutation& change) { return change.address.space == index; });
  std::erase_if(effect.statistics, [&](const auto& counts) { return counts.first == index; });
}

}  // namespace stator::table
