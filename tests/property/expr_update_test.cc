#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "expr/testing.h"
#include "expr_generators.h"

// Random updates must do the same as a naive update of a tree. There a list is a map from index to
// member. So gaps close, and late indices append, when the map becomes a list again.
namespace stator::expr {
namespace {

using item::Number;
using item::Type;
using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

constexpr char kMissing[] =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr char kPath[] =
    "The document path provided in the update expression is invalid for update";
constexpr char kType[] = "An operand in the update expression has an incorrect data type";

struct Failure {
  std::string text;
};

struct Node {
  using Members = std::map<naive::Step, Node>;
  std::optional<Tree> leaf;  // otherwise a container
  bool list = false;
  Members members;
};

Node NodeOf(const Tree& tree) {
  Node node;
  if (const auto* list = std::get_if<Tree::List>(&tree.node)) {
    node.list = true;
    for (std::size_t i = 0; i < list->size(); ++i) node.members[i] = NodeOf((*list)[i]);
  } else if (const auto* map = std::get_if<Tree::Map>(&tree.node)) {
    for (const auto& [name, member] : *map) node.members[name] = NodeOf(member);
  } else {
    node.leaf = tree;
  }
  return node;
}

Tree TreeOf(const Node& node) {
  if (node.leaf) return *node.leaf;
  Tree::List list;
  Tree::Map map;
  for (const auto& [step, member] : node.members) {
    if (node.list) {
      list.push_back(TreeOf(member));
    } else {
      map[std::get<std::string>(step)] = TreeOf(member);
    }
  }
  return node.list ? L(std::move(list)) : M(std::move(map));
}

struct Source {
  std::string kind;  // "value", "path", "if_not_exists", "list_append", "+", "-"
  naive::Path path;
  Tree literal;

  std::string Text(naive::Placeholders& placeholders) const {
    if (kind == "value") return placeholders.Value(literal);
    const std::string from = naive::Text(path, placeholders);
    if (kind == "path") return from;
    if (kind.size() == 1) return from + kind + placeholders.Value(literal);
    return fmt::format("{}({}, {})", kind, from, placeholders.Value(literal));
  }
};

struct NaiveAction {
  std::string verb;
  naive::Path path;
  Source source;

  std::string Text(naive::Placeholders& placeholders) const {
    const std::string target = naive::Text(path, placeholders);
    if (verb == "REMOVE") return target;
    return target + (verb == "SET" ? " = " : " ") + source.Text(placeholders);
  }
};

Tree Sum(const Tree& a, const Tree& b, bool subtract) {
  const auto* x = std::get_if<Number>(&a.node);
  const auto* y = std::get_if<Number>(&b.node);
  if (x == nullptr || y == nullptr) throw Failure{kType};
  return {subtract ? x->Minus(*y).value() : x->Plus(*y).value()};
}

Tree Assigned(const Source& source, const Tree::Map& old) {
  if (source.kind == "value") return source.literal;
  const std::optional<Tree> current = naive::Get(source.path, old);
  if (source.kind == "if_not_exists") return current.value_or(source.literal);
  if (!current) throw Failure{kMissing};
  if (source.kind == "path") return *current;
  if (source.kind != "list_append") return Sum(*current, source.literal, source.kind == "-");
  const auto* list = std::get_if<Tree::List>(&current->node);
  if (list == nullptr) throw Failure{kType};
  Tree::List joined = *list;
  for (const Tree& member : std::get<Tree::List>(source.literal.node)) joined.push_back(member);
  return L(std::move(joined));
}

std::optional<Tree> Combined(const NaiveAction& action, const Tree::Map& old) {
  const std::optional<Tree> current = naive::Get(action.path, old);
  const bool add = action.verb == "ADD";
  if (!current) return add ? std::optional(action.source.literal) : std::nullopt;
  if (add && action.source.literal.type() == Type::kNumber) {
    return Sum(*current, action.source.literal, false);
  }
  if (current->type() != action.source.literal.type()) throw Failure{kType};
  const auto& given = std::get<Tree::Set>(action.source.literal.node).members;
  const auto& had = std::get<Tree::Set>(current->node).members;
  std::set<Bytes> members(had.begin(), had.end());
  for (const Bytes& member : given) {
    if (add) {
      members.insert(member);
    } else {
      members.erase(member);
    }
  }
  if (members.empty()) return std::nullopt;
  return Tree{Tree::Set{current->type(), {members.begin(), members.end()}}};
}

std::optional<Tree> NewValue(const NaiveAction& action, const Tree::Map& old) {
  if (action.verb == "REMOVE") return std::nullopt;
  if (action.verb == "SET") return Assigned(action.source, old);
  return Combined(action, old);
}

void Put(Node& root, const NaiveAction& action, const std::optional<Tree>& value) {
  Node* parent = &root;
  for (std::size_t i = 0; i + 1 < action.path.size(); ++i) {
    const auto member = parent->members.find(action.path[i]);
    if (member == parent->members.end()) throw Failure{kPath};
    parent = &member->second;
  }
  const naive::Step& last = action.path.back();
  const bool index = std::holds_alternative<std::size_t>(last);
  if (parent->leaf || parent->list != index) throw Failure{kPath};
  parent->members.erase(last);
  if (value) parent->members[last] = NodeOf(*value);
}

// Returns nullopt if there is no item.
std::optional<Tree::Map> NaiveApply(const std::vector<NaiveAction>& actions,
                                    const std::optional<Tree::Map>& stored, const Tree::Map& key) {
  const Tree::Map old = stored.value_or(Tree::Map());
  std::vector<std::optional<Tree>> values;
  for (const NaiveAction& action : actions) values.push_back(NewValue(action, old));
  Node root = NodeOf(M(stored ? *stored : key));
  bool writes = false;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const bool removes = actions[i].verb == "REMOVE" || actions[i].verb == "DELETE";
    writes = writes || !removes;
    if (!stored && removes) continue;
    Put(root, actions[i], values[i]);
  }
  if (!stored && !writes) return std::nullopt;
  return std::get<Tree::Map>(TreeOf(root).node);
}

Source AnySource(const Tree::Map& item) {
  const auto kind = naive::OneOf<std::string>({"value", "value", "value", "path", "if_not_exists",
                                               "if_not_exists", "list_append", "+", "-"});
  Tree literal = naive::AnyValue(1);
  if (kind == "list_append") literal = L({S("x"), N("1")});
  if (kind == "+" || kind == "-") literal = naive::OneOf<Tree>({N("1"), N("0.5"), N("-3")});
  return {kind, naive::AnyPath(item), literal};
}

// Indices matter with several actions on members of one list. So the target is often a neighbour of
// an earlier one.
naive::Path AnyTarget(const Tree::Map& item, const std::vector<NaiveAction>& earlier) {
  naive::Path path = naive::AnyPath(item);
  if (!earlier.empty() && !naive::OneIn(3)) path = naive::OneOf(earlier).path;
  if (auto* index = std::get_if<std::size_t>(&path.back())) {
    *index = static_cast<std::size_t>(naive::Between(0, 6));
  }
  return path;
}

NaiveAction AnyAction(const Tree::Map& item, const std::vector<NaiveAction>& earlier,
                      const std::string& verb) {
  NaiveAction action{verb, AnyTarget(item, earlier), {}};
  if (verb == "SET") action.source = AnySource(item);
  const std::vector<Tree> sets = {SS({"a"}), SS({"a", "ab"}), NS({"0", "1"}), BS({"\x01"})};
  if (verb == "ADD") action.source = {"value", {}, naive::OneIn(2) ? N("2") : naive::OneOf(sets)};
  if (verb == "DELETE") action.source = {"value", {}, naive::OneOf(sets)};
  return action;
}

// Whether one path continues the other, or uses as a list what the other uses as a map.
bool Collide(const naive::Path& a, const naive::Path& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].index() != b[i].index()) return true;
    if (a[i] != b[i]) return false;
  }
  return true;
}

std::vector<NaiveAction> AnyActions(const Tree::Map& item) {
  std::vector<NaiveAction> actions;
  // ADD and DELETE fail on most values, so they are rare.
  for (const char* verb : {"SET", "REMOVE", "ADD", "DELETE"}) {
    const bool risky = verb == std::string("ADD") || verb == std::string("DELETE");
    for (int i = naive::Between(0, risky ? 1 : 4); i > 0; --i) {
      NaiveAction action = AnyAction(item, actions, verb);
      const bool collides = std::ranges::any_of(
          actions, [&](const NaiveAction& other) { return Collide(action.path, other.path); });
      if (!collides) actions.push_back(std::move(action));
    }
  }
  if (actions.empty()) actions.push_back(AnyAction(item, actions, "SET"));
  return actions;
}

// Actions of one verb are adjacent.
std::string Text(const std::vector<NaiveAction>& actions, naive::Placeholders& placeholders) {
  std::string text;
  std::string verb;
  for (const NaiveAction& action : actions) {
    text += action.verb == verb ? ", " : " " + action.verb + " ";
    text += action.Text(placeholders);
    verb = action.verb;
  }
  return text;
}

struct Expected {
  std::string error = "ok";
  std::optional<Tree::Map> image;
};

Expected Expect(const std::vector<NaiveAction>& actions, const std::optional<Tree::Map>& stored,
                const Tree::Map& key) {
  try {
    return {"ok", NaiveApply(actions, stored, key)};
  } catch (const Failure& failure) {
    return {failure.text, std::nullopt};
  }
}

RC_GTEST_PROP(ExprUpdate, EqualsTheNaiveUpdate, ()) {
  const Tree::Map key = {{"pk", S("key")}};
  std::optional<Tree::Map> stored;
  if (!naive::OneIn(6)) {
    stored = naive::AnyItem();
    stored->insert(key.begin(), key.end());
  }
  const std::vector<NaiveAction> actions = AnyActions(stored.value_or(Tree::Map()));
  naive::Placeholders placeholders;
  const std::string text = Text(actions, placeholders);
  RC_LOG() << text << "\n";
  Request request(placeholders.values, placeholders.names);
  const Result<Update> update = request.BindUpdate(text);
  RC_ASSERT(Outcome(update) == "ok");

  const item::Item old = stored ? item::EncodeItem(*stored) : item::Item();
  const item::ItemView view = old.view();
  const auto outcome = Apply(*update, stored ? &view : nullptr, item::EncodeItem(key).view());
  const Expected expected = Expect(actions, stored, key);
  RC_CLASSIFY(expected.error == "ok", "applied");
  RC_ASSERT(Outcome(outcome) == expected.error);
  if (!outcome) return;
  RC_ASSERT(outcome->image.has_value() == expected.image.has_value());
  if (!expected.image) return;
  RC_ASSERT(outcome->image->bytes() == item::EncodeItem(*expected.image).bytes());
  RC_ASSERT(item::Verify(outcome->image->bytes()).has_value());
}

}  // namespace
}  // namespace stator::expr
