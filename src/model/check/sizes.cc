#include "model/layout/sizes.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "model/check/check.h"
#include "model/check/finding.h"
#include "price/money.h"

namespace stator::model {
namespace {

constexpr auto kItemBytes = static_cast<std::int64_t>(limits::kItemBytesMax);

// Checks the sizes and counts that an entity states: their consequences and their contradictions.
class SizeCheck {
 public:
  SizeCheck(const Model& model, const Entity& entity, std::vector<Finding>& findings)
      : model_(model), entity_(entity), findings_(findings), identity_(entity.identity) {
    // Without an identity line, the key tells instances apart (finding identity-assumed).
    const auto rows = StoredRowsOf(model, entity);
    if (identity_.empty() && !rows.empty()) identity_ = ExactFieldsOf(rows.front().key);
  }

  void Run() {
    if (!Growth()) Named();
    Counts();
    Narrow();
    Compressible();
  }

 private:
  void Say(FindingCode code, Place place, std::string message, std::string cure) {
    Report(findings_, code, place, entity_.name, std::move(message), std::move(cure));
  }

  // Returns whether it reported something.
  bool Growth() {
    constexpr std::int64_t kNear = kItemBytes * 3 / 4;
    for (const auto& attribute : entity_.attributes) {
      if (attribute.kind != Kind::kList) continue;
      const bool unbounded = attribute.elements_max == 0;
      if (!unbounded && attribute.elements_max * attribute.bytes < kNear) continue;
      Say(FindingCode::kItemGrowth, attribute.place,
          unbounded
              ? fmt::format("Nothing bounds {}; at {} elements of {} bytes the item is refused.",
                            attribute.name, kItemBytes / std::max<std::int64_t>(1, attribute.bytes),
                            attribute.bytes)
              : fmt::format("{} may grow to {} KB; an item has at most 400 KB.", attribute.name,
                            attribute.elements_max * attribute.bytes / 1024),
          "Make each element an item of its own in the same collection.");
      return true;
    }
    if (entity_.bytes < kNear) return false;
    Say(FindingCode::kItemGrowth, entity_.place,
        fmt::format("{} has {} KB on average; an item has at most 400 KB.", entity_.name,
                    entity_.bytes / 1024),
        "Split it into several items, or keep large parts elsewhere.");
    return true;
  }

  // Adds up the stated sizes of texts, documents and blobs. Lists do not count: the model states
  // their greatest length, which few lists reach.
  void Named() {
    std::int64_t named = 0;
    for (const auto& attribute : entity_.attributes) {
      const bool sized = attribute.kind == Kind::kText || attribute.kind == Kind::kMap ||
                         attribute.kind == Kind::kBlob;
      if (sized) named += attribute.bytes;
    }
    if (named > kItemBytes) {
      Say(FindingCode::kItemGrowth, entity_.place,
          fmt::format("Its attributes come to {} KB; an item has at most 400 KB.", named / 1024),
          "Split it into several items, or keep large parts elsewhere.");
    } else if (named > entity_.bytes) {
      Say(FindingCode::kContradictingNumbers, entity_.place,
          fmt::format("The model gives {} {} bytes, but its attributes have {}.", entity_.name,
                      entity_.bytes, named),
          fmt::format("Give the size of a whole item, at least {}B.", named));
    }
  }

  void Counts() {
    constexpr double kFar = 2;
    const Entity* parent = model_.FindEntity(entity_.parent);
    if (parent == nullptr || parent == &entity_ || entity_.count == 0) return;
    const double each = static_cast<double>(entity_.count) /
                        static_cast<double>(std::max<std::int64_t>(1, parent->count));
    // If most parents have no children, an average of 1 describes the parents that have some.
    const double average = entity_.children_average;
    const bool far = each > average * kFar || (average > 1 && each * kFar < average);
    if (!far && each <= static_cast<double>(entity_.children_max)) return;
    Say(FindingCode::kContradictingNumbers, entity_.place,
        fmt::format("{} {} of {} {} are {} each, but the model states {} on average and {} at "
                    "most.",
                    entity_.count, entity_.name, parent->count, parent->name,
                    price::AmountText(each), price::AmountText(average), entity_.children_max),
        "Correct the counts, or the numbers of a parent's children.");
  }

  // Returns the number that alone tells instances apart, within the parent if there is one; nullptr
  // if other attributes take part.
  const Attribute* Numbering() const {
    const Attribute* numbering = nullptr;
    for (const auto& name : identity_) {
      if (name == entity_.parent_key || (model_.tenant && name == model_.tenant->attribute))
        continue;
      if (numbering != nullptr) return nullptr;
      numbering = entity_.Find(name);
    }
    return numbering;
  }

  bool IsWithinParent() const {
    return !entity_.parent.empty() && Contains(identity_, entity_.parent_key);
  }

  void Narrow() {
    const Attribute* number = Numbering();
    if (number == nullptr || number->kind != Kind::kNumber || number->width == 0) return;
    // The model does not state how many instances the largest tenant has.
    const bool per_tenant = model_.tenant && Contains(identity_, model_.tenant->attribute);
    if (per_tenant && !IsWithinParent()) return;
    const auto needed = IsWithinParent() ? entity_.children_max : entity_.count;
    const double values = std::pow(10.0, number->width);
    if (static_cast<double>(needed) <= values) return;
    Say(FindingCode::kNumberTooNarrow, number->place,
        fmt::format("{} has {} digits, which is {:.0f} values, and {} has up to {} {}.",
                    number->name, number->width, values,
                    IsWithinParent() ? "a " + entity_.parent : "the table", needed, entity_.name),
        fmt::format("Give it room to grow: {}:number({}).", number->name,
                    std::to_string(needed).size() + 1));
  }

  void Compressible() {
    constexpr std::int64_t kWorthIt = 4096;
    constexpr double kCompressed = 0.3;
    constexpr auto kReadUnit = static_cast<std::int64_t>(limits::kReadUnitBytes);
    constexpr auto kWriteUnit = static_cast<std::int64_t>(limits::kWriteUnitBytes);
    for (const auto& attribute : entity_.attributes) {
      const bool compresses = attribute.kind == Kind::kText || attribute.kind == Kind::kMap;
      if (!compresses || attribute.bytes < kWorthIt) continue;
      const auto saved =
          static_cast<std::int64_t>(static_cast<double>(attribute.bytes) * (1 - kCompressed));
      const auto whole = std::max(entity_.bytes, attribute.bytes);
      const auto units = [&](std::int64_t bytes, std::int64_t size) {
        return (bytes + size - 1) / size;
      };
      const auto halves = units(whole, kReadUnit) - units(whole - saved, kReadUnit);
      Say(FindingCode::kCompressibleAttribute, attribute.place,
          fmt::format("{} has {} bytes of text; compressed about {}, which saves {} write units a "
                      "write and {} read units a read.",
                      attribute.name, attribute.bytes, attribute.bytes - saved,
                      units(whole, kWriteUnit) - units(whole - saved, kWriteUnit),
                      static_cast<double>(halves) / 2),
          fmt::format("Store it compressed, as a binary: {}:blob({}B).", attribute.name,
                      attribute.bytes - saved));
    }
  }

  const Model& model_;
  const Entity& entity_;
  std::vector<Finding>& findings_;
  std::vector<std::string> identity_;  // the attributes that tell instances apart
};

// Checks everything under one partition key of a table and its local indexes.
class CollectionCheck {
 public:
  CollectionCheck(const Planned& all, std::vector<Finding>& findings)
      : all_(all), findings_(findings) {}

  void Run() {
    for (const auto& access : all_.accesses) {
      if (access.InTable() && HasLocalIndex(*access.table)) Collection(access);
    }
  }

 private:
  bool HasLocalIndex(const Table& table) const {
    return std::ranges::any_of(all_.model.indexes, [&](const Index& index) {
      return index.local && index.table == table.name;
    });
  }

  static bool Together(const StoredRow& one, const StoredRow& other) {
    return one.table == other.table && (other.InTable() || other.index->local) &&
           one.key.partition.parts == other.key.partition.parts;
  }

  double BytesOf(const StoredRow& access) const {
    return MostPerKey(all_.model, access) * PresenceOf(access) *
           static_cast<double>(RowBytes(all_.model, access));
  }

  // Reports each collection once, at the rows with the most bytes.
  void Collection(const StoredRow& access) {
    double bytes = 0;
    const StoredRow* largest = nullptr;
    for (const auto& other : all_.accesses) {
      if (!Together(access, other)) continue;
      bytes += BytesOf(other);
      const bool larger = largest == nullptr || BytesOf(other) > BytesOf(*largest);
      if (other.InTable() && larger) largest = &other;
    }
    if (largest != &access || bytes <= static_cast<double>(limits::kCollectionBytesMax)) return;
    Report(findings_, FindingCode::kCollectionTooLarge, access.key.place, access.entity->name,
           fmt::format("The items under one {}, local indexes included, have {:.0f} GB. With a "
                       "local index, a collection may have at most 10 GB.",
                       TextOf(access.key.partition), bytes / (1 << 30)),
           "Use a global index instead of the local one, or shards in the partition key.");
  }

  const Planned& all_;
  std::vector<Finding>& findings_;
};

}  // namespace

void CheckSizes(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& entity : all.model.entities) SizeCheck(all.model, entity, findings).Run();
  CollectionCheck(all, findings).Run();
}

}  // namespace stator::model
