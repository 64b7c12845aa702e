#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "item/tree.h"
#include "item/value.h"

namespace stator::partiql {

// A literal of a statement as written. Parameters may stand anywhere inside it.
struct Literal {
  struct Parameter {
    std::uint32_t number;  // from 0
  };
  // Digits with sign. Conversion is separate from parsing, because AWS reports faults of syntax
  // first.
  struct Number {
    std::string text;
  };
  struct List {
    std::vector<Literal> members;
  };
  struct Bag {
    std::vector<Literal> members;
  };
  struct Map {
    std::vector<std::string> names;
    std::vector<Literal> values;  // in the order of the names
  };
  // A construct that is no value, such as a call in INSERT, with AWS's error text.
  struct Fault {
    std::string text;
  };
  std::variant<item::Tree, Number, Parameter, List, Bag, Map, Fault> node;
};

// A literal where a statement uses it. A literal without parameters is encoded once, when the
// statement is parsed.
class Slot {
 public:
  // Errors: the first fault of the literal in the order of the text (facts 10.7).
  static Result<Slot> Make(Literal literal);

  // Appends the encoded value. REQUIRES: `parameters` has every parameter of the statement.
  // Errors: a bag whose parameters are duplicates or no scalars.
  Result<> AppendTo(Bytes& out, std::span<const item::ValueView> parameters) const;

  // Whether the value depends on the request's parameters.
  bool has_parameters() const { return encoded_.empty(); }
  // The encoded value. REQUIRES: no parameters.
  item::ValueView constant() const { return item::ValueView(encoded_); }

 private:
  // A member of a map that is a parameter itself, or has none inside.
  struct Member {
    std::string name;
    Bytes constant;  // empty: a parameter
    std::uint32_t parameter = 0;
  };

  static std::vector<Member> MembersOf(const Literal& literal);
  void AppendMembers(Bytes& out, std::span<const item::ValueView> parameters) const;

  Bytes encoded_;                     // empty: `literal_` has parameters
  std::unique_ptr<Literal> literal_;  // only with parameters
  // The literal as sorted members, if it is a map of them: the usual item of an INSERT. It is
  // encoded without a tree.
  std::vector<Member> members_;
};

}  // namespace stator::partiql
