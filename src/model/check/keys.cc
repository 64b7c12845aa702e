#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/layout/overlap.h"

namespace stator::model {
namespace {

std::string KeyText(const KeyPair& key) {
  return key.sort.empty() ? TextOf(key.partition)
                          : fmt::format("{} / {}", TextOf(key.partition), TextOf(key.sort));
}

class KeyCheck {
 public:
  KeyCheck(const Model& model, const Entity& entity, std::vector<Finding>& findings)
      : model_(model), entity_(entity), rows_(StoredRowsOf(model, entity)), findings_(findings) {}

  void Run() {
    if (rows_.empty()) {
      return Say(
          FindingCode::kNoKey, entity_.place, fmt::format("{} has no key.", entity_.name),
          fmt::format("Add `key PARTITION / SORT`, or the attributes of {}.", entity_.table));
    }
    for (const auto& access : rows_) {
      if (access.InTable()) Unique(access);
      if (&access == &rows_.front()) AssumedIdentity(access);
      Delimiters(access);
      Room(access);
    }
    TwoKeys();
  }

 private:
  void Say(FindingCode code, Place place, std::string message, std::string cure) {
    Report(findings_, code, place, entity_.name, std::move(message), std::move(cure));
  }

  void Unique(const StoredRow& access) {
    if (access.row == StoredRow::Row::kGuard) return;  // must collide
    const auto fields = ExactFieldsOf(access.key);
    std::string why =
        access.row == StoredRow::Row::kItem ? NotUnique(fields) : CopyNotUnique(fields);
    if (why.empty()) return;
    Say(FindingCode::kKeyNotUnique, access.key.place,
        fmt::format("Two {} may have the key {}, and the later one overwrites the other: {}.",
                    entity_.name, KeyText(access.key), why),
        "Put the identity at the end of the sort key.");
  }

  std::string NotUnique(const std::vector<std::string>& fields) const {
    if (!entity_.identity.empty()) return Missing(fields, entity_.identity);
    const auto own = [&](const std::string& name) {
      return name != entity_.parent_key && !(model_.tenant && name == model_.tenant->attribute);
    };
    std::vector<std::string> telling;
    std::ranges::copy_if(fields, std::back_inserter(telling), own);
    if (telling.empty()) {
      const bool many = entity_.parent.empty() ? entity_.count > 1 : entity_.children_max > 1;
      if (!many) return "";
      return entity_.parent.empty() ? "nothing in it differs"
                                    : fmt::format("a {} has several", entity_.parent);
    }
    return OnlyTimes(telling);
  }

  // Without an identity, the check takes the key itself as the identity, so no key is too short.
  void AssumedIdentity(const StoredRow& access) {
    const auto fields = ExactFieldsOf(access.key);
    if (!entity_.identity.empty() || !NotUnique(fields).empty()) return;
    const auto own = [&](const std::string& name) { return name != entity_.parent_key; };
    if (std::ranges::none_of(fields, own)) return;
    const auto names = fmt::format("{}", fmt::join(fields, ", "));
    Say(FindingCode::kIdentityAssumed, entity_.place,
        fmt::format("{} has no id, so check assumes that it is unique by {}.", entity_.name, names),
        fmt::format("State the identity, as in `identity {}`.", names));
  }

  std::string CopyNotUnique(const std::vector<std::string>& fields) const {
    if (!entity_.identity.empty()) return Missing(fields, entity_.identity);
    return Missing(fields, ExactFieldsOf(rows_.front().key));
  }

  static std::string Missing(const std::vector<std::string>& fields,
                             const std::vector<std::string>& needed) {
    std::vector<std::string> missing;
    for (const auto& name : needed) {
      if (!Contains(fields, name)) missing.push_back(name);
    }
    return missing.empty() ? "" : fmt::format("{} is not in it", fmt::join(missing, ", "));
  }

  // Returns why dates and times alone do not tell instances apart; empty if other attributes take
  // part. A date is the same all day. At one time there may be an instance for each value of
  // another id.
  std::string OnlyTimes(const std::vector<std::string>& telling) const {
    bool times = true;
    bool dates = true;
    for (const auto& name : telling) {
      const Attribute* attribute = entity_.Find(name);
      dates = dates && attribute->kind == Kind::kDate;
      times = times && (attribute->kind == Kind::kDate || attribute->kind == Kind::kTime);
    }
    if (dates) return fmt::format("{} is the same all day", fmt::join(telling, ", "));
    if (!times) return "";
    for (const auto& attribute : entity_.attributes) {
      if (attribute.inherited || Contains(telling, attribute.name)) continue;
      if (IsOtherId(attribute.name)) {
        return fmt::format("there may be one for each {} at the same time", attribute.name);
      }
    }
    return "";
  }

  bool IsOtherId(const std::string& name) const {
    return std::ranges::any_of(model_.entities, [&](const Entity& other) {
      const Attribute* same = &other == &entity_ ? nullptr : other.Find(name);
      return same != nullptr && same->kind == Kind::kId && !same->inherited;
    });
  }

  // Reports a free text that other parts follow within one key.
  void Delimiters(const StoredRow& access) {
    for (const auto* text : {&access.key.partition, &access.key.sort}) {
      for (std::size_t i = 0; i + 1 < text->parts.size(); ++i) {
        const auto& part = text->parts[i];
        if (text->natural || part.type != Part::Type::kField) continue;
        if (entity_.Find(part.text)->kind != Kind::kFree || !reported_.insert(part.text).second) {
          continue;
        }
        Say(FindingCode::kDelimiterInValue, access.key.place,
            fmt::format("{} may contain the delimiter. Then {} is also the key of another row.",
                        part.text, TextOf(*text)),
            fmt::format("Escape or encode {} before it goes into a key, put it last, or use a "
                        "multi-attribute key.",
                        part.text));
      }
    }
  }

  // Returns the bytes of literals and of values whose size the model states.
  std::int64_t StatedBytes(const Template& text) const {
    std::int64_t bytes = 0;
    for (const auto& part : Flattened(text).parts) {
      const Attribute* attribute =
          part.type == Part::Type::kField ? entity_.Find(part.text) : nullptr;
      if (part.type == Part::Type::kLiteral) bytes += static_cast<std::int64_t>(part.text.size());
      if (attribute == nullptr) continue;
      const bool sized = attribute->kind == Kind::kText || attribute->kind == Kind::kBlob;
      if (sized) bytes += attribute->bytes;
    }
    return bytes;
  }

  void Room(const StoredRow& access) {
    const bool own_partition = access.InTable() || !access.index->local;
    if (own_partition)
      Room(access, access.key.partition, "partition", limits::kPartitionKeyBytesMax);
    Room(access, access.key.sort, "sort", limits::kSortKeyBytesMax);
  }

  void Room(const StoredRow& access, const Template& text, std::string_view side,
            std::size_t most) {
    const auto bytes = StatedBytes(text);
    if (bytes <= static_cast<std::int64_t>(most)) return;
    Say(FindingCode::kKeyTooLarge, access.key.place,
        fmt::format("The {} key {} of {} has {} bytes or more, and {} at most: DynamoDB refuses "
                    "the item.",
                    side, TextOf(text), access.InTable() ? access.table->name : access.index->name,
                    bytes, most),
        "Make the key of a shorter value: an id, or a hash.");
  }

  void TwoKeys() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t j = i + 1; j < rows_.size(); ++j) {
        const auto& one = rows_[i];
        const auto& other = rows_[j];
        const bool items = one.row == StoredRow::Row::kItem && other.row == StoredRow::Row::kItem;
        const bool same = one.index == nullptr || one.IsOf(other) || other.IsOf(one);
        if (!items || one.index != other.index || !same ||
            Exclude(one.conditions, other.conditions))
          continue;
        Say(FindingCode::kTwoKeysOneIndex, other.key.place,
            fmt::format("An item has one value for each key attribute of {}: {} or {}.",
                        one.index == nullptr ? one.table->name : one.index->name, KeyText(one.key),
                        KeyText(other.key)),
            "Use another index for the second key, a copy, or conditions that exclude each other.");
      }
    }
  }

  const Model& model_;
  const Entity& entity_;
  std::vector<StoredRow> rows_;
  std::vector<Finding>& findings_;
  std::set<std::string> reported_;
};

void CheckCollisions(const std::vector<StoredRow>& accesses, std::vector<Finding>& findings) {
  std::vector<const StoredRow*> rows;
  for (const auto& access : accesses) {
    if (access.InTable()) rows.push_back(&access);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      const auto& one = *rows[i];
      const auto& other = *rows[j];
      const bool variants = one.entity == other.entity && one.row == other.row;
      if (one.table != other.table || variants) continue;
      if (!MayBeEqual(*one.entity, one.key.partition, *other.entity, other.key.partition) ||
          !MayBeEqual(*one.entity, one.key.sort, *other.entity, other.key.sort)) {
        continue;
      }
      Report(findings, FindingCode::kKeyCollision, other.key.place, other.entity->name,
             fmt::format("{} and {} may have the same key: {} and {}.", one.entity->name,
                         other.entity->name, KeyText(one.key), KeyText(other.key)),
             "Begin their keys differently, with the name of each kind.");
    }
  }
}

}  // namespace

void CheckKeys(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& entity : all.model.entities) KeyCheck(all.model, entity, findings).Run();
  CheckCollisions(all.accesses, findings);
}

}  // namespace stator::model
