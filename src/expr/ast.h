#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The tree that parsing makes of an expression's text alone. Placeholders are numbers; Slots
// (bound.h) holds their meanings. So one tree serves every request with the same text.
namespace stator::expr::ast {

// One step of a document path.
struct Step {
  enum class Kind : std::uint8_t { kName, kPlaceholder, kIndex };
  Kind kind;
  std::uint32_t number;  // kPlaceholder: index in Expression::names. kIndex: the list index
  std::string name;      // kName
};

// A document path, such as a.b[1].
struct Path {
  std::vector<Step> steps;  // the first is never kIndex
};

// A value placeholder.
struct Literal {
  std::uint32_t slot;  // index in Expression::values
};

enum class Function : std::uint8_t {
  kAttributeExists,
  kAttributeNotExists,
  kAttributeType,
  kBeginsWith,
  kContains,
  kSize,
  kIfNotExists,
  kListAppend,
};
std::string_view FunctionName(Function function);

struct Operand;
struct Call {
  Function function;
  std::vector<Operand> arguments;  // as many as the text has
};
struct Operand {
  std::variant<Path, Literal, Call> node;
};

enum class Comparator : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
};
std::string_view ComparatorText(Comparator comparator);

struct Condition;
struct Comparison {
  Comparator comparator;
  Operand left;
  Operand right;
};
struct Between {
  Operand value;
  Operand low;
  Operand high;
};
struct In {
  Operand value;
  std::vector<Operand> choices;
};
struct Not {
  std::unique_ptr<Condition> term;
};
// Conditions joined by AND.
struct All {
  std::vector<Condition> terms;
};
// Conditions joined by OR.
struct Any {
  std::vector<Condition> terms;
};
struct Condition {
  std::variant<Comparison, Between, In, Call, Not, All, Any> node;
};

enum class Verb : std::uint8_t { kSet, kRemove, kAdd, kDelete };
std::string_view VerbName(Verb verb);

// The right-hand side of SET.
struct Sum {
  bool subtract;
  Operand left;
  Operand right;
};
// One action of an update: a verb with its path and value.
struct Action {
  Verb verb;
  Path path;
  // kSet: an operand or a sum. kAdd and kDelete: an operand that is a literal.
  std::variant<std::monostate, Operand, Sum> value;
};
struct Update {
  std::vector<Action> actions;  // in the order of the text
  // Made from AttributeUpdates (legacy.h): ADD may append to a list, and error texts differ.
  bool legacy = false;
};

// A projection: the paths to return.
struct Projection {
  std::vector<Path> paths;
};

// A parsed expression with its placeholders.
struct Expression {
  std::variant<Condition, Update, Projection> root;
  // Placeholders with their sign, each once, in the order of their first use.
  std::vector<std::string> names;
  std::vector<std::string> values;
};

}  // namespace stator::expr::ast
