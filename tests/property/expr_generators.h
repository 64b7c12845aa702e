#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <rapidcheck.h>

#include "expr/testing.h"

// Small random items and document paths into them. Names and values come from short lists, so that
// paths often lead somewhere and values are often equal.
namespace stator::expr::naive {

using item::Tree;
using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

using Step = std::variant<std::string, std::size_t>;
using Path = std::vector<Step>;

// Draws from the whole range from the first case on; RapidCheck would begin with the low end.
inline int Between(int low, int high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high + 1));
}
inline bool OneIn(int n) { return Between(1, n) == 1; }

template <class T>
T OneOf(const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(Between(0, static_cast<int>(choices.size()) - 1))];
}

inline const std::vector<Tree>& Pool() {
  static const std::vector<Tree> values = {
      S(""),          S("a"),
      S("ab"),        S("x\xF0\x9F\x98\x80"),
      N("0"),         N("1"),
      N("2"),         N("-1"),
      N("10"),        N("0.5"),
      B("a"),         B("\x01\x02"),
      Bool(true),     Bool(false),
      Null(),         SS({"a", "ab"}),
      NS({"0", "1"}), BS({"\x01", "a"}),
      L({}),          M({}),
      L({N("1")}),    M({{"k", S("a")}}),
      SS({"a"}),      L({S("a"), N("2"), Null()}),
  };
  return values;
}

inline std::string AnyName() { return OneOf<std::string>({"a", "b", "c", "k", "j"}); }

inline Tree AnyValue(int depth) {
  if (depth == 0 || OneIn(3)) return OneOf(Pool());
  if (OneIn(2)) {
    Tree::List list;
    for (int i = Between(0, 4); i > 0; --i) list.push_back(AnyValue(depth - 1));
    return L(std::move(list));
  }
  Tree::Map map;
  for (int i = Between(0, 4); i > 0; --i) map[AnyName()] = AnyValue(depth - 1);
  return M(std::move(map));
}

inline Tree::Map AnyItem() {
  Tree::Map item;
  for (int i = Between(0, 8); i > 0; --i) item[AnyName()] = AnyValue(3);
  return item;
}

inline Step AnyStep() {
  if (OneIn(2)) return AnyName();
  return static_cast<std::size_t>(Between(0, 5));
}

// Returns a step that leads into the value, or just beyond a list's end; nullopt if there is none.
inline std::optional<Step> StepInto(const Tree& value) {
  if (const auto* list = std::get_if<Tree::List>(&value.node)) {
    return static_cast<std::size_t>(Between(0, static_cast<int>(list->size()) + 1));
  }
  const auto* map = std::get_if<Tree::Map>(&value.node);
  if (map == nullptr || map->empty()) return std::nullopt;
  auto member = map->begin();
  std::advance(member, Between(0, static_cast<int>(map->size()) - 1));
  return member->first;
}

// Collects the names and values of a text's placeholders during writing.
struct Placeholders {
  Tree::Map values;
  std::map<std::string, std::string> names;

  std::string Value(const Tree& value) {
    const std::string placeholder = ":v" + std::to_string(values.size());
    values[placeholder] = value;
    return placeholder;
  }
  std::string Name(const std::string& name) {
    if (OneIn(2)) return name;
    names["#" + name] = name;
    return "#" + name;
  }
};

inline std::string Text(const Path& path, Placeholders& placeholders) {
  std::string text;
  for (const Step& step : path) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      if (!text.empty()) text += ".";
      text += placeholders.Name(*name);
    } else {
      text += "[" + std::to_string(std::get<std::size_t>(step)) + "]";
    }
  }
  return text;
}

inline std::optional<Tree> Get(const Path& path, const Tree::Map& item) {
  Tree node = M(item);
  for (const Step& step : path) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      const auto* map = std::get_if<Tree::Map>(&node.node);
      if (map == nullptr || !map->contains(*name)) return std::nullopt;
      node = Tree(map->at(*name));
    } else {
      const std::size_t index = std::get<std::size_t>(step);
      const auto* list = std::get_if<Tree::List>(&node.node);
      if (list == nullptr || index >= list->size()) return std::nullopt;
      node = Tree(list->at(index));
    }
  }
  return node;
}

// Returns a path that mostly leads to a value of `item`.
inline Path AnyPath(const Tree::Map& item) {
  Path path = {AnyName()};
  for (int i = Between(0, 3); i > 0; --i) {
    const std::optional<Tree> value = Get(path, item);
    const std::optional<Step> step = value ? StepInto(*value) : std::nullopt;
    if (step && !OneIn(10)) {
      path.push_back(*step);
    } else if (OneIn(6)) {
      path.push_back(AnyStep());
    }
  }
  return path;
}

}  // namespace stator::expr::naive
