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

// Data-access code in no particular language: the functions, their parameters and their requests. A
// request is a spec of the store (store/spec.h), held as a Tree that printers write. C++ passes it
// to the store, the other languages to their runtime (runtime/).
namespace stator::model::generate {

// The types of values in generated code.
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

// A field of an entity or of a row.
struct Field {
  std::string name;
  ValueType type = ValueType::kText;
  bool required = false;            // identifies the entity; other fields may be absent
  std::vector<std::string> values;  // allowed values; empty: any value of the type
};

// An entity as a type of the generated code.
struct Record {
  std::string name;
  std::vector<Field> fields;
};

// A parameter of a function.
struct Parameter {
  std::string name;  // words, which each language spells in its way: "orderDate from"
  ValueType type = ValueType::kText;
  std::string record;                    // the entity to pass instead of a value
  bool many = false;                     // a list of values or entities
  std::vector<std::string> values = {};  // allowed values; empty: any value of the type
};

// The value of an attribute: a parameter or a constant.
struct Given {
  std::string attribute;
  std::optional<std::size_t> parameter;
  Tree constant;
};

// The part of a read's result that comes from one of its shapes.
struct ResultPart {
  std::string name;    // words
  std::string record;  // the entity
  std::size_t shape = 0;
  bool many = false;
  std::int64_t limit = 0;  // at most this many; 0: all
};

// The call of a pattern that reads.
struct ReadCall {
  Operation operation = Operation::kQuery;
  Tree spec;
  std::vector<Given> values;
  std::optional<std::size_t> from;  // parameters of a range
  std::optional<std::size_t> to;
  std::vector<ResultPart> results;  // more than one: a collection; of kStatement none, but items
  bool apart = false;               // reads the children after the parent
};

// One action of a pattern that writes.
struct ActionCall {
  std::string name;  // words; unique among the specs of the function
  Tree spec;
  std::optional<std::size_t> record;  // the parameter with the entity to put
  // For an action that changes several rows: the parameter with the rows, and the type of a row.
  // The given values then refer to the row's fields by number.
  std::optional<std::size_t> rows;
  Record row;
  std::vector<Given> values;
  std::vector<Given> expected;  // values that the item must still have
};

// Returns the fields of a row in a language's spelling. They are unique and no keywords.
std::vector<std::string> FieldNames(const Record& row, std::string (*spell)(std::string_view),
                                    const std::set<std::string_view>& keywords = {});

// Returns the parts of a read's result in a language's spelling, as FieldNames does.
std::vector<std::string> PartNames(const ReadCall& read, std::string (*spell)(std::string_view),
                                   const std::set<std::string_view>& keywords = {});

// Returns the expressions of an action's values: parameters, or fields of `each` of its rows.
std::vector<std::string> SourcesOf(const ActionCall& action,
                                   const std::vector<std::string>& parameters,
                                   std::vector<std::string> fields);

// The generated function of one pattern.
struct Function {
  std::string name;               // the pattern's id
  std::vector<std::string> text;  // its purpose, and how it is served
  std::vector<Parameter> parameters;
  std::optional<ReadCall> read;
  std::vector<ActionCall> actions;  // of a write
};

// A key that requests refer to by name, such as "PK CUST custId".
struct SharedKey {
  std::string name;
  Tree key;
};

// All generated code of a model.
struct Program {
  std::string name;
  std::string store;   // words: the class that has the functions
  std::string origin;  // names the model it was made from
  std::vector<SharedKey> keys;
  std::vector<Record> records;
  std::vector<Function> functions;
  std::vector<std::string> left_out;  // patterns without a function: "A1: why"
};

// Makes the program of a model. Leaves out patterns that no key serves or that address no item.
// Exports have no function, because no caller waits for one.
// Errors: ValidationException with the first pattern's fault, if no function remains.
Result<Program> ProgramOf(const Model& model, std::string_view target);

// Returns the type of an attribute's values.
ValueType ValueTypeOf(const Attribute& attribute);
// Returns the values of an enum. Empty: any value of the type.
std::vector<std::string> ValuesOf(const Attribute& attribute);

}  // namespace stator::model::generate
