#include "expr/pick.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "expr/paths.h"
#include "item/encoder.h"

namespace stator::expr {
namespace {

using item::Type;
using item::ValueView;
using Paths = std::span<const ast::Path* const>;

// A value chosen whole, or a map or list with some of its members chosen. The encoding begins with
// the number of members, so they are chosen before anything is written.
struct Part {
  std::string_view name;  // of a map's member
  ValueView value;
  std::vector<Part> members;  // empty: the whole value
};

class Picker {
 public:
  explicit Picker(const Slots& slots) : slots_(slots) {}

  // Returns the chosen parts of a map or an item. Paths and members are both sorted by name, so one
  // pass finds all.
  std::vector<Part> MapMembers(Paths paths, std::size_t depth, item::MapView map) const {
    auto at = map.begin();
    return Members(paths, depth, [&](const ast::Step& step) -> std::optional<ValueView> {
      const std::string_view name = slots_.NameOf(step);
      while (!(at == map.end()) && at->name < name) ++at;
      if (at == map.end() || at->name != name) return std::nullopt;
      return at->value;
    });
  }

 private:
  // The same for a list, by index.
  std::vector<Part> ListMembers(Paths paths, std::size_t depth, item::ListView list) const {
    auto at = list.begin();
    std::size_t index = 0;
    return Members(paths, depth, [&](const ast::Step& step) -> std::optional<ValueView> {
      for (; !(at == list.end()) && index < step.number; ++index) ++at;
      if (at == list.end()) return std::nullopt;
      return *at;
    });
  }

  // `inside` finds a member by its step. Steps come in ascending order.
  template <class Inside>
  std::vector<Part> Members(Paths paths, std::size_t depth, Inside inside) const {
    std::vector<Part> members;
    while (!paths.empty()) {
      const std::size_t shared = SharedStep(paths, depth, slots_, Path);
      const ast::Step& step = paths.front()->steps[depth];
      if (const std::optional<ValueView> value = inside(step)) {
        if (auto part = PartOf(*value, paths.first(shared), depth + 1)) {
          if (step.kind != ast::Step::Kind::kIndex) part->name = slots_.NameOf(step);
          members.push_back(*std::move(part));
        }
      }
      paths = paths.subspan(shared);
    }
    return members;
  }

  static const ast::Path& Path(const ast::Path* path) { return *path; }

  // The first `depth` steps of `paths` lead to `value`. Returns nullopt if the rest leads nowhere.
  std::optional<Part> PartOf(const ValueView& value, Paths paths, std::size_t depth) const {
    if (paths.front()->steps.size() == depth) return Part{{}, value, {}};
    const bool list = paths.front()->steps[depth].kind == ast::Step::Kind::kIndex;
    if (value.type() != (list ? Type::kList : Type::kMap)) return std::nullopt;
    Part part{
        {},
        value,
        list ? ListMembers(paths, depth, value.list()) : MapMembers(paths, depth, value.map())};
    if (part.members.empty()) return std::nullopt;
    return part;
  }

  const Slots& slots_;
};

void Write(const Part& part, item::Encoder& encoder) {
  if (part.members.empty()) return encoder.Copy(part.value);
  const bool list = part.value.type() == Type::kList;
  const std::size_t mark =
      list ? encoder.BeginList(part.members.size()) : encoder.BeginMap(part.members.size());
  for (const Part& member : part.members) {
    if (!list) encoder.Name(member.name);
    Write(member, encoder);
  }
  encoder.End(mark);
}

}  // namespace

item::Item PickPaths(Paths paths, const Slots& slots, const item::ItemView& item) {
  const std::vector<Part> parts = Picker(slots).MapMembers(paths, 0, item);
  Bytes bytes;
  item::Encoder encoder(bytes);
  encoder.BeginItem(parts.size());
  for (const Part& part : parts) {
    encoder.Name(part.name);
    Write(part, encoder);
  }
  return item::Item(std::move(bytes));
}

}  // namespace stator::expr
