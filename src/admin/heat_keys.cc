#include "admin/heat_keys.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "base/base64.h"
#include "base/durations.h"
#include "base/limits.h"
#include "base/stable_order.h"
#include "catalog/partitions.h"
#include "item/encoder.h"
#include "item/key.h"
#include "item/number.h"
#include "item/tree.h"
#include "observe/insights.h"

namespace stator::admin {
namespace {

using observe::InsightRule;
using observe::Minute;
using Texts = std::vector<std::string>;

constexpr std::int64_t kMinuteSeconds = kMinute / kSecond;

// The counts of one key, by the begin of their slices.
using Slots = std::map<std::int64_t, HeatKeySlot>;
using Counts = std::map<Texts, Slots>;

// The attributes that the texts of a rule stand for.
std::vector<catalog::KeyAttribute> PartsOf(const catalog::Table& table, const catalog::Index* index,
                                           std::size_t count) {
  std::vector<catalog::KeyAttribute> parts;
  if (index != nullptr) {
    parts = index->hash_keys;
    parts.insert(parts.end(), index->range_keys.begin(), index->range_keys.end());
  } else {
    parts.push_back(table->partition_key);
    if (table->sort_key) parts.push_back(*table->sort_key);
  }
  parts.resize(std::min(parts.size(), count));
  return parts;
}

// Insights cuts long texts; such a key cannot be found again.
std::optional<item::Tree> ValueOf(item::Type type, const std::string& text) {
  if (text.size() + 4 > limits::kInsightKeyBytesMax) return std::nullopt;
  if (type == item::Type::kString) return item::Tree{text};
  if (type == item::Type::kNumber) {
    const auto number = item::Number::Parse(text);
    return number ? std::optional(item::Tree{*number}) : std::nullopt;
  }
  auto bytes = DecodeBase64(text);
  return bytes ? std::optional(item::Tree{item::Tree::Binary{*std::move(bytes)}}) : std::nullopt;
}

// Returns the key of a rule's texts with the rows that it covers. nullopt if it cannot be read.
std::optional<BusyKey> KeyOf(const catalog::Table& table, const catalog::Index* index,
                             const Texts& texts) {
  const auto parts = PartsOf(table, index, texts.size());
  const std::size_t partition_parts = index == nullptr ? 1 : index->hash_keys.size();
  if (parts.size() < texts.size() || parts.size() < partition_parts) return std::nullopt;
  item::Tree::Map attributes;
  std::vector<Bytes> values(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto value = ValueOf(parts[i].type, texts[i]);
    if (!value) return std::nullopt;
    item::Encode(*value, values[i]);
    attributes.emplace(parts[i].name, *std::move(value));
  }
  std::vector<item::ValueView> views;
  for (const auto& value : values) views.emplace_back(value);
  const auto route = item::RouteOf(std::span(views).first(partition_parts));
  BusyKey key{.begin = Bytes(route.data(), route.size()), .key = {item::EncodeItem(attributes)}};
  for (const auto& view : views) item::AppendKeyComponent(view, key.begin);
  key.end = item::PrefixEnd(key.begin);
  return key;
}

bool MoreUsed(const BusyKey& left, const BusyKey& right) {
  return std::pair(right.units, right.throttles) < std::pair(left.units, left.throttles);
}

class KeyReader {
 public:
  KeyReader(database::Database& database, const catalog::Table& table, const catalog::Index* index,
            const capacity::SecondRange& range)
      : insights_(database.observation().insights()),
        table_(table),
        index_(index),
        target_{table->name, index == nullptr ? "" : index->name},
        from_(range.begin / kMinuteSeconds),
        end_((range.end + kMinuteSeconds - 1) / kMinuteSeconds),
        now_(observe::MinuteOf(database.clock().Now())) {}

  bool Watched() const {
    const auto setting = insights_.Find(target_);
    return setting && setting->enabled && setting->table_id == table_->id;
  }

  // Returns the keys that the two rules count, the most used first.
  std::vector<BusyKey> Read(InsightRule used, InsightRule throttled) const {
    Counts counts;
    AddRule(used, &HeatKeySlot::units, counts);
    AddRule(throttled, &HeatKeySlot::throttles, counts);
    std::vector<BusyKey> keys;
    for (auto& [texts, slots] : counts) {
      auto key = KeyOf(table_, index_, texts);
      if (!key) continue;
      for (const auto& [begin, slot] : slots) {
        key->units += slot.units;
        key->throttles += slot.throttles;
        key->slots.push_back(slot);
      }
      keys.push_back(*std::move(key));
    }
    StableSort(keys, MoreUsed);
    return keys;
  }

 private:
  void AddRule(InsightRule rule, double HeatKeySlot::* amount, Counts& counts) const {
    const auto slices = insights_.Report(target_, rule, from_, end_, now_);
    if (!slices) return;
    for (const auto& slice : *slices) {
      const HeatKeySlot empty{.time = slice.begin * kMinuteSeconds,
                              .step = slice.minutes * kMinuteSeconds};
      for (const auto& each : slice.contributors) {
        auto& slot = counts[each.keys].try_emplace(empty.time, empty).first->second;
        slot.*amount += each.sum;
      }
    }
  }

  const observe::Insights& insights_;
  const catalog::Table& table_;
  const catalog::Index* index_;
  const observe::InsightTarget target_;
  const Minute from_;
  const Minute end_;
  const Minute now_;
};

// Whether a boundary of the present partitions lies within the key's rows.
bool IsCut(const std::vector<catalog::PartitionRange>& partitions, const BusyKey& key) {
  return std::ranges::any_of(partitions, [&](const auto& each) {
    return key.begin < each.begin && (!key.end || each.begin < *key.end);
  });
}

}  // namespace

std::optional<std::vector<BusyKey>> BusyKeysOf(database::Database& database,
                                               const catalog::Table& table,
                                               const catalog::Index* index,
                                               const capacity::SecondRange& range) {
  const KeyReader reader(database, table, index, range);
  if (!reader.Watched()) return std::nullopt;
  auto keys = reader.Read(InsightRule::kAccessed, InsightRule::kThrottled);
  if (keys.size() > limits::kHeatKeysMax) keys.resize(limits::kHeatKeysMax);
  const auto* partitions =
      catalog::PartitionsOf(table.settings(), index == nullptr ? "" : index->name);
  std::vector<BusyKey> cut;
  for (auto& key : keys) {
    if (IsCut(*partitions, key)) cut.push_back(key);
  }
  if (cut.empty()) return keys;
  auto items = reader.Read(InsightRule::kAccessedItems, InsightRule::kThrottledItems);
  std::erase_if(items, [&](const BusyKey& item) {
    return std::ranges::none_of(cut, [&](const BusyKey& each) {
      return each.begin <= item.begin && (!each.end || item.begin < *each.end);
    });
  });
  if (items.size() > limits::kHeatKeysMax) items.resize(limits::kHeatKeysMax);
  std::erase_if(keys, [&](const BusyKey& key) { return IsCut(*partitions, key); });
  std::ranges::move(items, std::back_inserter(keys));
  StableSort(keys, MoreUsed);
  return keys;
}

}  // namespace stator::admin
