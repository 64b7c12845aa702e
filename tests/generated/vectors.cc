// Writes vectors for the runtimes of all languages: the arguments of each generated function, its
// exact requests, the answers, and the returned entities. The C++ executor produces them, on an
// in-memory database with the sample of `stator model verify`.
//
//   generated_vectors [--update] FOLDER MODEL.std…
//
// Compares FOLDER/MODEL.json with the executor's result. With --update, writes the files instead.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/stable_order.h"
#include "model/generate/functions.h"
#include "model/generate/names.h"
#include "model/generate/spec_tree.h"
#include "model/language/parser.h"
#include "model/plan/lower.h"
#include "model/verify/argument_choices.h"
#include "model/verify/world.h"
#include "model/verify/write_steps.h"
#include "model/verify/writes.h"
#include "wire_tree.h"

namespace stator::generated {
namespace {

namespace generate = model::generate;
using client::Expected;
using client::Item;

constexpr std::uint64_t kRandom = 1;  // shard 1 of 2 or more, in every language
constexpr std::int64_t kNow = 1'800'000'000;
constexpr std::size_t kReadCases = 3;   // of each function
constexpr std::size_t kAnswerMax = 12;  // answers of a case count as short up to this many items

// Records the requests that the store sends and their answers.
class Recorder : public store::Observer {
 public:
  void OnAnswer(const store::Request& request, const store::Answer& answer) override {
    items_ += answer.items.size();
    Add(request, OutputOf(request, answer));
  }
  void OnError(const store::Request& request) override { Add(request, Tree::Object("")); }
  void OnOtherShape(const Item& /*item*/) override {}
  void OnFilteredOut(const Item& /*item*/) override {}

  Tree Take() { return std::exchange(exchanges_, Tree::List("")); }
  std::size_t items() const { return items_; }

 private:
  void Add(const store::Request& request, Tree answer) {
    Tree exchange = Tree::Object(
        "", {{"operation", Tree::Text(OperationOf(request))}, {"input", InputOf(request)}});
    exchanges_.elements.push_back(std::move(exchange.Add("output", std::move(answer))));
  }

  Tree exchanges_ = Tree::List("");
  std::size_t items_ = 0;
};

store::Store RecordedStore(model::World& world, Recorder& recorder) {
  return store::Store(world.database, {.observer = &recorder,
                                       .surroundings = {.random = [] { return kRandom; },
                                                        .now_seconds = [] { return kNow; }},
                                       .workers = 1});
}

std::string_view TypeOf(generate::ValueType type) {
  switch (type) {
    case generate::ValueType::kText:
    case generate::ValueType::kDate:
    case generate::ValueType::kTime:
      return "text";
    case generate::ValueType::kTruth:
      return "truth";
    case generate::ValueType::kInteger:
      return "integer";
    case generate::ValueType::kLong:
      return "long";
    case generate::ValueType::kNumber:
      return "number";
    case generate::ValueType::kBytes:
      return "bytes";
    case generate::ValueType::kMap:
      return "map";
    case generate::ValueType::kList:
      return "list";
  }
  return "";
}

// Returns the attributes of the item that the record has.
Tree EntityOf(const generate::Program& program, const std::string& record, const Item& item) {
  Item entity;
  const auto found = std::ranges::find(program.records, record, &generate::Record::name);
  for (const auto& field : found->fields) {
    if (const auto* value = client::Find(item, field.name)) entity.emplace(field.name, *value);
  }
  return WireOf(entity);
}

// The arguments of one call, by parameter number.
class Arguments {
 public:
  explicit Arguments(const generate::Function& function)
      : function_(function), values_(function.parameters.size()) {}

  void Set(std::size_t parameter, Tree value) { values_[parameter] = std::move(value); }
  void Append(std::size_t parameter, Tree value) {
    auto& list = values_[parameter];
    if (!list) list = Tree::List("");
    list->elements.push_back(std::move(value));
  }

  Tree Take() const {
    Tree list = Tree::List("");
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const auto& parameter = function_.parameters[i];
      Tree argument = Tree::Object("");
      if (parameter.record.empty()) {
        argument.Add("type", Tree::Text(std::string(TypeOf(parameter.type))));
      } else {
        argument.Add("record", Tree::Text(generate::TypeNameOf(parameter.record)));
      }
      argument.Add("value", values_[i].value_or(Tree::List("")));
      list.elements.push_back(std::move(argument));
    }
    return list;
  }

 private:
  const generate::Function& function_;
  std::vector<std::optional<Tree>> values_;
};

// --- Reads ---

struct ReadCase {
  Tree tree;
  std::size_t items = 0;   // items in the answers
  std::size_t result = 0;  // returned entities
};

Tree ResultOf(const generate::Program& program, const generate::ReadCall& call,
              const store::Rows& rows, std::size_t& count) {
  Tree parts = Tree::List("");
  for (const auto& part : call.results) {
    Tree entities = Tree::List("");
    for (const auto& row : rows) {
      if (row.shape != part.shape) continue;
      const auto size = static_cast<std::int64_t>(entities.elements.size());
      if ((part.limit > 0 && size == part.limit) || (!part.many && size == 1)) break;
      entities.elements.push_back(EntityOf(program, part.record, row.item));
    }
    count += entities.elements.size();
    parts.elements.push_back(
        Tree::Object("", {{"record", Tree::Text(generate::TypeNameOf(part.record))},
                          {"many", Tree::Truth(part.many)},
                          {"entities", std::move(entities)}}));
  }
  return parts;
}

// Returns the values of the call: those between brackets, and the ends of a range by their names.
Item ValuesOf(const model::Pattern& pattern, const model::Arguments& arguments) {
  Item values = arguments.bound;
  if (arguments.from) values[model::RangeFrom(pattern.range)] = *arguments.from;
  if (arguments.to) values[model::RangeTo(pattern.range)] = *arguments.to;
  return values;
}

// A statement returns items as they are, so its result has one part without a record.
std::optional<ReadCase> StatementCaseOf(model::World& world, const generate::Function& function,
                                        const model::Pattern& pattern,
                                        const model::LoweredRead& lowered,
                                        const model::Arguments& arguments) {
  Recorder recorder;
  const auto store = RecordedStore(world, recorder);
  const auto values = ValuesOf(pattern, arguments);
  const auto items = store.Statement(lowered.statement, values);
  if (!items) return std::nullopt;  // the value breaks a rule on purpose
  Arguments given(function);
  for (const auto& value : function.read->values) {
    if (value.parameter) given.Set(*value.parameter, WireOf(values.at(value.attribute)));
  }
  Tree list = Tree::List("");
  for (const auto& item : *items) list.elements.push_back(WireOf(item));
  Tree result = Tree::List("", {Tree::Object("", {{"items", std::move(list)}})});
  return ReadCase{.tree = Tree::Object("", {{"arguments", given.Take()},
                                            {"exchanges", recorder.Take()},
                                            {"result", std::move(result)}}),
                  .items = recorder.items(),
                  .result = items->size()};
}

std::optional<ReadCase> ReadCaseOf(model::World& world, const generate::Program& program,
                                   const generate::Function& function,
                                   const model::LoweredRead& lowered,
                                   const model::Arguments& arguments) {
  const auto& call = *function.read;
  Recorder recorder;
  const auto store = RecordedStore(world, recorder);
  store::Window window;
  if (arguments.from && arguments.to) window.emplace(*arguments.from, *arguments.to);
  auto rows = lowered.operation == model::Operation::kGetItem
                  ? store.Get(lowered.spec, arguments.bound)
                  : (lowered.operation == model::Operation::kScan
                         ? store.Scan(lowered.spec, arguments.bound, window)
                         : store.Query(lowered.spec, arguments.bound, window));
  if (rows && call.apart) {
    rows = store.WithChildren(lowered.spec, arguments.bound, *std::move(rows));
  }
  if (!rows) return std::nullopt;  // the value breaks a rule on purpose
  Arguments given(function);
  for (const auto& value : call.values) {
    if (value.parameter) given.Set(*value.parameter, WireOf(arguments.bound.at(value.attribute)));
  }
  if (call.from) given.Set(*call.from, WireOf(*arguments.from));
  if (call.to) given.Set(*call.to, WireOf(*arguments.to));
  ReadCase made{.items = recorder.items()};
  Tree result = ResultOf(program, call, *rows, made.result);
  made.tree = Tree::Object(
      "",
      {{"arguments", given.Take()}, {"exchanges", recorder.Take()}, {"result", std::move(result)}});
  return made;
}

// Chooses a few cases: the first with a result and short answers, the first without a result, and
// then the first of all.
Tree ReadCases(model::World& world, const generate::Program& program,
               const generate::Function& function, const model::Pattern& pattern,
               const model::LoweredRead& lowered) {
  std::vector<ReadCase> cases;
  for (const auto& arguments :
       model::ChooseArguments(pattern, world.instances, world.sampler.random())) {
    auto made = pattern.sql ? StatementCaseOf(world, function, pattern, lowered, arguments)
                            : ReadCaseOf(world, program, function, lowered, arguments);
    if (made) cases.push_back(*std::move(made));
  }
  StableSortBy(cases, [](const ReadCase& each) {
    return std::pair(each.result == 0, std::max(each.items, kAnswerMax));
  });
  Tree list = Tree::List("");
  const auto nothing = std::ranges::find(cases, std::size_t{0}, &ReadCase::result);
  for (auto each = cases.begin(); each != cases.end(); ++each) {
    if (list.elements.size() + 1 < kReadCases || each == nothing) {
      list.elements.push_back(std::move(each->tree));
    }
    if (list.elements.size() == kReadCases) break;
  }
  return list;
}

// --- Writes ---

// Adds the arguments of one step of one action.
void AddArguments(const generate::Program& program, const generate::Function& function,
                  const generate::ActionCall& call, const Item& values, const Item& expected,
                  Arguments& given) {
  if (call.record) {
    const auto& parameter = function.parameters[*call.record];
    Tree entity = EntityOf(program, parameter.record, values);
    if (parameter.many) {
      given.Append(*call.record, std::move(entity));
    } else {
      given.Set(*call.record, std::move(entity));
    }
  }
  std::map<std::size_t, Tree> fields;  // of a row, by field number
  const auto set = [&](const generate::Given& value, const Item& from) {
    if (!value.parameter) return;
    if (call.rows) {
      fields[*value.parameter] = WireOf(from.at(value.attribute));
    } else {
      given.Set(*value.parameter, WireOf(from.at(value.attribute)));
    }
  };
  for (const auto& value : call.values) set(value, values);
  for (const auto& value : call.expected) set(value, expected);
  if (!call.rows) return;
  Tree row = Tree::List("");
  for (auto& [number, value] : fields) {
    const auto& field = call.row.fields[number];
    row.elements.push_back(Tree::Object("", {{"name", Tree::Text(generate::CamelCase(field.name))},
                                             {"type", Tree::Text(std::string(TypeOf(field.type)))},
                                             {"value", std::move(value)}}));
  }
  given.Append(*call.rows, std::move(row));
}

// nullopt: there are no instances to write, or the executor refuses their values.
Expected<std::optional<Tree>> WriteCaseOf(model::World& world, const generate::Program& program,
                                          const generate::Function& function,
                                          const model::PlannedWrite& planned) {
  const auto chosen = TRY(model::ChooseSteps(world, planned.pattern, {.of_most_keys = true}));
  if (!chosen) return std::nullopt;
  Recorder recorder;
  const auto store = RecordedStore(world, recorder);
  Arguments given(function);
  store::Writes writes;
  for (std::size_t i = 0; i < planned.actions.size(); ++i) {
    const auto& action = planned.actions[i];
    for (const auto& step : model::StepsOf(*chosen)) {
      if (step.action != action.action) continue;
      auto values = model::ValuesGiven(action, step);
      // the sampler fills items with it up to their size; callers never set it
      values.erase("_fill");
      const auto expected = model::ExpectedGiven(action, step);
      if (!store.Add(action.spec, values, writes, expected)) return std::nullopt;
      AddArguments(program, function, function.actions[i], values, expected, given);
    }
  }
  // A refused write was still sent, and the vector records the request.
  static_cast<void>(store.Commit(writes).has_value());
  return Tree::Object("", {{"arguments", given.Take()}, {"exchanges", recorder.Take()}});
}

// --- Models ---

Tree RecordsOf(const generate::Program& program) {
  Tree records = Tree::Object("");
  for (const auto& record : program.records) {
    Tree fields = Tree::Object("");
    for (const auto& field : record.fields) {
      fields.Add(field.name, Tree::Text(std::string(TypeOf(field.type))));
    }
    records.Add(generate::TypeNameOf(record.name), std::move(fields));
  }
  return records;
}

Expected<Tree> FunctionOf(model::World& world, const generate::Program& program,
                          const generate::Function& function, const model::Pattern& pattern) {
  Tree specs = Tree::List("");
  Tree cases = Tree::List("");
  if (function.read) {
    const auto lowered =
        model::LowerRead(world.model, pattern, model::PlanRead(world.model, pattern));
    specs.elements.push_back(pattern.sql ? generate::TreeOf(lowered.statement)
                                         : generate::TreeOf(lowered.spec));
    cases = ReadCases(world, program, function, pattern, lowered);
  } else {
    const model::PlannedWrite planned(world.model, pattern);
    for (const auto& action : planned.actions) {
      specs.elements.push_back(generate::TreeOf(action.spec));
    }
    if (auto made = TRY(WriteCaseOf(world, program, function, planned))) {
      cases.elements.push_back(*std::move(made));
    }
  }
  return Tree::Object("", {{"function", Tree::Text(function.name)},
                           {"specs", std::move(specs)},
                           {"cases", std::move(cases)}});
}

Expected<std::string> VectorsOf(const model::Model& model) {
  auto database = TRY(client::Connection::OpenMemory());
  model::World world(database, model, model.seed);
  TRY(model::MakeTables(world));
  world.instances = world.sampler.All();
  TRY(model::WriteRows(world, world.instances));
  const auto program = generate::ProgramOf(model, "cpp");
  if (!program) {
    return std::unexpected(client::Error{.message = program.error().message});
  }
  Tree functions = Tree::List("");
  for (const auto& function : program->functions) {
    const auto pattern = std::ranges::find_if(model.patterns, [&](const model::Pattern& each) {
      return generate::PascalCase(each.id) == generate::PascalCase(function.name);
    });
    functions.elements.push_back(TRY(FunctionOf(world, *program, function, *pattern)));
  }
  const Tree all = Tree::Object("", {{"model", Tree::Text(model.name)},
                                     {"store", Tree::Text(generate::PascalCase(program->store))},
                                     {"random", Tree::Number(kRandom)},
                                     {"now", Tree::Number(kNow)},
                                     {"records", RecordsOf(*program)},
                                     {"functions", std::move(functions)}});
  return generate::JsonOf(all) + "\n";
}

std::string TextIn(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool CheckModel(const std::filesystem::path& source, const std::filesystem::path& folder,
                bool update) {
  const auto parsed = model::Parse(TextIn(source));
  if (!parsed.complaints.empty()) {
    std::cerr << source << ": " << parsed.complaints.front().message << "\n";
    return false;
  }
  const auto text = VectorsOf(parsed.model);
  if (!text) {
    std::cerr << source << ": " << text.error().message << "\n";
    return false;
  }
  const auto path = folder / (parsed.model.name + ".json");
  if (update) std::ofstream(path, std::ios::binary) << *text;
  if (TextIn(path) == *text) return true;
  std::cerr << path << " is not what the executor does; generated_vectors --update writes it.\n";
  return false;
}

int RunVectors(std::vector<std::string> arguments) {
  const bool update = !arguments.empty() && arguments.front() == "--update";
  if (update) arguments.erase(arguments.begin());
  if (arguments.size() < 2) {
    std::cerr << "generated_vectors [--update] FOLDER MODEL.std…\n";
    return 2;
  }
  bool good = true;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    good = CheckModel(arguments[i], arguments.front(), update) && good;
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace stator::generated

int main(int argc, char** argv) { return stator::generated::RunVectors({argv + 1, argv + argc}); }
