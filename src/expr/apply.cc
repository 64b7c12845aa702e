#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/limits.h"
#include "base/texts.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/new_value.h"
#include "expr/paths.h"
#include "expr/update.h"
#include "item/encoder.h"
#include "item/tree.h"

// Applies an update. First every action's value is computed from the old item, then the values are
// written. Attributes that the update does not name are copied as bytes. Only an attribute that
// changes inside is decoded.
namespace stator::expr {
namespace {

using item::Tree;
using item::ValueView;

// An action with its computed value.
struct Edit {
  const ast::Action* action = nullptr;
  std::optional<NewValue> value;  // nullopt: the path will hold nothing
};
using Edits = std::span<const Edit>;

const ast::Path& PathOf(const Edit& edit) { return edit.action->path; }

bool Writes(const Edit& edit) {
  return edit.action->verb == ast::Verb::kSet || edit.action->verb == ast::Verb::kAdd;
}

// Changes the inside of one attribute. Edits are sorted and their paths do not overlap. So at each
// depth, edits that share a step are neighbours. A step is either the last of one path or shared by
// longer ones.
class Surgeon {
 public:
  explicit Surgeon(const Slots& slots) : slots_(slots) {}

  // The first `depth` steps of all `edits` lead to `node`, and all paths continue.
  Result<> Change(Tree& node, Edits edits, std::size_t depth) const {
    if (PathOf(edits.front()).steps[depth].kind == ast::Step::Kind::kIndex) {
      auto* list = std::get_if<Tree::List>(&node.node);
      if (list == nullptr) return FailInvalid(texts::kUpdatePathInvalid);
      return ChangeList(*list, edits, depth);
    }
    auto* map = std::get_if<Tree::Map>(&node.node);
    if (map == nullptr) return FailInvalid(texts::kUpdatePathInvalid);
    return ChangeMap(*map, edits, depth);
  }

 private:
  static bool EndsAt(const Edit& edit, std::size_t depth) {
    return PathOf(edit).steps.size() == depth + 1;
  }

  Result<> ChangeMap(Tree::Map& map, Edits edits, std::size_t depth) const {
    while (!edits.empty()) {
      const Edits shared = edits.first(SharedStep(edits, depth, slots_, PathOf));
      const std::string_view name = slots_.NameOf(PathOf(shared.front()).steps[depth]);
      const auto member = map.find(name);
      if (!EndsAt(shared.front(), depth)) {
        if (member == map.end()) return FailInvalid(texts::kUpdatePathInvalid);
        TRY(Change(member->second, shared, depth + 1));
      } else if (shared.front().value) {
        map.insert_or_assign(std::string(name), item::TreeOf(shared.front().value->view()));
      } else if (member != map.end()) {
        map.erase(member);
      }
      edits = edits.subspan(shared.size());
    }
    return {};
  }

  // Indices refer to the old list. Members are removed and appended only after every edit has found
  // its place.
  Result<> ChangeList(Tree::List& list, Edits edits, std::size_t depth) const {
    std::vector<std::size_t> removed;
    Tree::List added;
    while (!edits.empty()) {
      const Edits shared = edits.first(SharedStep(edits, depth, slots_, PathOf));
      const std::size_t index = PathOf(shared.front()).steps[depth].number;
      const std::optional<NewValue>& value = shared.front().value;
      if (!EndsAt(shared.front(), depth)) {
        if (index >= list.size()) return FailInvalid(texts::kUpdatePathInvalid);
        TRY(Change(list[index], shared, depth + 1));
      } else if (value) {
        (index < list.size() ? list[index] : added.emplace_back()) = item::TreeOf(value->view());
      } else if (index < list.size()) {
        removed.push_back(index);
      }
      edits = edits.subspan(shared.size());
    }
    Remove(list, removed);
    std::ranges::move(added, std::back_inserter(list));
    return {};
  }

  // REQUIRES: `removed` is in ascending order.
  static void Remove(Tree::List& list, const std::vector<std::size_t>& removed) {
    if (removed.empty()) return;
    std::size_t kept = removed.front();
    auto next = removed.begin();
    for (std::size_t i = kept; i < list.size(); ++i) {
      if (next != removed.end() && *next == i) {
        ++next;
      } else {
        list[kept++] = std::move(list[i]);
      }
    }
    list.resize(kept);
  }

  const Slots& slots_;
};

// Computes every action's value in the order of the text, so that the first of several errors is
// reported. A short text can ask for many copies of a large attribute, so the function stops when
// no item could hold them.
Result<std::vector<std::optional<NewValue>>> Values(const ast::Update& update, const Slots& slots,
                                                    const item::ItemView& old) {
  const char* const mismatch =
      update.legacy ? texts::kAttributeUpdateMismatch : texts::kUpdateOperandType;
  std::vector<std::optional<NewValue>> values;
  values.reserve(update.actions.size());
  std::size_t bytes = 0;
  for (const ast::Action& action : update.actions) {
    const auto& value = values.emplace_back(TRY(ValueOf(action, slots, old, mismatch)));
    if (value) bytes += value->view().bytes().size();
    if (bytes > limits::kUpdateBytesMax) return FailInvalid(texts::kUpdatedItemTooLarge);
  }
  return values;
}

struct Change {
  std::string_view attribute;
  std::optional<NewValue> value;  // nullopt: the attribute is removed
};

// Returns the new value of an attribute that changes inside. nullopt: there is nothing to change.
Result<std::optional<NewValue>> ChangedInside(Edits edits, const Slots& slots,
                                              std::optional<ValueView> old, bool item_exists) {
  if (!old) {
    // Removing from a missing item is no error.
    if (!item_exists && std::ranges::none_of(edits, Writes)) return std::nullopt;
    return FailInvalid(texts::kUpdatePathInvalid);
  }
  Tree tree = item::TreeOf(*old);
  TRY(Surgeon(slots).Change(tree, edits, 1));
  Bytes bytes;
  item::Encode(tree, bytes);
  NewValue value(std::move(bytes));
  if (value.view().Depth() > limits::kItemNestingMax) return FailInvalid(texts::kUpdateTooDeep);
  return value;
}

// Returns the changes by attribute, in byte order.
Result<std::vector<Change>> Changes(std::vector<Edit> all, const Slots& slots,
                                    const item::ItemView* stored) {
  std::vector<Change> changes;
  changes.reserve(all.size());
  std::span<Edit> edits(all);
  while (!edits.empty()) {
    const std::span<Edit> shared = edits.first(SharedStep(edits, 0, slots, PathOf));
    const std::string_view name = slots.NameOf(PathOf(shared.front()).steps.front());
    if (PathOf(shared.front()).steps.size() == 1) {
      changes.push_back({name, std::move(shared.front().value)});
    } else {
      const auto old = stored != nullptr ? stored->Find(name) : std::nullopt;
      changes.push_back({name, TRY(ChangedInside(shared, slots, old, stored != nullptr))});
    }
    edits = edits.subspan(shared.size());
  }
  return changes;
}

// Returns `base` with the changes applied. REQUIRES: both are in byte order.
item::Item Merge(const item::ItemView& base, const std::vector<Change>& changes) {
  std::vector<item::Attribute> attributes;
  attributes.reserve(base.count() + changes.size());
  auto change = changes.begin();
  const auto add_changed = [&] {
    if (change->value) attributes.push_back({change->attribute, change->value->view()});
    ++change;
  };
  for (const item::Attribute& attribute : base) {
    while (change != changes.end() && change->attribute < attribute.name) add_changed();
    if (change != changes.end() && change->attribute == attribute.name) {
      add_changed();
    } else {
      attributes.push_back(attribute);
    }
  }
  while (change != changes.end()) add_changed();

  Bytes bytes;
  bytes.reserve(base.bytes().size() + 64);  // most updates change little
  item::Encoder encoder(bytes);
  encoder.BeginItem(attributes.size());
  for (const item::Attribute& attribute : attributes) {
    encoder.Name(attribute.name);
    encoder.Copy(attribute.value);
  }
  return item::Item(std::move(bytes));
}

}  // namespace

Result<UpdateOutcome> Apply(const Update& update, const item::ItemView* stored,
                            const item::ItemView& key) {
  const Bound& bound = update.bound();
  const auto& tree = std::get<ast::Update>(bound.expression->root);
  const auto& actions = tree.actions;
  // Operands see a new item with its key attributes.
  const item::ItemView old = stored != nullptr ? *stored : key;
  std::vector<std::optional<NewValue>> values = TRY(Values(tree, bound.slots, old));
  std::vector<Edit> edits;
  edits.reserve(actions.size());
  for (const std::uint16_t number : bound.order) {
    edits.push_back({&actions[number], std::move(values[number])});
  }
  const bool creates = std::ranges::any_of(edits, Writes);
  const std::vector<Change> changes = TRY(Changes(std::move(edits), bound.slots, stored));
  if (stored == nullptr && !creates) return UpdateOutcome{};
  return UpdateOutcome{Merge(stored != nullptr ? *stored : key, changes)};
}

}  // namespace stator::expr
