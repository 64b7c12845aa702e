#include "partiql/literal.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "base/partiql_texts.h"
#include "base/texts.h"
#include "item/encoder.h"
#include "item/number.h"

namespace stator::partiql {
namespace {

using item::Tree;
using item::Type;

bool HasParameters(const Literal& literal);

struct ParameterSearch {
  bool operator()(const Literal::Parameter& /*parameter*/) const { return true; }
  bool operator()(const Literal::List& list) const {
    return std::ranges::any_of(list.members, HasParameters);
  }
  bool operator()(const Literal::Bag& bag) const {
    return std::ranges::any_of(bag.members, HasParameters);
  }
  bool operator()(const Literal::Map& map) const {
    return std::ranges::any_of(map.values, HasParameters);
  }
  template <class Other>
  bool operator()(const Other& /*other*/) const {
    return false;
  }
};

bool HasParameters(const Literal& literal) { return std::visit(ParameterSearch(), literal.node); }

// Returns a member of a bag as error texts show it: a number as the client wrote it.
std::string ShownMember(const Literal& member, const Tree& value) {
  if (const auto* number = std::get_if<Literal::Number>(&member.node)) return number->text;
  if (const auto* number = std::get_if<item::Number>(&value.node)) return number->ToText();
  const auto* text = std::get_if<std::string>(&value.node);
  return text != nullptr ? *text : std::string();
}

// The place of a literal within another one. It becomes a text only for an error.
struct Place {
  const Place* around = nullptr;
  std::string_view name = {};  // of a map's member
  std::size_t index = 0;       // of a list's element

  std::string Text() const {
    if (around == nullptr) return "root";
    if (name.data() == nullptr) return fmt::format("{}[{}]", around->Text(), index);
    return fmt::format("{}.{}", around->Text(), name);
  }
};

// Makes the value of a literal. Without parameters it only checks the literals inside: a parameter
// then stands for null. Recursion is bounded by limits::kNestingMax, which the parser enforces.
class Builder {
 public:
  explicit Builder(std::optional<std::span<const item::ValueView>> parameters)
      : parameters_(parameters) {}

  Result<Tree> Build(const Literal& literal, const Place& place) const {
    return std::visit([&](const auto& node) { return Make(node, place); }, literal.node);
  }

 private:
  static Result<Tree> Make(const Tree& tree, const Place& /*place*/) { return tree; }

  static Result<Tree> Make(const Literal::Fault& fault, const Place& /*place*/) {
    return FailInvalid(fault.text);
  }

  static Result<Tree> Make(const Literal::Number& number, const Place& place) {
    Result<item::Number> parsed = item::Number::Parse(number.text);
    if (!parsed)
      return FailInvalid(fmt::format(texts::kUnderPath, parsed.error().message, place.Text()));
    return Tree{*parsed};
  }

  Result<Tree> Make(const Literal::Parameter& parameter, const Place& /*place*/) const {
    if (!parameters_) return Tree{Tree::Null()};
    return item::TreeOf((*parameters_)[parameter.number]);
  }

  Result<Tree> Make(const Literal::List& list, const Place& place) const {
    Tree::List members;
    members.reserve(list.members.size());
    for (const Literal& member : list.members) {
      members.push_back(TRY(Build(member, {.around = &place, .index = members.size()})));
    }
    return Tree{std::move(members)};
  }

  Result<Tree> Make(const Literal::Map& map, const Place& place) const {
    Tree::Map members;
    for (std::size_t i = 0; i < map.names.size(); ++i) {
      const std::string& name = map.names[i];
      Tree value = TRY(Build(map.values[i], {.around = &place, .name = name}));
      if (!members.try_emplace(name, std::move(value)).second) {
        return FailInvalid(fmt::format(texts::kMapDuplicateName, name));
      }
    }
    return Tree{std::move(members)};
  }

  Result<Tree> Make(const Literal::Bag& bag, const Place& place) const {
    if (bag.members.empty()) return FailInvalid(texts::kBagEmpty);
    std::optional<Type> type;
    Tree::Set set{Type::kStringSet, {}};
    std::vector<std::string> shown;
    for (const Literal& member : bag.members) {
      if (!parameters_ && std::holds_alternative<Literal::Parameter>(member.node)) continue;
      const Tree value = TRY(Build(member, place));
      if (type && *type != value.type()) return FailInvalid(texts::kBagType);
      type = value.type();
      shown.push_back(ShownMember(member, value));
      TRY(AddMember(value, set));
    }
    std::ranges::sort(set.members);
    if (std::ranges::adjacent_find(set.members) == set.members.end()) return Tree{std::move(set)};
    const std::string members = fmt::format("{}", fmt::join(shown, ", "));
    return FailInvalid(type == Type::kNumber
                           ? fmt::format(texts::kBagDuplicateNumbers, members, place.Text())
                           : fmt::format(texts::kStringSetDuplicates, members));
  }

  static Result<> AddMember(const Tree& value, Tree::Set& set) {
    if (const auto* text = std::get_if<std::string>(&value.node)) {
      set.type = Type::kStringSet;
      set.members.push_back(*text);
    } else if (const auto* number = std::get_if<item::Number>(&value.node)) {
      set.type = Type::kNumberSet;
      number->AppendEncoded(set.members.emplace_back());
    } else if (const auto* binary = std::get_if<Tree::Binary>(&value.node)) {
      set.type = Type::kBinarySet;
      set.members.push_back(binary->bytes);
    } else {
      return FailInvalid(texts::kBagType);
    }
    return {};
  }

  std::optional<std::span<const item::ValueView>> parameters_;
};

}  // namespace

Result<Slot> Slot::Make(Literal literal) {
  Slot slot;
  // The value is checked even with parameters, so that faults of a literal come before those that
  // are found later.
  const Tree value = TRY(Builder(std::nullopt).Build(literal, {}));
  if (HasParameters(literal)) {
    slot.members_ = MembersOf(literal);
    slot.literal_ = std::make_unique<Literal>(std::move(literal));
  } else {
    item::Encode(value, slot.encoded_);
  }
  return slot;
}

Result<> Slot::AppendTo(Bytes& out, std::span<const item::ValueView> parameters) const {
  if (!encoded_.empty()) {
    out.append(encoded_);
    return {};
  }
  if (const auto* parameter = std::get_if<Literal::Parameter>(&literal_->node)) {
    out.append(parameters[parameter->number].bytes());
    return {};
  }
  const std::size_t begin = out.size();
  if (members_.empty()) {
    item::Encode(TRY(Builder(parameters).Build(*literal_, {})), out);
  } else {
    AppendMembers(out, parameters);
  }
  if (item::ValueView(BytesView(out).substr(begin)).Depth() > limits::kNestingMax) {
    return FailInvalid(texts::kNestedTooDeep);
  }
  return {};
}

// Returns no members for a literal that has another form.
std::vector<Slot::Member> Slot::MembersOf(const Literal& literal) {
  const auto* map = std::get_if<Literal::Map>(&literal.node);
  if (map == nullptr) return {};
  std::vector<Member> members;
  for (std::size_t i = 0; i < map->names.size(); ++i) {
    const Literal& value = map->values[i];
    Member& member = members.emplace_back(map->names[i]);
    if (const auto* parameter = std::get_if<Literal::Parameter>(&value.node)) {
      member.parameter = parameter->number;
      continue;
    }
    if (HasParameters(value)) return {};
    const Result<Tree> constant = Builder(std::nullopt).Build(value, {});
    if (!constant) return {};
    item::Encode(*constant, member.constant);
  }
  std::ranges::sort(members, {}, &Member::name);
  return members;
}

void Slot::AppendMembers(Bytes& out, std::span<const item::ValueView> parameters) const {
  item::Encoder encoder(out);
  const std::size_t mark = encoder.BeginMap(members_.size());
  for (const Member& member : members_) {
    encoder.Name(member.name);
    encoder.Copy(member.constant.empty() ? parameters[member.parameter]
                                         : item::ValueView(member.constant));
  }
  encoder.End(mark);
}

}  // namespace stator::partiql
