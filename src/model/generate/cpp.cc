#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/generate/code.h"
#include "model/generate/literal.h"
#include "model/generate/names.h"
#include "model/language/bucket.h"

namespace stator::model::generate {
namespace {

const Dialect kCpp{
    .type_prefix = "",
    .object_begin = "{",
    .object_end = "}",
    .member = ".{name} = ",
    .list_begin = "{",
    .list_end = "}",
    .yes = "true",
    .no = "false",
    .spelled = [](std::string_view name) { return std::string(name); },
    .named = [](std::string_view name) { return fmt::format("keys::{}()", PascalCase(name)); },
    .chosen =
        [](std::string_view enumeration, std::string_view word) {
          return fmt::format("store::{}::k{}", enumeration, PascalCase(word));
        },
    .indent = 2};

const std::set<std::string_view>& Keywords() {
  static const std::set<std::string_view> words{"alignas",      "alignof",      "and",
                                                "asm",          "auto",         "bool",
                                                "break",        "case",         "catch",
                                                "char",         "class",        "compl",
                                                "concept",      "const",        "continue",
                                                "default",      "delete",       "do",
                                                "double",       "else",         "enum",
                                                "explicit",     "export",       "extern",
                                                "false",        "float",        "for",
                                                "friend",       "goto",         "if",
                                                "inline",       "int",          "long",
                                                "mutable",      "namespace",    "new",
                                                "not",          "nullptr",      "operator",
                                                "or",           "private",      "protected",
                                                "public",       "register",     "requires",
                                                "return",       "short",        "signed",
                                                "sizeof",       "static",       "struct",
                                                "switch",       "template",     "this",
                                                "throw",        "true",         "try",
                                                "typedef",      "typeid",       "typename",
                                                "union",        "unsigned",     "using",
                                                "virtual",      "void",         "volatile",
                                                "while",        "xor",          "std",
                                                "stator",       "store",        "keys",
                                                "rows",         "writes",       "spec",
                                                "requests",     "result",       "each",
                                                "and_eq",       "bitand",       "bitor",
                                                "not_eq",       "or_eq",        "xor_eq",
                                                "char8_t",      "char16_t",     "char32_t",
                                                "wchar_t",      "main",         "co_await",
                                                "co_return",    "co_yield",     "decltype",
                                                "noexcept",     "consteval",    "constexpr",
                                                "constinit",    "const_cast",   "static_assert",
                                                "static_cast",  "dynamic_cast", "reinterpret_cast",
                                                "thread_local", "errno",        "linux",
                                                "unix"};
  return words;
}

std::string_view TypeName(ValueType type) {
  switch (type) {
    case ValueType::kText:
      return "std::string";
    case ValueType::kDate:
      return "Date";
    case ValueType::kTime:
      return "Time";
    case ValueType::kTruth:
      return "bool";
    case ValueType::kInteger:
    case ValueType::kLong:
      return "std::int64_t";
    case ValueType::kNumber:
      return "Decimal";
    case ValueType::kBytes:
      return "Bytes";
    case ValueType::kMap:
      return "stator::client::Item";
    case ValueType::kList:
      return "stator::client::ValueList";
  }
  return "";
}

bool IsPlain(ValueType type) {
  return type == ValueType::kTruth || type == ValueType::kInteger || type == ValueType::kLong;
}

std::string RecordText(const Record& record) {
  const auto type = TypeNameOf(record.name);
  std::string fields;
  std::string puts;
  std::string takes;
  std::set<std::string> taken;
  for (const auto& field : record.fields) {
    const auto name = Free(SnakeCase(field.name), Keywords(), taken);
    fields += field.required
                  ? fmt::format("  {} {} = {{}};\n", TypeName(field.type), name)
                  : fmt::format("  std::optional<{}> {} = {{}};\n", TypeName(field.type), name);
    puts += fmt::format("  store::Put(item, {}, entity.{});\n", Quoted(field.name), name);
    takes += fmt::format("  store::Take(item, {}, entity.{});\n", Quoted(field.name), name);
  }
  return fmt::format(
      "\nstruct {0} {{\n{1}\n  bool operator==(const {0}& other) const = default;\n}};\n"
      "\ninline stator::client::Item ValuesOf(const {0}& entity) {{\n"
      "  stator::client::Item item;\n{2}  return item;\n}}\n"
      "\ninline void FillFrom(const stator::client::Item& item, {0}& entity) {{\n{3}}}\n",
      type, fields, puts, takes);
}

class FunctionText {
 public:
  explicit FunctionText(const Function& function)
      : function_(function), name_(PascalCase(function.name)) {
    for (const auto& parameter : function.parameters) {
      names_.push_back(Free(SnakeCase(parameter.name), Keywords(), taken_));
    }
  }

  std::string ResultStruct() const {
    if (!function_.read || function_.read->results.size() < 2) return "";
    std::string all = fmt::format("\nstruct {}Result {{\n", name_);
    const auto names = PartNames(*function_.read, SnakeCase, Keywords());
    for (std::size_t i = 0; i < names.size(); ++i) {
      all += fmt::format("  {} {} = {{}};\n", TypeOfPart(function_.read->results[i]), names[i]);
    }
    return all + "};\n";
  }

  // Prints a struct for the rows of each action that changes several rows.
  std::string RowStructs() const {
    std::string all;
    for (const auto& action : function_.actions) {
      if (!action.rows) continue;
      all += fmt::format("\nstruct {} {{\n", TypeNameOf(action.row.name));
      const auto names = FieldsOf(action);
      for (std::size_t i = 0; i < names.size(); ++i) {
        all += fmt::format("  {} {} = {{}};\n", TypeName(action.row.fields[i].type), names[i]);
      }
      all += "};\n";
    }
    return all;
  }

  std::string Method() const {
    std::string all = "\n";
    for (const auto& line : function_.text) all += CommentLine("  //", line);
    std::string parameters;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      parameters += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                                ParameterType(function_.parameters[i]), names_[i]);
    }
    all +=
        fmt::format("  stator::client::Expected<{}> {}({}) {{\n", ReturnType(), name_, parameters);
    return all + (function_.read ? ReadBody() : WriteBody()) + "  }\n";
  }

 private:
  static std::string ParameterType(const Parameter& parameter) {
    if (parameter.record.empty()) {
      return IsPlain(parameter.type) ? std::string(TypeName(parameter.type))
                                     : fmt::format("const {}&", TypeName(parameter.type));
    }
    const auto record = TypeNameOf(parameter.record);
    return parameter.many ? fmt::format("const std::vector<{}>&", record)
                          : fmt::format("const {}&", record);
  }

  static std::string TypeOfPart(const ResultPart& part) {
    return fmt::format("std::{}<{}>", part.many ? "vector" : "optional", TypeNameOf(part.record));
  }

  std::string ReturnType() const {
    if (!function_.read) return "void";
    if (function_.read->operation == Operation::kStatement) {
      return "std::vector<stator::client::Item>";
    }
    if (function_.read->results.size() > 1) return name_ + "Result";
    return TypeOfPart(function_.read->results.front());
  }

  static std::vector<std::string> FieldsOf(const ActionCall& action) {
    return FieldNames(action.row, SnakeCase, Keywords());
  }

  static std::string ValueText(const Given& given, const std::vector<std::string>& sources) {
    if (given.parameter) return fmt::format("store::ToValue({})", sources[*given.parameter]);
    switch (given.constant.type) {
      case Tree::Type::kNumber:
        return fmt::format("stator::client::Value::Number({})", given.constant.number);
      case Tree::Type::kTruth:
        return fmt::format("stator::client::Value::Bool({})", given.constant.truth);
      default:
        return fmt::format("stator::client::Value::String({})", Quoted(given.constant.text));
    }
  }

  static std::string ValuesText(const std::vector<Given>& values,
                                const std::vector<std::string>& sources) {
    std::string all;
    for (const auto& given : values) {
      all += fmt::format("{}{{{}, {}}}", all.empty() ? "" : ", ", Quoted(given.attribute),
                         ValueText(given, sources));
    }
    return "{" + all + "}";
  }

  static std::string SpecText(const std::string& name, const Tree& spec) {
    const auto head = fmt::format("    static const store::{}Spec {}", spec.text, name);
    return head + LiteralOf(kCpp, spec, 4, head.size()) + ";\n";
  }

  static std::string PartText(const ResultPart& part) {
    return fmt::format("store::{}<{}>(*rows, {}{})", part.many ? "All" : "First",
                       TypeNameOf(part.record), part.shape,
                       part.limit > 0 ? fmt::format(", {}", part.limit) : "");
  }

  std::string ReadBody() const {
    const auto& read = *function_.read;
    if (read.operation == Operation::kStatement) {
      return fmt::format("{}    return store_.Statement(spec, {});\n", SpecText("spec", read.spec),
                         ValuesText(read.values, names_));
    }
    const char* call = read.operation == Operation::kGetItem
                           ? "Get"
                           : (read.operation == Operation::kScan ? "Scan" : "Query");
    std::string all = SpecText("spec", read.spec);
    all += fmt::format("    auto rows = store_.{}(spec, {}", call, ValuesText(read.values, names_));
    if (read.from) {
      all += fmt::format(", std::pair(store::ToValue({}), store::ToValue({}))", names_[*read.from],
                         names_[*read.to]);
    }
    constexpr std::string_view kFailed =
        "    if (!rows) return std::unexpected(std::move(rows).error());\n";
    all += fmt::format(");\n{}", kFailed);
    if (read.apart) {
      all += fmt::format("    rows = store_.WithChildren(spec, {}, *std::move(rows));\n{}",
                         ValuesText(read.values, names_), kFailed);
    }
    if (read.results.size() == 1) {
      return all + fmt::format("    return {};\n", PartText(read.results.front()));
    }
    all += fmt::format("    return {}Result{{\n", name_);
    const auto names = PartNames(read, SnakeCase, Keywords());
    for (std::size_t i = 0; i < names.size(); ++i) {
      all += fmt::format("        .{} = {},\n", names[i], PartText(read.results[i]));
    }
    return all + "    };\n";
  }

  std::string WriteBody() const {
    std::string all;
    std::string calls = "    store::Writes writes;\n";
    for (std::size_t i = 0; i < function_.actions.size(); ++i) {
      const auto& action = function_.actions[i];
      const auto spec = fmt::format("spec{}", i + 1);
      all += SpecText(spec, action.spec);
      const auto given = action.record ? action.record : action.rows;
      const bool many = given && function_.parameters[*given].many;
      const auto margin = many ? "      " : "    ";
      const auto sources = SourcesOf(action, names_, FieldsOf(action));
      auto values = ValuesText(action.values, sources);
      if (action.record) {
        values = fmt::format("ValuesOf({})", many ? "each" : names_[*action.record]);
      }
      const auto expected =
          action.expected.empty() ? "" : ", " + ValuesText(action.expected, sources);
      if (many) calls += fmt::format("    for (const auto& each : {}) {{\n", names_[*given]);
      calls += fmt::format(
          "{0}if (auto added = store_.Add({1}, {2}, writes{3}); !added) return added;\n", margin,
          spec, values, expected);
      if (many) calls += "    }\n";
    }
    return all + calls + "    return store_.Commit(writes);\n";
  }

  const Function& function_;
  std::string name_;
  std::set<std::string> taken_;
  std::vector<std::string> names_;
};

// Returns the bucket with this many letters of a time: ":hour" for 13.
std::string BucketOf(std::int64_t letters) {
  for (const auto bucket : kBuckets) {
    if (static_cast<std::int64_t>(LettersOf(bucket)) == letters) {
      return fmt::format(":{}", NameOf(bucket));
    }
  }
  return "";
}

// Describes a key for readers of the requests: "PK = CUST#{custId}".
std::string TemplateOf(const Tree& key) {
  std::string text = key.members.front().second.text + " = ";
  for (const auto& piece : key.members.back().second.elements) {
    std::string attribute;
    std::string bucket;
    std::int64_t shards = 0;
    bool descending = false;
    for (const auto& [name, value] : piece.members) {
      if (name == "text") text += value.text;
      if (name == "attribute") attribute = value.text;
      if (name == "take") bucket = BucketOf(value.number);
      if (name == "descending") descending = value.truth;
      if (name == "shards") shards = value.number;
    }
    if (shards > 0 && attribute.empty()) {
      text += fmt::format("{{random({})}}", shards);
    } else if (shards > 0) {
      text += fmt::format("{{shard({},{})}}", attribute, shards);
    } else if (!attribute.empty()) {
      text += fmt::format("{{{}{}{}}}", attribute, bucket, descending ? " desc" : "");
    }
  }
  return text;
}

constexpr std::string_view kCppBeginning = R"(
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/stator.h"
#include "store/entity.h"
#include "store/store.h"

)";

}  // namespace

std::string CppOf(const Program& program, RuntimePlace /*place*/) {
  // The prefix belongs to Stator, so no header declares the namespace, whatever the model's name.
  const auto space = "stator_" + SnakeCase(program.name);
  std::string all = HeadOf(program, "//") + std::string(kCppBeginning);
  all += fmt::format(
      "namespace {} {{\n\nnamespace store = stator::store;\nusing store::Bytes;\n"
      "using store::Date;\nusing store::Decimal;\nusing store::Time;\n\n// --- Entities ---\n",
      space);
  for (const auto& record : program.records) all += RecordText(record);
  all += "\n// --- Keys ---\n\nnamespace keys {\n";
  for (const auto& [name, key] : program.keys) {
    constexpr std::string_view kHead = "  static const store::KeySpec key";
    all += "\n" + CommentLine("//", TemplateOf(key));
    all += fmt::format("inline const store::KeySpec& {}() {{\n{}{};\n  return key;\n}}\n",
                       PascalCase(name), kHead, LiteralOf(kCpp, key, 2, kHead.size()));
  }
  all += "\n}  // namespace keys\n\n// --- Access patterns ---\n";
  std::string methods;
  for (const auto& function : program.functions) {
    const FunctionText text(function);
    all += text.ResultStruct() + text.RowStructs();
    methods += text.Method();
  }
  const auto store = PascalCase(program.store);
  all += fmt::format(
      "\n// The access patterns of {0}, on a connection that must outlive it. Safe for concurrent "
      "use.\nclass {1} {{\n public:\n"
      "  explicit {1}(stator::client::Connection& connection) : store_(connection) {{}}\n{2}"
      "\n private:\n  store::Store store_;\n}};\n\n}}  // namespace {3}\n",
      program.name, store, methods, space);
  return all;
}

}  // namespace stator::model::generate
