#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "model/generate/code.h"
#include "model/generate/literal.h"
#include "model/generate/names.h"

namespace stator::model::generate {
namespace {

const Dialect kTypeScript{.type_prefix = "",
                          .object_begin = "{ ",
                          .object_end = " }",
                          .member = "{name}: ",
                          .list_begin = "[",
                          .list_end = "]",
                          .yes = "true",
                          .no = "false",
                          .spelled = CamelCase,
                          .named = [](std::string_view name) { return "key" + PascalCase(name); },
                          .indent = 2};

const std::set<std::string_view>& Keywords() {
  static const std::set<std::string_view> words{
      "arguments", "await",      "break",      "case",    "catch",      "class",     "const",
      "continue",  "debugger",   "default",    "delete",  "do",         "else",      "enum",
      "eval",      "export",     "extends",    "false",   "finally",    "for",       "function",
      "if",        "implements", "import",     "in",      "instanceof", "interface", "let",
      "new",       "null",       "package",    "private", "protected",  "public",    "return",
      "static",    "super",      "switch",     "this",    "throw",      "true",      "try",
      "typeof",    "undefined",  "var",        "void",    "while",      "with",      "yield",
      "rows",      "requests",   "constructor"};
  return words;
}

std::string_view TypeName(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return "string";
    case ValueType::kDate:
      return "DateText";
    case ValueType::kTime:
      return "TimeText";
    case ValueType::kTruth:
      return "boolean";
    case ValueType::kInteger:
      return "number";
    case ValueType::kLong:
      return "bigint";
    case ValueType::kNumber:
      return "DecimalText";
    case ValueType::kBytes:
      return "Uint8Array";
    case ValueType::kMap:
      return "Record<string, unknown>";
    case ValueType::kList:
      return "unknown[]";
  }
  return "";
}

// Returns the type of an enum's values: "OPEN" | "PAID".
std::string TypeText(ValueType type, const std::vector<std::string>& values) {
  std::string all;
  for (const auto& value : values) all += (all.empty() ? "" : " | ") + Quoted(value);
  return all.empty() ? std::string(TypeName(type)) : all;
}

constexpr std::string_view kTypeScriptRuntimeImports = R"(import { createHash } from "node:crypto";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  NumberValue,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";

)";

// The names that generated modules import from the runtime: types, then values.
constexpr auto kTypeScriptTypes =
    std::to_array<std::string_view>({"DateText", "DecimalText", "StatorAction", "StatorFields",
                                     "StatorKey", "StatorRead", "StatorStatement", "TimeText"});
constexpr auto kTypeScriptValues = std::to_array<std::string_view>(
    {"Requests", "allOf", "decimalOf", "firstOf", "valuesOf", "writesOf"});

// Returns the beginning of a module whose runtime is a separate file.
std::string TypeScriptImportsOf(std::string_view body) {
  auto names = Mentioned(kTypeScriptValues, body);
  for (const auto& type : Mentioned(kTypeScriptTypes, body)) names.push_back("type " + type);
  return fmt::format(
      "import type {{ DynamoDBClient }} from \"@aws-sdk/client-dynamodb\";\n"
      "import {{\n  {},\n}} from \"./stator_runtime.js\";\n\n"
      "export type {{ DateText, DecimalText, TimeText }} from \"./stator_runtime.js\";\n",
      fmt::join(names, ",\n  "));
}

// Spells a property. An entity's attributes keep their stored names.
std::string Property(const std::string& name) {
  const bool plain =
      std::ranges::all_of(name,
                          [](char letter) { return IsLetterOrDigit(letter) || letter == '_'; }) &&
      !IsDigit(name.front());
  return plain ? name : Quoted(name);
}

std::string FieldsName(const std::string& record) { return CamelCase(record) + "Fields"; }

// Returns the form in which the runtime returns the attribute's values.
std::string_view FieldKind(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "integer";
    case ValueType::kLong:
      return "bigint";
    case ValueType::kNumber:
      return "decimal";
    case ValueType::kMap:
    case ValueType::kList:
      return "document";
    default:
      return "plain";
  }
}

std::string RecordText(const Record& record) {
  std::string fields;
  std::string names;
  for (const auto& field : record.fields) {
    fields += fmt::format("  {}{}: {};\n", Property(field.name), field.required ? "" : "?",
                          TypeText(field.type, field.values));
    names += fmt::format("{}{}: \"{}\"", names.empty() ? "" : ", ", Property(field.name),
                         FieldKind(field.type));
  }
  return fmt::format("\nexport interface {} {{\n{}}}\nconst {}: StatorFields = {{ {} }};\n",
                     TypeNameOf(record.name), fields, FieldsName(record.name), names);
}

class FunctionText {
 public:
  explicit FunctionText(const Function& function)
      : function_(function), name_(CamelCase(function.name)) {
    for (const auto& parameter : function.parameters) {
      names_.push_back(Free(CamelCase(parameter.name), Keywords(), taken_));
    }
  }

  std::string Constants() const {
    std::string all;
    if (function_.read) all += Constant(SpecName(""), function_.read->spec);
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      all += Constant(SpecName(std::to_string(i + 1)), function_.actions[i].spec);
    }
    return all;
  }

  std::string ResultInterface() const {
    if (!function_.read || function_.read->results.size() < 2) return "";
    std::string all = fmt::format("\nexport interface {}Result {{\n", PascalCase(function_.name));
    const auto names = PartNames(*function_.read, CamelCase);
    for (std::size_t i = 0; i < names.size(); ++i) {
      all += fmt::format("  {}: {};\n", names[i], TypeOfPart(function_.read->results[i]));
    }
    return all + "}\n";
  }

  // Prints an interface for the rows of each action that changes several rows.
  std::string RowInterfaces() const {
    std::string all;
    for (const auto& action : function_.actions) {
      if (!action.rows) continue;
      all += fmt::format("\nexport interface {} {{\n", TypeNameOf(action.row.name));
      const auto names = FieldsOf(action);
      for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& field = action.row.fields[i];
        all += fmt::format("  {}: {};\n", names[i], TypeText(field.type, field.values));
      }
      all += "}\n";
    }
    return all;
  }

  std::string Method() const {
    std::string all = "\n  /**\n";
    for (const auto& line : function_.text) all += fmt::format("   * {}\n", Commented(line));
    if (function_.text.empty()) all += fmt::format("   * {}\n", function_.name);
    std::string parameters;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      parameters += fmt::format("{}{}: {}", i == 0 ? "" : ", ", names_[i],
                                ParameterType(function_.parameters[i]));
    }
    std::set<std::string> none;
    all += fmt::format("   */\n  async {}({}): Promise<{}> {{\n", Free(name_, Keywords(), none),
                       parameters, ReturnType());
    return all + (function_.read ? ReadBody() : WriteBody()) + "  }\n";
  }

 private:
  // Removes texts that would end the comment.
  static std::string Commented(std::string line) {
    for (auto at = line.find("*/"); at != line.npos; at = line.find("*/")) line.erase(at, 1);
    return line;
  }

  std::string SpecName(const std::string& number) const { return name_ + "Spec" + number; }

  static std::string Constant(const std::string& name, const Tree& spec) {
    const auto head = fmt::format("\nconst {}: Stator{} = ", name, spec.text);
    return head + LiteralOf(kTypeScript, spec, 0, head.size() - 1) + ";\n";
  }

  static std::string ParameterType(const Parameter& parameter) {
    if (parameter.record.empty()) return TypeText(parameter.type, parameter.values);
    return TypeNameOf(parameter.record) + (parameter.many ? "[]" : "");
  }

  static std::string TypeOfPart(const ResultPart& part) {
    return TypeNameOf(part.record) + (part.many ? "[]" : " | undefined");
  }

  std::string ReturnType() const {
    if (!function_.read) return "void";
    if (function_.read->operation == Operation::kStatement) return "Record<string, unknown>[]";
    if (function_.read->results.size() > 1) return PascalCase(function_.name) + "Result";
    return TypeOfPart(function_.read->results.front());
  }

  static std::vector<std::string> FieldsOf(const ActionCall& action) {
    return FieldNames(action.row, CamelCase);
  }

  // Returns the expression that sends a value. Numbers of any size stay exact.
  static std::string Sent(const std::string& source, ValueType type) {
    return type == ValueType::kNumber ? fmt::format("decimalOf({})", source) : source;
  }

  // Returns the types of an action's parameters or row fields, by number.
  std::vector<ValueType> TypesOf(const ActionCall& action) const {
    if (!action.rows) return ParameterTypes();
    std::vector<ValueType> types;
    for (const auto& field : action.row.fields) types.push_back(field.type);
    return types;
  }

  std::vector<ValueType> ParameterTypes() const {
    std::vector<ValueType> types;
    for (const auto& parameter : function_.parameters) types.push_back(parameter.type);
    return types;
  }

  static std::string ValuesText(const std::vector<Given>& values,
                                const std::vector<std::string>& sources,
                                const std::vector<ValueType>& types) {
    std::string all;
    for (const auto& given : values) {
      const auto value = given.parameter ? Sent(sources[*given.parameter], types[*given.parameter])
                                         : LiteralOf(kTypeScript, given.constant, 0, 0);
      const auto name = Property(given.attribute);
      all += all.empty() ? "" : ", ";
      all += name == value ? name : fmt::format("{}: {}", name, value);
    }
    return all.empty() ? "{}" : "{ " + all + " }";
  }

  std::string ExpectedText(const ActionCall& action,
                           const std::vector<std::string>& sources) const {
    return action.expected.empty() ? ""
                                   : ", " + ValuesText(action.expected, sources, TypesOf(action));
  }

  std::string EntityText(const ActionCall& action, const std::string& entity) const {
    return fmt::format("valuesOf({}, {})", FieldsName(function_.parameters[*action.record].record),
                       entity);
  }

  static std::string PartText(const ResultPart& part) {
    return fmt::format("{}<{}>(rows, {}, {}){}", part.many ? "allOf" : "firstOf",
                       TypeNameOf(part.record), part.shape, FieldsName(part.record),
                       part.limit > 0 ? fmt::format(".slice(0, {})", part.limit) : "");
  }

  std::string ReadBody() const {
    const auto& read = *function_.read;
    if (read.operation == Operation::kStatement) {
      return fmt::format("    return this.requests.execute({}, {});\n", SpecName(""),
                         ValuesText(read.values, names_, ParameterTypes()));
    }
    const char* call = read.operation == Operation::kGetItem
                           ? "get"
                           : (read.operation == Operation::kScan ? "scan" : "query");
    std::string all =
        fmt::format("    {} rows = await this.requests.{}({}, {}", read.apart ? "let" : "const",
                    call, SpecName(""), ValuesText(read.values, names_, ParameterTypes()));
    if (read.from) {
      const auto type = function_.parameters[*read.from].type;
      all +=
          fmt::format(", [{}, {}]", Sent(names_[*read.from], type), Sent(names_[*read.to], type));
    }
    all += ");\n";
    if (read.apart) {
      all += fmt::format("    rows = await this.requests.withChildren({}, {}, rows);\n",
                         SpecName(""), ValuesText(read.values, names_, ParameterTypes()));
    }
    if (read.results.size() == 1) {
      return all + fmt::format("    return {};\n", PartText(read.results.front()));
    }
    all += "    return {\n";
    const auto names = PartNames(read, CamelCase);
    for (std::size_t i = 0; i < names.size(); ++i) {
      all += fmt::format("      {}: {},\n", names[i], PartText(read.results[i]));
    }
    return all + "    };\n";
  }

  std::string WriteBody() const {
    std::string all = "    await this.requests.commit([\n";
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      const auto& action = function_.actions[i];
      const auto spec = SpecName(std::to_string(i + 1));
      if (action.record && function_.parameters[*action.record].many) {
        all += fmt::format("      ...{}.flatMap((each) => writesOf({}, {})),\n",
                           names_[*action.record], spec, EntityText(action, "each"));
      } else if (action.record) {
        all +=
            fmt::format("      ...writesOf({}, {}{}),\n", spec,
                        EntityText(action, names_[*action.record]), ExpectedText(action, names_));
      } else {
        const auto sources = SourcesOf(action, names_, FieldsOf(action));
        const auto writes = fmt::format("writesOf({}, {}{})", spec,
                                        ValuesText(action.values, sources, TypesOf(action)),
                                        ExpectedText(action, sources));
        all += action.rows ? fmt::format("      ...{}.flatMap((each) => {}),\n",
                                         names_[*action.rows], writes)
                           : fmt::format("      ...{},\n", writes);
      }
    }
    return all + "    ]);\n";
  }

  const Function& function_;
  std::string name_;
  std::set<std::string> taken_;
  std::vector<std::string> names_;
};

// Compilers may refuse unused declarations, and not every model reads or writes all its entities.
std::string MentionedText(const Program& program) {
  if (program.records.empty()) return "";
  std::string names;
  for (const auto& record : program.records) {
    names += (names.empty() ? "" : ", ") + FieldsName(record.name);
  }
  return fmt::format("\nvoid [{}]; // some may be of no use to this model\n", names);
}

}  // namespace

std::string TypeScriptRuntime() {
  return fmt::format(
      "// The runtime of modules that `stator model generate --to typescript` makes.\n{}{}",
      kTypeScriptRuntimeImports, RuntimeText("typescript_runtime"));
}

std::string TypeScriptOf(const Program& program, RuntimePlace place) {
  std::string all = "\n// --- Entities ---\n";
  for (const auto& record : program.records) all += RecordText(record);
  all += "\n// --- Keys ---\n\n";
  for (const auto& [name, key] : program.keys) {
    const auto head = fmt::format("const {}: StatorKey = ", kTypeScript.named(name));
    all += fmt::format("{}{};\n", head, LiteralOf(kTypeScript, key, 0, head.size()));
  }
  std::string constants;
  std::string methods;
  for (const auto& function : program.functions) {
    const FunctionText text(function);
    all += text.ResultInterface() + text.RowInterfaces();
    constants += text.Constants();
    methods += text.Method();
  }
  all += "\n// --- Requests ---\n" + constants + MentionedText(program);
  all += fmt::format(
      "\n// The access patterns of {}.\nexport class {} {{\n"
      "  private readonly requests: Requests;\n\n"
      "  constructor(client: DynamoDBClient) {{\n"
      "    this.requests = new Requests(client);\n  }}\n{}}}\n",
      program.name, PascalCase(program.store), methods);
  const auto head = HeadOf(program, "//");
  if (place == RuntimePlace::kBeside) return head + TypeScriptImportsOf(all) + all;
  return fmt::format("{}{}{}{}", head, kTypeScriptRuntimeImports, RuntimeText("typescript_runtime"),
                     all);
}

}  // namespace stator::model::generate
