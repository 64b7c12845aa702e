#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/generate/code.h"
#include "model/generate/literal.h"
#include "model/generate/names.h"

namespace stator::model::generate {
namespace {

const Dialect kCSharp{.type_prefix = "Runtime.",
                      .object_begin = "new {type} { ",
                      .object_end = " }",
                      .member = "{name} = ",
                      .list_begin = "new {type}[] { ",
                      .list_end = " }",
                      .yes = "true",
                      .no = "false",
                      .spelled = PascalCase,
                      .named = [](std::string_view name) { return "Keys." + PascalCase(name); },
                      .indent = 4};

const std::set<std::string_view>& Keywords() {
  static const std::set<std::string_view> words{
      "abstract", "as",       "base",     "bool",        "break",     "byte",      "case",
      "catch",    "char",     "checked",  "class",       "const",     "continue",  "decimal",
      "default",  "delegate", "do",       "double",      "else",      "enum",      "event",
      "explicit", "extern",   "false",    "finally",     "fixed",     "float",     "for",
      "foreach",  "goto",     "if",       "implicit",    "in",        "int",       "interface",
      "internal", "is",       "lock",     "long",        "namespace", "new",       "null",
      "object",   "operator", "out",      "override",    "params",    "private",   "protected",
      "public",   "readonly", "ref",      "return",      "sbyte",     "sealed",    "short",
      "sizeof",   "static",   "string",   "struct",      "switch",    "this",      "throw",
      "true",     "try",      "typeof",   "uint",        "ulong",     "unchecked", "unsafe",
      "ushort",   "using",    "virtual",  "void",        "volatile",  "while",     "rows",
      "writes",   "each",     "requests", "cancellation"};
  return words;
}

struct TypeText {
  std::string_view name;
  std::string_view reader;   // method of Runtime
  std::string_view nothing;  // default of a required property
};

TypeText TypeTextOf(ValueType type) {
  switch (type) {
    case ValueType::kText:
    case ValueType::kDate:
    case ValueType::kTime:
      return {"string", "Text", "\"\""};
    case ValueType::kTruth:
      return {"bool", "Truth", "false"};
    case ValueType::kInteger:
    case ValueType::kLong:
      return {"long", "Integer", "0"};
    case ValueType::kNumber:
      return {"decimal", "Number", "0"};
    case ValueType::kBytes:
      return {"byte[]", "Bytes", "Array.Empty<byte>()"};
    case ValueType::kMap:
      return {"Dictionary<string, AttributeValue>", "Map", "new()"};
    case ValueType::kList:
      return {"List<AttributeValue>", "Elements", "new()"};
  }
  return {};
}

constexpr std::string_view kCSharpPreface = R"(//
// Compiled by Stator's tests, but not run. The same requests are run in C++, Python and TypeScript.
// Needs the package AWSSDK.DynamoDBv2 and .NET 6 or newer. Dates are texts such as 2026-11-15, times texts such as
// 2026-11-15T10:30:00.000Z.
)";

constexpr std::string_view kCSharpBeginning = R"(#nullable enable

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Amazon.DynamoDBv2;
using Amazon.DynamoDBv2.Model;

)";

std::string RecordText(const Record& record) {
  const auto type = TypeNameOf(record.name);
  std::string properties;
  std::string puts;
  std::string takes;
  std::set<std::string> taken{type};  // C# forbids a member with the name of its class
  for (const auto& field : record.fields) {
    const auto name = Free(PascalCase(field.name), Keywords(), taken);
    const auto text = TypeTextOf(field.type);
    const auto read = fmt::format("Runtime.{}(item, {})", text.reader, Quoted(field.name));
    if (field.required) {
      properties +=
          fmt::format("    public {} {} {{ get; init; }} = {};\n", text.name, name, text.nothing);
      puts += fmt::format("        item[{}] = Runtime.Of({});\n", Quoted(field.name), name);
      takes += fmt::format("        {} = {} ?? {},\n", name, read, text.nothing);
    } else {
      properties += fmt::format("    public {}? {} {{ get; init; }}\n", text.name, name);
      puts += fmt::format("        if ({0} is {{ }} the{0}) item[{1}] = Runtime.Of(the{0});\n",
                          name, Quoted(field.name));
      takes += fmt::format("        {} = {},\n", name, read);
    }
  }
  return fmt::format(
      "\npublic sealed record {0}\n{{\n{1}\n"
      "    internal Dictionary<string, AttributeValue> Values()\n    {{\n"
      "        var item = new Dictionary<string, AttributeValue>();\n{2}"
      "        return item;\n    }}\n\n"
      "    internal static {0} From(Dictionary<string, AttributeValue> item) => new {0}\n    {{\n"
      "{3}    }};\n}}\n",
      type, properties, puts, takes);
}

class FunctionText {
 public:
  explicit FunctionText(const Function& function)
      : function_(function), name_(PascalCase(function.name)) {
    for (const auto& parameter : function.parameters) {
      names_.push_back(Free(CamelCase(parameter.name), Keywords(), taken_));
    }
  }

  std::string ResultRecord() const {
    if (!function_.read || function_.read->results.size() < 2) return "";
    std::string parts;
    const auto names = PartNames(*function_.read, PascalCase);
    for (std::size_t i = 0; i < names.size(); ++i) {
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ",
                           TypeOfPart(function_.read->results[i]), names[i]);
    }
    return fmt::format("\npublic sealed record {}Result({});\n", name_, parts);
  }

  // Prints a record for the rows of each action that changes several rows.
  std::string RowRecords() const {
    std::string all;
    for (const auto& action : function_.actions) {
      if (!action.rows) continue;
      std::string parts;
      const auto names = FieldsOf(action);
      for (std::size_t i = 0; i < names.size(); ++i) {
        parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ",
                             TypeTextOf(action.row.fields[i].type).name, names[i]);
      }
      all += fmt::format("\npublic sealed record {}({});\n", TypeNameOf(action.row.name), parts);
    }
    return all;
  }

  std::string Method() const {
    std::string all = Constants() + "\n";
    for (const auto& line : function_.text) all += CommentLine("    //", line);
    std::string parameters;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      parameters += fmt::format("{} {}, ", ParameterType(function_.parameters[i]), names_[i]);
    }
    parameters += "CancellationToken cancellation = default";
    all +=
        fmt::format("    public async {} {}Async({})\n    {{\n", ReturnType(), name_, parameters);
    return all + (function_.read ? ReadBody() : WriteBody()) + "    }\n";
  }

 private:
  std::string Constants() const {
    std::string all;
    if (function_.read) all += Constant("", function_.read->spec);
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      all += Constant(std::to_string(i + 1), function_.actions[i].spec);
    }
    return all;
  }

  std::string SpecName(const std::string& number) const { return name_ + "Spec" + number; }

  std::string Constant(const std::string& number, const Tree& spec) const {
    const auto head =
        fmt::format("    private static readonly Runtime.{} {} = ", spec.text, SpecName(number));
    return fmt::format("\n{}{};\n", head, LiteralOf(kCSharp, spec, 4, head.size()));
  }

  static std::string ParameterType(const Parameter& parameter) {
    if (parameter.record.empty()) return std::string(TypeTextOf(parameter.type).name);
    const auto record = TypeNameOf(parameter.record);
    return parameter.many ? fmt::format("IEnumerable<{}>", record) : record;
  }

  static std::string TypeOfPart(const ResultPart& part) {
    const auto record = TypeNameOf(part.record);
    return part.many ? fmt::format("List<{}>", record) : record + "?";
  }

  std::string ReturnType() const {
    if (!function_.read) return "Task";
    if (function_.read->operation == Operation::kStatement) {
      return "Task<List<Dictionary<string, AttributeValue>>>";
    }
    if (function_.read->results.size() > 1) return fmt::format("Task<{}Result>", name_);
    return fmt::format("Task<{}>", TypeOfPart(function_.read->results.front()));
  }

  static std::vector<std::string> FieldsOf(const ActionCall& action) {
    return FieldNames(action.row, PascalCase);
  }

  static std::string ValueText(const Given& given, const std::vector<std::string>& sources) {
    if (given.parameter) return fmt::format("Runtime.Of({})", sources[*given.parameter]);
    const bool number = given.constant.type == Tree::Type::kNumber;
    return fmt::format("Runtime.Of({}{})", LiteralOf(kCSharp, given.constant, 0, 0),
                       number ? "L" : "");
  }

  static std::string ValuesText(const std::vector<Given>& values,
                                const std::vector<std::string>& sources) {
    std::string all;
    for (const auto& given : values) {
      all += fmt::format("{}[{}] = {}", all.empty() ? "" : ", ", Quoted(given.attribute),
                         ValueText(given, sources));
    }
    return all.empty() ? "new Dictionary<string, AttributeValue>()"
                       : "new Dictionary<string, AttributeValue> { " + all + " }";
  }

  static std::string PartText(const ResultPart& part) {
    return fmt::format("rows.Where(row => row.Shape == {}).Select(row => {}.From(row.Item)).{}{}()",
                       part.shape, TypeNameOf(part.record),
                       part.limit > 0 ? fmt::format("Take({}).", part.limit) : "",
                       part.many ? "ToList" : "FirstOrDefault");
  }

  std::string WindowText(const ReadCall& read) const {
    if (!read.from) return "null";
    return fmt::format("new Runtime.Window {{ First = Runtime.Of({}), Last = Runtime.Of({}) }}",
                       names_[*read.from], names_[*read.to]);
  }

  std::string ReadBody() const {
    const auto& read = *function_.read;
    if (read.operation == Operation::kStatement) {
      return fmt::format("        return await requests.Execute({}, {}, cancellation);\n",
                         SpecName(""), ValuesText(read.values, names_));
    }
    const char* call = read.operation == Operation::kGetItem
                           ? "Get"
                           : (read.operation == Operation::kScan ? "Scan" : "Query");
    std::string all =
        fmt::format("        var rows = await requests.{}({}, {}, {}, cancellation);\n", call,
                    SpecName(""), ValuesText(read.values, names_), WindowText(read));
    if (read.apart) {
      all +=
          fmt::format("        rows = await requests.WithChildren({}, {}, rows, cancellation);\n",
                      SpecName(""), ValuesText(read.values, names_));
    }
    std::string parts;
    for (const auto& part : read.results) {
      parts += fmt::format("{}{}", parts.empty() ? "" : ",\n            ", PartText(part));
    }
    if (read.results.size() == 1) return all + fmt::format("        return {};\n", parts);
    return all + fmt::format("        return new {}Result(\n            {});\n", name_, parts);
  }

  std::string WriteBody() const {
    std::string all = "        var writes = new List<TransactWriteItem>();\n";
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      const auto& action = function_.actions[i];
      const auto spec = SpecName(std::to_string(i + 1));
      if (action.record && function_.parameters[*action.record].many) {
        all += fmt::format(
            "        foreach (var each in {}) writes.AddRange(Runtime.WritesOf({}, "
            "each.Values()));\n",
            names_[*action.record], spec);
        continue;
      }
      const auto sources = SourcesOf(action, names_, FieldsOf(action));
      const auto values =
          action.record ? names_[*action.record] + ".Values()" : ValuesText(action.values, sources);
      const auto expected =
          action.expected.empty() ? "" : ", " + ValuesText(action.expected, sources);
      const auto each =
          action.rows ? fmt::format("foreach (var each in {}) ", names_[*action.rows]) : "";
      all += fmt::format("        {}writes.AddRange(Runtime.WritesOf({}, {}{}));\n", each, spec,
                         values, expected);
    }
    return all + "        await requests.Commit(writes, cancellation);\n";
  }

  const Function& function_;
  std::string name_;
  std::set<std::string> taken_;
  std::vector<std::string> names_;
};

std::string KeysText(const Program& program) {
  std::string all = "\n    private static class Keys\n    {\n";
  for (const auto& [name, key] : program.keys) {
    const auto head =
        fmt::format("        internal static readonly Runtime.Key {} = ", PascalCase(name));
    all += fmt::format("{}{};\n", head, LiteralOf(kCSharp, key, 8, head.size()));
  }
  return all + "    }\n";
}

}  // namespace

std::string CSharpRuntime() {
  return fmt::format(
      "// The runtime of files that `stator model generate --to csharp` makes.\n{}"
      "namespace StatorRuntime;\n\n{}",
      kCSharpBeginning, RuntimeText("csharp_runtime"));
}

std::string CSharpOf(const Program& program, RuntimePlace place) {
  const bool beside = place == RuntimePlace::kBeside;
  std::string all =
      HeadOf(program, "//") + std::string(kCSharpPreface) + std::string(kCSharpBeginning);
  if (beside) all.insert(all.size() - 1, "using StatorRuntime;\n");
  const auto name = PascalCase(program.name);
  // The suffix keeps the namespace apart from an entity with the model's name.
  all += fmt::format("namespace {}Data;\n", name);
  std::string methods;
  for (const auto& record : program.records) all += RecordText(record);
  for (const auto& function : program.functions) {
    const FunctionText text(function);
    all += text.ResultRecord() + text.RowRecords();
    methods += text.Method();
  }
  all += fmt::format(
      "\n// The access patterns of {0}.\npublic sealed class {1}\n{{\n"
      "    private readonly Runtime.Requests requests;\n\n"
      "    public {1}(IAmazonDynamoDB client) => requests = new Runtime.Requests(client);\n"
      "{2}{3}}}\n\n",
      program.name, PascalCase(program.store), methods, KeysText(program));
  if (!beside) all += RuntimeText("csharp_runtime");
  return all;
}

}  // namespace stator::model::generate
