#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exchange/imported.h"
#include "model/exchange/key_text.h"
#include "model/exchange/row_guess.h"
#include "model/layout.h"
#include "model/print.h"
#include "model/statements.h"

// A model from a list of access patterns.
namespace stator::model {
namespace {

constexpr std::size_t kEntitiesMax = 500;

// "Key Condition (PK/SK)" is keyconditionpksk.
std::string Letters(std::string_view text) {
  std::string letters;
  for (const unsigned char letter : text) {
    if (std::isalnum(letter) != 0) letters += static_cast<char>(std::tolower(letter));
  }
  return letters;
}

struct Columns {
  std::optional<std::size_t> id, name, type, key, rate, request, stated;
};

Columns FindColumns(const std::vector<std::string>& header) {
  Columns columns;
  const auto find = [&](std::optional<std::size_t>& column,
                        std::initializer_list<std::string_view> words, bool whole) {
    for (const auto word : words) {
      for (std::size_t i = 0; i < header.size() && !column; ++i) {
        const auto letters = Letters(header[i]);
        if (whole ? letters == word : letters.find(word) != std::string::npos) column = i;
      }
    }
  };
  find(columns.request, {"request"}, true);
  find(columns.stated, {"stated"}, true);
  find(columns.id, {"id", "no", "nr", "number", "patternid"}, true);
  if (!columns.id && !header.empty() && header.front() == "#") columns.id = 0;
  find(columns.key, {"keycondition", "keydesign", "keyexpression", "key"}, false);
  find(columns.type, {"querytype", "operation", "requesttype", "type"}, false);
  find(columns.rate, {"throughput", "frequency", "rate", "rps", "tps", "traffic"}, false);
  find(columns.name, {"accesspattern", "patternname", "name", "pattern", "description"}, false);
  return columns;
}

class SheetImport {
 public:
  SheetImport(const Sheet& sheet, std::string_view name) : sheet_(sheet) {
    imported_.model.name = CleanName(name);
    imported_.model.tables.push_back(
        {.name = CleanTableName(name), .partition_key = "PK", .sort_key = "SK"});
  }

  Result<Imported> Run() {
    columns_ = FindColumns(sheet_.header);
    if (!columns_.name && !columns_.request) {
      return FailInvalid("No column is named \"access pattern\" or \"name\".");
    }
    for (const auto& row : sheet_.rows) TRY(Take(row));
    for (const auto& pattern : Model().patterns) AddNeeded(pattern);
    Complete();
    imported_.remarks.insert(
        imported_.remarks.begin(),
        fmt::format("Guessed from the list of patterns: {}. Correct the counts, sizes, types and "
                    "keys.",
                    fmt::join(entities_, ", ")));
    return std::move(imported_);
  }

 private:
  stator::model::Model& Model() { return imported_.model; }

  std::string Cell(const std::vector<std::string>& row, const std::optional<std::size_t>& column) {
    return column ? row[*column] : "";
  }

  Result<> Take(const std::vector<std::string>& row) {
    ++row_;
    const auto request = Cell(row, columns_.request);
    const auto name = Cell(row, columns_.name);
    const auto line = fmt::format("{} {} {} {}", NextId(Cell(row, columns_.id)),
                                  RateOf(Cell(row, columns_.rate), !request.empty()),
                                  request.empty() ? Guess(row) : request, Quoted(name));
    TRY(TakeLine(line));
    const auto stated = Cell(row, columns_.stated);
    return stated.empty() ? Result<>() : TakeLine(stated);
  }

  // A line of the language's patterns.
  Result<> TakeLine(const std::string& line) {
    ++lines_;
    Cursor cursor(line, lines_);
    const auto read = ReadPattern(cursor, Model());
    if (read && cursor.AtEnd()) return {};
    return FailInvalid(
        fmt::format("Row {}: {} ({})", row_,
                    read ? "This is more than a pattern can hold." : read.error().message, line));
  }

  static std::string RateOf(const std::string& cell, bool exact) {
    return exact && !cell.empty() ? cell : GuessRate(cell);
  }

  static std::string Quoted(std::string_view text) {
    std::string quoted;
    for (const char letter : text) quoted += letter == '"' || letter == '\n' ? ' ' : letter;
    return quoted.empty() ? "" : "\"" + quoted + "\"";
  }

  std::string NextId(std::string_view cell) {
    auto id = cell.empty() ? fmt::format("P{}", Model().patterns.size() + 1) : CleanName(cell);
    if (std::isdigit(static_cast<unsigned char>(id.front())) != 0) id = "P" + id;
    while (Model().FindPattern(id) != nullptr) id += "b";
    return id;
  }

  // The request in the language's words; what it says about keys is kept for the entity.
  std::string Guess(const std::vector<std::string>& row) {
    auto guess =
        GuessRow(Cell(row, columns_.name), Cell(row, columns_.type), Cell(row, columns_.key));
    for (auto& name : guess.known) {  // another entity is known by its id
      if (Model().FindEntity(EntityNameOf(name)) != nullptr && guess.key.partition.empty()) {
        name += "Id";
      }
    }
    EntityOf(guess.entity);
    Keep(guess);
    const auto known = fmt::format("[{}]", PrintNames(guess.known));
    switch (guess.verb) {
      case Verb::kScan:
        return "scan " + guess.entity;
      case Verb::kPut:
        return fmt::format("put {}", guess.entity);
      case Verb::kUpdate: {
        const bool status = Cell(row, columns_.name).find("tatus") != std::string::npos;
        return fmt::format("update {}{} set {}", guess.entity, known,
                           status ? "status" : "changed");
      }
      case Verb::kDelete:
        return "delete " + guess.entity + known;
      default:
        return ReadText(guess, known);
    }
  }

  static std::string ReadText(const RowGuess& guess, const std::string& known) {
    std::string text = guess.verb == Verb::kGet     ? "get "
                       : guess.verb == Verb::kFetch ? "fetch "
                                                    : "list ";
    text += guess.entity + known;
    for (const auto& child : guess.children) text += " + " + child;
    if (!guess.range.empty()) text += " range " + guess.range;
    return text;
  }

  Entity& EntityOf(const std::string& name) {
    const auto found = std::ranges::find(Model().entities, name, &Entity::name);
    if (found != Model().entities.end()) return *found;
    entities_.push_back(name);
    Model().entities.push_back({.name = name, .count = 1'000, .bytes = 1'024});
    return Model().entities.back();
  }

  void Need(Entity& entity, const std::string& name) {
    if (name.empty() || entity.Find(name) != nullptr) return;
    Kind kind = Kind::kString;
    if (name == "at" || name.ends_with("At")) kind = Kind::kTime;
    if (name == "date" || name.ends_with("Date")) kind = Kind::kDate;
    if (name == AttributeNameOf(entity.name) + "Id") kind = Kind::kId;
    entity.attributes.push_back({.name = name, .kind = kind});
  }

  // What a pattern does with the attribute tells its type, whatever its name is.
  void NeedAs(Entity& entity, const std::string& name, const Attribute& type) {
    Need(entity, name);
    auto& attribute = *std::ranges::find(entity.attributes, name, &Attribute::name);
    attribute = type;
    attribute.name = name;
  }

  // The longest key that a pattern tells of is the entity's.
  void Keep(const RowGuess& guess) {
    if (guess.key.partition.empty()) return;
    auto& entity = EntityOf(guess.entity);
    for (const auto& field : FieldsOf(guess.key)) Need(entity, field);
    if (guess.index.empty()) {
      if (guess.key.sort.empty()) return;
      if (entity.keys.empty()) {
        entity.keys.push_back(guess.key);
      } else if (entity.keys.front().sort.parts.size() < guess.key.sort.parts.size()) {
        entity.keys.front() = guess.key;
      }
      return;
    }
    KeepEntry(guess, entity);
  }

  void KeepEntry(const RowGuess& guess, Entity& entity) {
    if (Model().FindIndex(Model().tables.front().name, guess.index) == nullptr) {
      Model().indexes.push_back({.name = guess.index,
                                 .table = Model().tables.front().name,
                                 .hash = {guess.index + "PK"},
                                 .range = {guess.index + "SK"}});
    }
    if (std::ranges::find(entity.entries, guess.index, &IndexEntry::index) !=
        entity.entries.end()) {
      return;
    }
    IndexEntry entry{.index = guess.index, .key = guess.key};
    if (entry.key.sort.empty()) entry.key.sort = IdTemplate(entity);
    entity.entries.push_back(std::move(entry));
  }

  Template IdTemplate(Entity& entity) {
    const auto id = AttributeNameOf(entity.name) + "Id";
    Need(entity, id);
    Template text;
    text.parts.push_back({.type = Part::Type::kField, .text = id});
    return text;
  }

  // Everything a pattern names must be there.
  void AddNeeded(const Pattern& pattern) {
    if (pattern.reads()) {
      auto& entity = EntityOf(pattern.target.entity);
      for (const auto& binding : pattern.bindings) Need(entity, binding.attribute);
      for (const auto& name : pattern.shows) Need(entity, name);
      Need(entity, pattern.range);
      Need(entity, pattern.target.order);
      for (const auto& child : pattern.children) Need(EntityOf(child.entity), child.order);
    }
    for (const auto& action : pattern.actions) {
      auto& entity = EntityOf(action.entity);
      for (const auto& binding : action.bindings) Need(entity, binding.attribute);
      for (const auto* names : {&action.sets, &action.modifies, &action.conditions}) {
        for (const auto& name : *names) Need(entity, name);
      }
      AddCounted(action, entity);
    }
    if (pattern.stated) AddStated(pattern);
    AddIndexes(pattern);
  }

  void AddCounted(const Action& action, Entity& entity) {
    constexpr std::int64_t kElementBytes = 100;
    for (const auto& name : action.adds) NeedAs(entity, name, {.kind = Kind::kCounter});
    for (const auto& name : action.appends) {
      NeedAs(entity, name, {.kind = Kind::kList, .bytes = kElementBytes});
    }
  }

  void AddStated(const Pattern& pattern) {
    auto& entity =
        EntityOf(pattern.reads() ? pattern.target.entity : pattern.actions.front().entity);
    if (!pattern.stated->key) return;
    for (const auto& field : FieldsOf(*pattern.stated->key)) Need(entity, field);
  }

  void AddIndexes(const Pattern& pattern) {
    std::vector<std::string> names{pattern.via};
    if (pattern.stated) names.push_back(pattern.stated->index);
    for (const auto& action : pattern.actions) {
      if (action.rewrites)
        names.insert(names.end(), action.rewrites->begin(), action.rewrites->end());
    }
    for (const auto& name : names) {
      const bool index = !name.empty() && name != "table" && name != "*" && name != "copy";
      if (!index || Model().FindIndex(Model().tables.front().name, name) != nullptr) continue;
      Model().indexes.push_back({.name = name,
                                 .table = Model().tables.front().name,
                                 .hash = {name + "PK"},
                                 .range = {name + "SK"}});
    }
  }

  // Every entity has a key that tells its instances apart.
  void Complete() {
    for (auto& entity : Model().entities) {
      const auto id = IdTemplate(entity);
      if (!entity.keys.empty()) continue;
      std::string kind;
      for (const unsigned char letter : entity.name)
        kind += static_cast<char>(std::toupper(letter));
      KeyPair key;
      key.partition.parts = {{.text = kind + "#"}, id.parts.front()};
      key.sort.parts = {{.text = "ITEM"}};
      entity.keys.push_back(std::move(key));
    }
  }

  const Sheet& sheet_;
  Columns columns_;
  Imported imported_;
  std::vector<std::string> entities_;
  std::size_t row_ = 0;    // the one that is being read, from 1
  std::size_t lines_ = 0;  // of patterns
};

}  // namespace

Result<Imported> ImportSheet(const Sheet& sheet, std::string_view name) {
  if (sheet.rows.size() > kEntitiesMax) {
    return FailInvalid(fmt::format("A list has at most {} patterns.", kEntitiesMax));
  }
  return SheetImport(sheet, name).Run();
}

}  // namespace stator::model
