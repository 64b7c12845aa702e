#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "expr/testing.h"
#include "expr_generators.h"

// Random conditions must mean the same as in a naive evaluation over a tree of values. The test
// generates the condition together with its text, so it covers the parser too.
namespace stator::expr {
namespace {

using item::Number;
using item::Type;
using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

struct NaiveOperand {
  naive::Path path;             // if not empty
  std::optional<Tree> literal;  // otherwise
  bool size = false;            // the operand's size

  std::string Text(naive::Placeholders& placeholders) const {
    const std::string inner =
        literal ? placeholders.Value(*literal) : naive::Text(path, placeholders);
    return size ? "size(" + inner + ")" : inner;
  }
};

// Characters beyond the first plane are two units; the generator's texts have at most one.
std::string CountUnits(const std::string& text) {
  std::size_t units = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    units += length == 4 ? 2 : 1;
    i += length;
  }
  return std::to_string(units);
}

std::optional<Tree> Size(const Tree& value) {
  if (const auto* text = std::get_if<std::string>(&value.node)) return N(CountUnits(*text));
  std::optional<std::size_t> count;
  if (const auto* binary = std::get_if<Tree::Binary>(&value.node)) count = binary->bytes.size();
  if (const auto* set = std::get_if<Tree::Set>(&value.node)) count = set->members.size();
  if (const auto* list = std::get_if<Tree::List>(&value.node)) count = list->size();
  if (const auto* map = std::get_if<Tree::Map>(&value.node)) count = map->size();
  if (!count) return std::nullopt;
  return N(std::to_string(*count));
}

std::optional<Tree> Value(const NaiveOperand& operand, const Tree::Map& item) {
  const std::optional<Tree> value =
      operand.literal ? operand.literal : naive::Get(operand.path, item);
  if (!operand.size || !value) return value;
  return Size(*value);
}

// Returns -1, 0, 1, or nullopt if the values have no order.
std::optional<int> Compare(const Tree& a, const Tree& b) {
  if (a.type() != b.type()) return std::nullopt;
  const auto sign = [](const auto& x, const auto& y) { return x < y ? -1 : (y < x ? 1 : 0); };
  if (a.type() == Type::kNumber) {
    return sign(std::stold(std::get<Number>(a.node).ToText()),
                std::stold(std::get<Number>(b.node).ToText()));
  }
  if (a.type() == Type::kString) {
    return sign(std::get<std::string>(a.node), std::get<std::string>(b.node));
  }
  if (a.type() == Type::kBinary) {
    return sign(std::get<Tree::Binary>(a.node).bytes, std::get<Tree::Binary>(b.node).bytes);
  }
  return std::nullopt;
}

// Returns the bytes of a string or a binary.
const std::string* BytesOf(const Tree& value) {
  if (const auto* text = std::get_if<std::string>(&value.node)) return text;
  if (const auto* binary = std::get_if<Tree::Binary>(&value.node)) return &binary->bytes;
  return nullptr;
}

bool Contains(const Tree& whole, const Tree& part) {
  if (const auto* list = std::get_if<Tree::List>(&whole.node)) {
    return std::find(list->begin(), list->end(), part) != list->end();
  }
  if (const auto* set = std::get_if<Tree::Set>(&whole.node)) {
    for (const Bytes& member : set->members) {
      Tree scalar = S(member);
      if (set->type == Type::kBinarySet) scalar = B(member);
      if (set->type == Type::kNumberSet) scalar = {Number::Decode(member).value()};
      if (scalar == part) return true;
    }
    return false;
  }
  const std::string* bytes = BytesOf(whole);
  return bytes != nullptr && whole.type() == part.type() &&
         bytes->find(*BytesOf(part)) != std::string::npos;
}

struct NaiveCondition {
  std::string kind;  // an operator or function, or "AND", "OR", "NOT"
  std::vector<NaiveOperand> operands;
  std::vector<NaiveCondition> terms;

  std::string Text(naive::Placeholders& placeholders) const;
  bool Holds(const Tree::Map& item) const;

 private:
  bool PredicateHolds(const Tree::Map& item) const;
};

std::string NaiveCondition::Text(naive::Placeholders& placeholders) const {
  std::vector<std::string> parts;
  for (const NaiveCondition& term : terms) {
    const std::string text = term.Text(placeholders);
    parts.push_back(term.terms.empty() ? text : "(" + text + ")");
  }
  for (const NaiveOperand& operand : operands) parts.push_back(operand.Text(placeholders));
  if (kind == "NOT") return "NOT " + parts[0];
  if (kind == "AND" || kind == "OR") return fmt::format("{}", fmt::join(parts, " " + kind + " "));
  if (kind == "BETWEEN") return fmt::format("{} BETWEEN {} AND {}", parts[0], parts[1], parts[2]);
  if (kind == "IN") {
    return fmt::format("{} IN ({})", parts[0], fmt::join(parts.begin() + 1, parts.end(), ","));
  }
  if (kind.size() <= 2) return parts[0] + kind + parts[1];
  return fmt::format("{}({})", kind, fmt::join(parts, ", "));
}

bool NaiveCondition::Holds(const Tree::Map& item) const {
  if (kind == "NOT") return !terms[0].Holds(item);
  if (kind == "AND") return terms[0].Holds(item) && terms[1].Holds(item);
  if (kind == "OR") return terms[0].Holds(item) || terms[1].Holds(item);
  return PredicateHolds(item);
}

bool NaiveCondition::PredicateHolds(const Tree::Map& item) const {
  std::vector<std::optional<Tree>> values;
  for (const NaiveOperand& operand : operands) values.push_back(Value(operand, item));
  const std::optional<Tree>& a = values[0];
  if (kind == "attribute_exists") return a.has_value();
  if (kind == "attribute_not_exists") return !a.has_value();
  if (kind == "<>") {
    for (const NaiveOperand& operand : operands) {
      // A value without a size is different from a missing value.
      const auto measured = naive::Get(operand.path, item);
      if (operand.size && measured && !Size(*measured)) return false;
    }
    return !a || !values[1] || !(*a == *values[1]);
  }
  if (!a) return false;
  if (kind == "IN") return std::find(values.begin() + 1, values.end(), a) != values.end();
  if (!values[1]) return false;
  const Tree& b = *values[1];
  if (kind == "=") return *a == b;
  if (kind == "contains") return Contains(*a, b);
  if (kind == "begins_with") {
    return a->type() == b.type() && BytesOf(b) != nullptr && BytesOf(*a)->starts_with(*BytesOf(b));
  }
  if (kind == "attribute_type") return item::TypeName(a->type()) == std::get<std::string>(b.node);
  const std::optional<int> low = Compare(*a, b);
  if (kind == "BETWEEN") {
    const auto high = values[2] ? Compare(*a, *values[2]) : std::nullopt;
    return low && high && *low >= 0 && *high <= 0;
  }
  if (!low) return false;
  if (kind == "<") return *low < 0;
  if (kind == "<=") return *low <= 0;
  if (kind == ">") return *low > 0;
  return *low >= 0;
}

using naive::OneOf;

NaiveOperand PathOperand(const Tree::Map& item) { return {naive::AnyPath(item), std::nullopt}; }

// Returns a path or a literal of a type that the operator takes. Often enough, it returns exactly
// the value of the first operand.
NaiveOperand Other(const Tree::Map& item, const NaiveOperand& first,
                   const std::vector<Tree>& literals) {
  const std::optional<Tree> same = Value(first, item);
  const bool allowed = same && std::ranges::any_of(literals, [&](const Tree& literal) {
                         return literal.type() == same->type();
                       });
  if (allowed && naive::OneIn(3)) return {{}, same};
  NaiveOperand other = PathOperand(item);
  if (naive::OneIn(2) || other.path == first.path) return {{}, OneOf(literals)};
  return other;
}

const std::vector<Tree>& Ordered() {
  static const std::vector<Tree> values = {S(""),  S("a"),  S("ab"), S("b"),   N("0"),    N("1"),
                                           N("2"), N("-1"), N("10"), N("0.5"), B("\x01"), B("a")};
  return values;
}

NaiveCondition AnyPredicate(const Tree::Map& item) {
  NaiveOperand first = PathOperand(item);
  const auto kind = OneOf<std::string>({"=", "<>", "<", "<=", ">", ">=", "IN", "BETWEEN",
                                        "contains", "begins_with", "attribute_type",
                                        "attribute_exists", "attribute_not_exists"});
  if (kind == "attribute_exists" || kind == "attribute_not_exists") return {kind, {first}, {}};
  if (kind == "attribute_type") {
    return {kind, {first, {{}, S(OneOf<std::string>({"S", "N", "L", "M", "SS", "NULL"}))}}, {}};
  }
  if (kind == "begins_with") {
    return {kind, {first, Other(item, first, {S("a"), S(""), B("\x01"), S("ab")})}, {}};
  }
  if (kind == "contains") return {kind, {first, Other(item, first, naive::Pool())}, {}};
  if (naive::OneIn(4)) first.size = true;
  if (kind == "=" || kind == "<>") return {kind, {first, Other(item, first, naive::Pool())}, {}};
  if (kind == "IN") {
    return {
        kind, {first, Other(item, first, naive::Pool()), Other(item, first, naive::Pool())}, {}};
  }
  if (kind == "BETWEEN") {
    return {kind, {first, {{}, OneOf<Tree>({N("-1"), N("0"), N("1")})}, {{}, N("2")}}, {}};
  }
  return {kind, {first, Other(item, first, Ordered())}, {}};
}

NaiveCondition AnyCondition(const Tree::Map& item, int depth) {
  if (depth == 0 || naive::OneIn(3)) return AnyPredicate(item);
  const auto kind = OneOf<std::string>({"AND", "OR", "NOT"});
  if (kind == "NOT") return {kind, {}, {AnyCondition(item, depth - 1)}};
  return {kind, {}, {AnyCondition(item, depth - 1), AnyCondition(item, depth - 1)}};
}

RC_GTEST_PROP(ExprCondition, EqualsTheNaiveEvaluation, ()) {
  const Tree::Map item = naive::AnyItem();
  const NaiveCondition condition = AnyCondition(item, naive::Between(0, 3));
  naive::Placeholders placeholders;
  const std::string text = condition.Text(placeholders);
  Request request(placeholders.values, placeholders.names);
  const Result<Condition> bound = request.BindCondition(text);
  RC_LOG() << text << "\n";
  RC_ASSERT(Outcome(bound) == "ok");
  RC_ASSERT(Outcome(request.bindings().CheckAllUsed()) == "ok");
  const bool expected = condition.Holds(item);
  RC_CLASSIFY(expected, "true");
  RC_ASSERT(Holds(*bound, item::EncodeItem(item).view()) == expected);
}

}  // namespace
}  // namespace stator::expr
