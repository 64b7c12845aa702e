#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/generate/tree.h"
#include "model/language/model.h"
#include "model/plan/plan.h"

// Data-access code before it is in any language: which functions there are, what they take, and the
// requests they make. A request is a spec of the store (store/spec.h), as a Tree that printers
// write down. C++ hands it to the store, the other languages to their runtime (runtime/).
namespace stator::model::generate {

enum class ValueType : std::uint8_t {
  kText,
  kDate,  // the text 2026-11-15
  kTime,  // the text 2026-11-15T10:30:00.000Z
  kTruth,
  kInteger,  // up to 15 digits
  kLong,     // an integer of up to 18 digits
  kNumber,   // any other
  kBytes,
  kMap,
  kList,
};

struct Field {
  std::string name;
  ValueType type = ValueType::kText;
  bool required = false;            // identifies the entity; the others may be absent
  std::vector<std::string> values;  // what it may be; empty: anything of the type
};

// An entity.
struct Record {
  std::string name;
  std::vector<Field> fields;
};

struct Parameter {
  std::string name;  // words, for the language to spell: "orderDate from"
  ValueType type = ValueType::kText;
  std::string record;                    // an entity of that name instead of a value
  bool many = false;                     // a list of them
  std::vector<std::string> values = {};  // what it may be; empty: anything of the type
};

// The value of an attribute: a parameter's, or a constant.
struct Given {
  std::string attribute;
  std::optional<std::size_t> parameter;
  Tree constant;
};

// What a read returns of one of its shapes.
struct ResultPart {
  std::string name;    // words
  std::string record;  // the entity
  std::size_t shape = 0;
  bool many = false;
  std::int64_t limit = 0;  // at most so many of them; 0: all
};

struct ReadCall {
  Operation operation = Operation::kQuery;
  Tree spec;
  std::vector<Given> values;
  std::optional<std::size_t> from;  // parameters of a range
  std::optional<std::size_t> to;
  std::vector<ResultPart> results;  // more than one: a collection
  bool apart = false;               // the children are read after the parent
};

struct ActionCall {
  std::string name;  // of its spec, unique in the function: words
  Tree spec;
  std::optional<std::size_t> record;  // the parameter with the entity that is put
  // Where several rows are changed: the parameter with them, and what is said of each. The values
  // are then those of its fields, by their numbers.
  std::optional<std::size_t> rows;
  Record row;
  std::vector<Given> values;
  std::vector<Given> expected;  // what the item must still have
};

// The fields of a row as a language spells them, no two alike and none a keyword.
std::vector<std::string> FieldNames(const Record& row, std::string (*spell)(std::string_view),
                                    const std::set<std::string_view>& keywords = {});

// Likewise what a read returns of each of its shapes.
std::vector<std::string> PartNames(const ReadCall& read, std::string (*spell)(std::string_view),
                                   const std::set<std::string_view>& keywords = {});

// Where an action's values are: in the parameters, or in the fields of `each` of its rows.
std::vector<std::string> SourcesOf(const ActionCall& action,
                                   const std::vector<std::string>& parameters,
                                   std::vector<std::string> fields);

struct Function {
  std::string name;               // the pattern's id
  std::vector<std::string> text;  // what it is for, and how it is served
  std::vector<Parameter> parameters;
  std::optional<ReadCall> read;
  std::vector<ActionCall> actions;  // of a write
};

// A key that requests mention by its name, such as "PK CUST custId".
struct SharedKey {
  std::string name;
  Tree key;
};

struct Program {
  std::string name;
  std::string store;   // the class with the functions: words
  std::string origin;  // which model it was made from
  std::vector<SharedKey> keys;
  std::vector<Record> records;
  std::vector<Function> functions;
  std::vector<std::string> left_out;  // patterns without a function: "A1: why"
};

// Patterns that no key serves, or that address no item, are left out. Fails with the first of them
// if there is nothing else. Exports are no functions: nobody waits for one.
Result<Program> ProgramOf(const Model& model, std::string_view target);

ValueType ValueTypeOf(const Attribute& attribute);
// Of an enum; empty: anything of the type.
std::vector<std::string> ValuesOf(const Attribute& attribute);

}  // namespace stator::model::generate
