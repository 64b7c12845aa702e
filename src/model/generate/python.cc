#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "model/generate/code.h"
#include "model/generate/literal.h"
#include "model/generate/names.h"

namespace stator::model::generate {
namespace {

const Dialect kPython{
    .type_prefix = "_",
    .object_begin = "{type}(",
    .object_end = ")",
    .member = "{name}=",
    .list_begin = "[",
    .list_end = "]",
    .yes = "True",
    .no = "False",
    .spelled = [](std::string_view name) { return std::string(name); },
    .named = [](std::string_view name) { return "_KEY_" + UpperText(SnakeCase(name)); },
    .indent = 4};

const std::set<std::string_view>& Keywords() {
  static const std::set<std::string_view> words{
      "False",  "None",     "True",   "and",      "as",   "assert", "async",  "await",    "break",
      "class",  "continue", "def",    "del",      "elif", "else",   "except", "finally",  "for",
      "from",   "global",   "if",     "import",   "in",   "is",     "lambda", "nonlocal", "not",
      "or",     "pass",     "raise",  "return",   "try",  "while",  "with",   "yield",    "self",
      "values", "rows",     "writes", "expected", "each", "int",    "str",    "bool",     "bytes"};
  return words;
}

std::string_view TypeName(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return "str";
    case ValueType::kDate:
      return "Date";
    case ValueType::kTime:
      return "Time";
    case ValueType::kTruth:
      return "bool";
    case ValueType::kInteger:
    case ValueType::kLong:
      return "int";
    case ValueType::kNumber:
      return "Union[int, Decimal]";
    case ValueType::kBytes:
      return "bytes";
    case ValueType::kMap:
      return "Dict[str, Any]";
    case ValueType::kList:
      return "List[Any]";
  }
  return "";
}

constexpr std::string_view kFuture = "from __future__ import annotations\n\n";

// The runtime's imports, and further imports of generated classes.
constexpr std::string_view kPythonRuntimeImports =
    "import decimal\nimport hashlib\nimport random\nimport re\nimport time\n"
    "from concurrent.futures import ThreadPoolExecutor\n"
    "from dataclasses import dataclass, replace\n"
    "from datetime import datetime, timedelta\n"
    "from decimal import Decimal\n";
constexpr std::string_view kPythonRuntimeTypes =
    "from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple\n\n";
constexpr std::string_view kBoto =
    "from boto3.dynamodb.types import Binary, TypeDeserializer, TypeSerializer\n\n";
constexpr std::string_view kPythonTypes =
    "from typing import Any, Callable, ClassVar, Dict, FrozenSet, List, Optional, Sequence, Tuple, "
    "Union\n\n";

// The names that generated modules import from the runtime.
constexpr auto kPythonRuntimeNames = std::to_array<std::string_view>(
    {"Date",      "Time",   "_Action", "_Compare", "_Derived",   "_Filter",    "_Key",
     "_Lifetime", "_Piece", "_Read",   "_Rule",    "_Shape",     "_Statement", "_Store",
     "_When",     "_Write", "_all",    "_first",   "_values_of", "_writes"});

// Returns the beginning of a module whose runtime is a separate file.
std::string PythonImportsOf(std::string_view body) {
  std::string names;
  for (const auto& name : Mentioned(kPythonRuntimeNames, body)) names += "        " + name + ",\n";
  return fmt::format(
      "{0}from dataclasses import dataclass\nfrom decimal import Decimal\n"
      "from typing import Any, ClassVar, Dict, FrozenSet, List, Optional, Sequence, Union\n\n"
      "if __package__:\n    from .stator_runtime import (\n{1}    )\n"
      "else:\n    from stator_runtime import (\n{1}    )\n",
      kFuture, names);
}

std::string RecordText(const Record& record) {
  std::string all = fmt::format("\n\n@dataclass\nclass {}:\n", TypeNameOf(record.name));
  std::string attributes;
  std::string integers;
  std::set<std::string> taken;
  for (const auto& field : record.fields) {
    const auto name = Free(SnakeCase(field.name), Keywords(), taken);
    const auto type = TypeName(field.type);
    all += field.required ? fmt::format("    {}: {}\n", name, type)
                          : fmt::format("    {}: Optional[{}] = None\n", name, type);
    attributes += fmt::format("        {}: {},\n", Quoted(name), Quoted(field.name));
    if (field.type == ValueType::kInteger || field.type == ValueType::kLong) {
      integers += (integers.empty() ? "" : ", ") + Quoted(field.name);
    }
  }
  return all + fmt::format(
                   "\n    ATTRIBUTES: ClassVar[Dict[str, str]] = {{\n{}    }}\n"
                   "    INTEGERS: ClassVar[FrozenSet[str]] = frozenset([{}])\n",
                   attributes, integers);
}

class FunctionText {
 public:
  explicit FunctionText(const Function& function)
      : function_(function), name_(SnakeCase(function.name)) {
    for (const auto& parameter : function.parameters) {
      names_.push_back(Free(SnakeCase(parameter.name), Keywords(), taken_));
    }
  }

  // Prints the requests as constants of the module.
  std::string Constants() const {
    std::string all;
    if (function_.read) all += Constant(ConstantName(""), function_.read->spec);
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      all += Constant(ConstantName(std::to_string(i + 1)), function_.actions[i].spec);
    }
    return all;
  }

  std::string ResultClass() const {
    if (!function_.read || function_.read->results.size() < 2) return "";
    std::string all = fmt::format("\n\n@dataclass\nclass {}Result:\n", PascalCase(function_.name));
    const auto names = PartNames(*function_.read, SnakeCase, Keywords());
    for (std::size_t i = 0; i < names.size(); ++i) {
      all += fmt::format("    {}: {}\n", names[i], TypeOfPart(function_.read->results[i]));
    }
    return all;
  }

  // Prints a class for the rows of each action that changes several rows.
  std::string RowClasses() const {
    std::string all;
    for (const auto& action : function_.actions) {
      if (!action.rows) continue;
      all += fmt::format("\n\n@dataclass\nclass {}:\n", TypeNameOf(action.row.name));
      const auto names = FieldsOf(action);
      for (std::size_t i = 0; i < names.size(); ++i) {
        all += fmt::format("    {}: {}\n", names[i], TypeName(action.row.fields[i].type));
      }
    }
    return all;
  }

  std::string Method() const {
    std::string all = fmt::format("\n    def {}(self", Free_(name_));
    for (std::size_t i = 0; i < names_.size(); ++i) {
      all += fmt::format(", {}: {}", names_[i], ParameterType(function_.parameters[i]));
    }
    all += fmt::format(") -> {}:\n        \"\"\"", ReturnType());
    for (std::size_t i = 0; i < function_.text.size(); ++i) {
      all += fmt::format("{}{}", i == 0 ? "" : "\n\n        ", Escaped(function_.text[i]));
    }
    if (function_.text.empty()) all += Escaped(function_.name);
    all += function_.text.size() > 1 ? "\n        \"\"\"\n" : "\"\"\"\n";
    return all + (function_.read ? ReadBody() : WriteBody());
  }

 private:
  static std::string Free_(std::string name) {
    std::set<std::string> none;
    return Free(std::move(name), Keywords(), none);
  }

  static std::string Escaped(std::string_view text) {
    auto quoted = Quoted(text);
    return quoted.substr(1, quoted.size() - 2);
  }

  std::string ConstantName(const std::string& number) const {
    return UpperText("_" + name_ + (number.empty() ? "" : "_" + number));
  }

  static std::string Constant(const std::string& name, const Tree& spec) {
    return fmt::format("\n{} = {}\n", name, LiteralOf(kPython, spec, 0, name.size() + 3));
  }

  static std::string ParameterType(const Parameter& parameter) {
    if (parameter.record.empty()) return std::string(TypeName(parameter.type));
    const auto record = TypeNameOf(parameter.record);
    return parameter.many ? fmt::format("Sequence[{}]", record) : record;
  }

  static std::string TypeOfPart(const ResultPart& part) {
    return fmt::format("{}[{}]", part.many ? "List" : "Optional", TypeNameOf(part.record));
  }

  std::string ReturnType() const {
    if (!function_.read) return "None";
    if (function_.read->operation == Operation::kStatement) return "List[Dict[str, Any]]";
    if (function_.read->results.size() > 1) return PascalCase(function_.name) + "Result";
    return TypeOfPart(function_.read->results.front());
  }

  static std::vector<std::string> FieldsOf(const ActionCall& action) {
    return FieldNames(action.row, SnakeCase, Keywords());
  }

  static std::string ValuesText(const std::vector<Given>& values,
                                const std::vector<std::string>& sources) {
    std::string all;
    for (const auto& given : values) {
      const auto value =
          given.parameter ? sources[*given.parameter] : LiteralOf(kPython, given.constant, 0, 0);
      all += fmt::format("{}{}: {}", all.empty() ? "" : ", ", Quoted(given.attribute), value);
    }
    return "{" + all + "}";
  }

  static std::string ExpectedText(const ActionCall& action,
                                  const std::vector<std::string>& sources) {
    return action.expected.empty() ? "" : ", " + ValuesText(action.expected, sources);
  }

  static std::string PartText(const ResultPart& part) {
    return fmt::format("{}(rows, {}, {}){}", part.many ? "_all" : "_first", part.shape,
                       TypeNameOf(part.record),
                       part.limit > 0 ? fmt::format("[:{}]", part.limit) : "");
  }

  std::string ReadBody() const {
    const auto& read = *function_.read;
    if (read.operation == Operation::kStatement) {
      return fmt::format("        return self._execute({}, {})\n", ConstantName(""),
                         ValuesText(read.values, names_));
    }
    const char* call = read.operation == Operation::kGetItem
                           ? "_get"
                           : (read.operation == Operation::kScan ? "_scan" : "_query");
    std::string all = fmt::format("        rows = self.{}({}, {}", call, ConstantName(""),
                                  ValuesText(read.values, names_));
    if (read.from) all += fmt::format(", ({}, {})", names_[*read.from], names_[*read.to]);
    all += ")\n";
    if (read.apart) {
      all += fmt::format("        rows = self._with_children({}, {}, rows)\n", ConstantName(""),
                         ValuesText(read.values, names_));
    }
    if (read.results.size() == 1) {
      return all + fmt::format("        return {}\n", PartText(read.results.front()));
    }
    all += fmt::format("        return {}Result(\n", PascalCase(function_.name));
    const auto names = PartNames(read, SnakeCase, Keywords());
    for (std::size_t i = 0; i < names.size(); ++i) {
      all += fmt::format("            {}={},\n", names[i], PartText(read.results[i]));
    }
    return all + "        )\n";
  }

  std::string WriteBody() const {
    std::string all = "        writes: List[Dict[str, Any]] = []\n";
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      const auto& action = function_.actions[i];
      const auto spec = ConstantName(std::to_string(i + 1));
      if (action.record && function_.parameters[*action.record].many) {
        all += fmt::format(
            "        for each in {}:\n            writes += _writes({}, _values_of(each))\n",
            names_[*action.record], spec);
      } else if (action.record) {
        all += fmt::format("        writes += _writes({}, _values_of({}){})\n", spec,
                           names_[*action.record], ExpectedText(action, names_));
      } else {
        const auto sources = SourcesOf(action, names_, FieldsOf(action));
        if (action.rows) all += fmt::format("        for each in {}:\n    ", names_[*action.rows]);
        all += fmt::format("        writes += _writes({}, {}{})\n", spec,
                           ValuesText(action.values, sources), ExpectedText(action, sources));
      }
    }
    return all + "        self._commit(writes)\n";
  }

  const Function& function_;
  std::string name_;
  std::set<std::string> taken_;
  std::vector<std::string> names_;
};

}  // namespace

std::string PythonRuntime() {
  return fmt::format(
      "# The runtime of modules that `stator model generate --to python` makes.\n{}{}{}{}{}",
      kFuture, kPythonRuntimeImports, kPythonRuntimeTypes, kBoto, RuntimeText("python_runtime"));
}

std::string PythonOf(const Program& program, RuntimePlace place) {
  std::string all = "\n\n# --- Entities ---\n";
  for (const auto& record : program.records) all += RecordText(record);
  all += "\n\n# --- Keys ---\n\n";
  for (const auto& [name, key] : program.keys) {
    const auto constant = kPython.named(name);
    all += fmt::format("{} = {}\n", constant, LiteralOf(kPython, key, 0, constant.size() + 3));
  }
  std::string constants;
  std::string methods;
  for (const auto& function : program.functions) {
    const FunctionText text(function);
    all += text.ResultClass() + text.RowClasses();
    constants += text.Constants();
    methods += text.Method();
  }
  all += "\n\n# --- Requests ---\n" + constants;
  all += fmt::format(
      "\n\nclass {0}(_Store):\n"
      "    \"\"\"The access patterns of {1}, on a client: "
      "{0}(boto3.client(\"dynamodb\")).\"\"\"\n{2}",
      PascalCase(program.store), program.name, methods);
  const auto head = HeadOf(program, "#");
  if (place == RuntimePlace::kBeside) return head + PythonImportsOf(all) + all;
  return fmt::format("{}{}{}{}{}{}{}", head, kFuture, kPythonRuntimeImports, kPythonTypes, kBoto,
                     RuntimeText("python_runtime"), all);
}

}  // namespace stator::model::generate
