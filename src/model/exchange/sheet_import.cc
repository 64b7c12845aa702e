#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/quantity.h"
#include "model/exchange/imported.h"
#include "model/exchange/key_text.h"
#include "model/exchange/row_guess.h"
#include "model/exchange/sheet_entities.h"
#include "model/language/print.h"
#include "model/language/statements.h"

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
  std::optional<std::size_t> id, name, type, key, filter, rate, request, stated;
};

// A column, the headings that name it, and words by which a heading may mean it.
struct Heading {
  std::optional<std::size_t> Columns::* column;
  std::string_view name;
  std::vector<std::string_view> headings;
  std::vector<std::string_view> hints;
};

const std::vector<Heading>& Headings() {
  static const std::vector<Heading> all{
      {&Columns::name,
       "name",
       {"name", "accesspattern", "pattern", "patternname"},
       {"description", "pattern", "name"}},
      {&Columns::type,
       "query type",
       {"querytype", "type", "operation", "requesttype"},
       {"type", "operation"}},
      {&Columns::key,
       "key condition",
       {"keycondition", "keyconditions", "key", "keydesign", "keyexpression"},
       {"key"}},
      {&Columns::filter, "filter", {"filter", "filterexpression", "condition"}, {"filter"}},
      {&Columns::rate,
       "expected throughput",
       {"expectedthroughput", "throughput", "frequency", "rate"},
       {"throughput", "frequency", "rate", "rps", "tps", "traffic"}},
      {&Columns::id, "id", {"id", "no", "nr", "number", "patternid"}, {}},
      {&Columns::request, "request", {"request"}, {}},
      {&Columns::stated, "stated", {"stated"}, {}}};
  return all;
}

// "; did you mean expected throughput?", or where nothing is near, all the columns there are.
std::string HintFor(std::string_view letters) {
  for (const auto& heading : Headings()) {
    const bool near = std::ranges::any_of(heading.hints, [&](std::string_view word) {
      return letters.find(word) != std::string_view::npos;
    });
    if (near) return fmt::format("; did you mean \"{}\"?", heading.name);
  }
  return ".";
}

// Every heading must name a column: one that is not read could hold what the patterns mean.
Result<Columns> FindColumns(const Sheet& sheet) {
  Columns columns;
  for (std::size_t i = 0; i < sheet.header.size(); ++i) {
    const auto letters = sheet.header[i] == "#" ? "id" : Letters(sheet.header[i]);
    if (letters.empty()) continue;
    const auto found = std::ranges::find_if(Headings(), [&](const Heading& heading) {
      return std::ranges::find(heading.headings, letters) != heading.headings.end();
    });
    if (found == Headings().end()) {
      return FailInvalid(
          fmt::format("Line {}: \"{}\" is no column of a list of patterns{} The columns are name, "
                      "query type, key condition, filter and expected throughput.",
                      sheet.header_line, sheet.header[i], HintFor(letters)));
    }
    auto& column = columns.*found->column;
    if (column) {
      return FailInvalid(fmt::format("Line {}: \"{}\" and \"{}\" are both the column {}.",
                                     sheet.header_line, sheet.header[*column], sheet.header[i],
                                     found->name));
    }
    column = i;
  }
  if (!columns.name && !columns.request) {
    return FailInvalid(fmt::format("Line {}: no column is named \"name\" or \"access pattern\".",
                                   sheet.header_line));
  }
  return columns;
}

struct Row {
  RowWords words;
  std::string id;
  std::string rate;
  std::string request;
  std::string stated;
  RowGuess guess;
  std::optional<Pattern> pattern;
};

// How a pattern names what is changed, where the list does not.
constexpr std::string_view kChanged = "changed";

std::string Quoted(std::string_view text) {
  std::string quoted;
  for (const char letter : text) quoted += letter == '"' || letter == '\n' ? ' ' : letter;
  return quoted.empty() ? "" : "\"" + quoted + "\"";
}

std::string BracketsOf(const std::vector<Binding>& known) {
  std::vector<std::string> names;
  for (const auto& binding : known) {
    names.push_back(binding.value ? binding.attribute + "=" + *binding.value : binding.attribute);
  }
  return "[" + PrintNames(names) + "]";
}

class SheetImport {
 public:
  SheetImport(const Sheet& sheet, std::string_view name) : sheet_(sheet), entities_(Model()) {
    imported_.model.name = CleanName(name);
    imported_.model.tables.push_back(
        {.name = CleanTableName(name), .partition_key = "PK", .sort_key = "SK"});
  }

  Result<Imported> Run() {
    columns_ = TRY(FindColumns(sheet_));
    if (sheet_.rows.empty()) return FailInvalid("The list has a header and no patterns.");
    for (const auto& cells : sheet_.rows) TRY(Take(cells));
    KeepKeys();
    for (auto& row : rows_) {
      if (!row.pattern) row.pattern = TRY(ReadLine(row, GuessedText(row)));
    }
    for (auto& row : rows_) {
      entities_.Need(*row.pattern);
      Model().patterns.push_back(std::move(*row.pattern));
    }
    entities_.Complete();
    imported_.remarks.insert(
        imported_.remarks.begin(),
        fmt::format("Guessed from the list of patterns: {}. Correct the counts, sizes, types and "
                    "keys.",
                    fmt::join(entities_.names(), ", ")));
    return std::move(imported_);
  }

 private:
  stator::model::Model& Model() { return imported_.model; }

  static std::string Cell(const std::vector<std::string>& row,
                          const std::optional<std::size_t>& column) {
    return column ? row[*column] : "";
  }

  void Say(const Row& row, std::string sentence) {
    imported_.unread.push_back({row.id, std::move(sentence)});
  }

  Result<> Take(const std::vector<std::string>& cells) {
    rows_.push_back({.words = {.name = Cell(cells, columns_.name),
                               .type = Cell(cells, columns_.type),
                               .condition = Cell(cells, columns_.key),
                               .filter = Cell(cells, columns_.filter)},
                     .id = NextId(Cell(cells, columns_.id)),
                     .request = Cell(cells, columns_.request),
                     .stated = Cell(cells, columns_.stated)});
    auto& row = rows_.back();
    row.rate = RateOf(row, Cell(cells, columns_.rate));
    if (row.request.empty()) {
      row.guess = GuessRow(row.words);
      NameOthersByTheirIds(row);
    } else {
      row.pattern = TRY(ReadLine(row, row.request));
      GuessByRequest(row);
    }
    for (auto& sentence : row.guess.unread) Say(row, std::move(sentence));
    for (const auto& part : row.guess.parts) entities_.Of(part.entity);
    if (row.guess.parts.empty()) entities_.Of(row.guess.entity);
    return {};
  }

  // A pattern of the language, and what is stated below it.
  Result<Pattern> ReadLine(const Row& row, const std::string& request) {
    stator::model::Model read;
    // A pattern has one text: a request may say its own.
    const auto name = request.find('"') == std::string::npos ? Quoted(row.words.name) : "";
    const auto line = fmt::format("{} {} {} {}", row.id, row.rate, request, name);
    for (const auto* text : {&line, &row.stated}) {
      if (text->empty()) continue;
      Cursor cursor(*text, 1);
      const auto done = ReadPattern(cursor, read);
      if (done && cursor.AtEnd()) continue;
      return FailInvalid(fmt::format(
          "Row {}: {} ({})", &row - rows_.data() + 1,
          done ? "This is more than a pattern can hold." : done.error().message, *text));
    }
    return std::move(read.patterns.front());
  }

  std::string RateOf(const Row& row, const std::string& cell) {
    constexpr std::string_view kPeak = "peak";
    const auto peak = LowerOf(cell).find(kPeak);
    if (peak != std::string::npos) {
      return WithPeak(row, cell.substr(0, peak), cell.substr(peak + kPeak.size()));
    }
    auto trimmed = cell.substr(0, cell.find_last_not_of(" \t") + 1);
    if (ParseRate(trimmed)) return trimmed;
    const auto guess = GuessRate(cell);
    if (!guess.understood) {
      Say(row, fmt::format("The throughput \"{}\" was not understood; {} is a guess.", cell,
                           guess.rate));
    }
    return guess.rate;
  }

  // "500/s peak 2k/s". In "500/s at peak" and "peak: 500/s" one number is said: it is both.
  std::string WithPeak(const Row& row, const std::string& usual, const std::string& most) {
    if (!SaysRate(usual)) return RateOf(row, most);
    if (!SaysRate(most)) return RateOf(row, usual);
    auto rate = RateOf(row, usual);
    const auto peak = RateOf(row, most);
    if (PerSecond(peak) >= PerSecond(rate)) return fmt::format("{} peak {}", rate, peak);
    Say(row, fmt::format("The peak {} is below the rate {} and was left out.", peak, rate));
    return rate;
  }

  static bool SaysRate(const std::string& text) {
    const auto digit = [](unsigned char letter) { return std::isdigit(letter) != 0; };
    const auto lower = LowerOf(text);
    return std::ranges::any_of(lower, digit) || lower.find("high") != std::string::npos ||
           lower.find("medium") != std::string::npos || lower.find("low") != std::string::npos;
  }

  static double PerSecond(const std::string& rate) {
    Cursor cursor(rate, 1);
    return ReadRate(cursor).value_or(0);
  }

  std::string NextId(std::string_view cell) {
    auto id = cell.empty() ? fmt::format("P{}", rows_.size() + 1) : CleanName(cell);
    if (std::isdigit(static_cast<unsigned char>(id.front())) != 0) id = "P" + id;
    while (!ids_.insert(id).second) id += "b";
    return id;
  }

  // What only the name of the pattern tells: another entity is known by its id.
  void NameOthersByTheirIds(Row& row) {
    if (!row.words.condition.empty()) return;
    for (auto& binding : row.guess.known) {
      const bool entity = Model().FindEntity(EntityNameOf(binding.attribute)) != nullptr;
      if (entity) binding.attribute += "Id";
    }
  }

  // The request says what is asked; the key condition says what the keys are.
  void GuessByRequest(Row& row) {
    const auto& pattern = *row.pattern;
    auto& guess = row.guess;
    if (LowerOf(row.words.type) != "none") {
      guess = GuessRow(
          {.name = row.words.name, .type = row.words.type, .condition = row.words.condition});
    }
    if (pattern.reads()) {
      guess.verb = pattern.verb;
      guess.entity = pattern.target.entity;
      guess.order = pattern.target.order;
      if (guess.range_unnamed && !pattern.range.empty()) guess.range = pattern.range;
      return;
    }
    guess.entity = pattern.actions.front().entity;
    std::set<std::string> named;
    for (const auto& action : pattern.actions) named.insert(action.entity);
    for (auto& part : guess.parts) {
      if (named.size() == 1) part.entity = *named.begin();
    }
    // Of several kinds only those parts tell a key whose kind is named.
    std::erase_if(guess.parts, [&](const RowGuess& part) { return !named.contains(part.entity); });
  }

  void KeepKeys() {
    for (const bool named : {true, false}) {
      for (auto& row : rows_) {
        for (const auto& part : row.guess.parts) {
          if (named) entities_.Keep(part);
        }
        if (!row.guess.parts.empty() || row.guess.range_unnamed == named) continue;
        if (!named) NameRange(row);
        entities_.Keep(row.guess);
      }
    }
    entities_.MakeKeys();
  }

  // A range from {from} to {to} is over what other rows have there.
  void NameRange(Row& row) {
    auto& guess = row.guess;
    if (guess.range.empty()) guess.range = entities_.RangeOf(guess);
    if (guess.range.empty()) {
      guess.range = "date";
      Say(row, "What the range is over is not told; date is a guess.");
    }
    guess.key.sort.parts.push_back({.type = Part::Type::kField, .text = guess.range});
    guess.range_unnamed = false;
  }

  // The request in the language's words.
  std::string GuessedText(const Row& row) {
    const auto& guess = row.guess;
    if (guess.verb == Verb::kTransaction) return TransactionText(row);
    if (guess.verb >= Verb::kPut) return WriteText(row, guess, guess.conditions, guess.if_new);
    std::string text = fmt::format("{} {}", NameOf(guess.verb), guess.entity);
    const bool whole = guess.verb == Verb::kScan || guess.verb == Verb::kExport;
    if (!whole || !guess.known.empty()) text += BracketsOf(guess.known);
    if (guess.verb == Verb::kList) {
      text += OrderText(row);
      if (guess.limit > 0) text += fmt::format(" limit {}", guess.limit);
    } else if (guess.ordered || guess.limit > 0) {
      Say(row, fmt::format("A {} has no order or limit of its own.", NameOf(guess.verb)));
    }
    for (const auto& child : guess.children) text += " + " + child;
    if (!guess.range.empty() && !whole) text += " range " + guess.range;
    if (!guess.range.empty() && whole) {
      Say(row, fmt::format("A {} has no range ({}).", NameOf(guess.verb), guess.range));
    }
    return text;
  }

  std::string OrderText(const Row& row) {
    const auto& guess = row.guess;
    if (!guess.ordered) return "";
    auto order = guess.order.empty() ? guess.range : guess.order;
    if (order.empty()) order = entities_.OrderOf(guess);
    if (order.empty()) {
      Say(row, fmt::format("It is read {}, but by what it is sorted is not told.",
                           guess.descending ? "backward" : "forward"));
      return "";
    }
    return fmt::format(" {} {}", guess.descending ? "desc" : "asc", order);
  }

  std::string WriteText(const Row& row, const RowGuess& guess,
                        const std::vector<std::string>& conditions, bool if_new) {
    auto text = fmt::format("{} {}", NameOf(guess.verb), guess.entity);
    // Only a transaction checks.
    if (&guess == &row.guess && guess.verb == Verb::kCheck) text.insert(0, "txn ");
    if (guess.verb != Verb::kPut) text += BracketsOf(guess.known);
    if (guess.verb == Verb::kUpdate) text += " set " + ChangedBy(row);
    if (if_new && guess.verb == Verb::kPut) text += " if new";
    if (if_new && guess.verb != Verb::kPut) Say(row, "Only what is put can be new.");
    if (!conditions.empty()) text += " if " + PrintNames(conditions);
    if (guess.times > 1) text += fmt::format(" x{}", guess.times);
    return text;
  }

  std::string ChangedBy(const Row& row) {
    if (row.words.name.find("tatus") != std::string::npos) return "status";
    Say(row, fmt::format("What the update sets is not told; {} stands for it.", kChanged));
    return std::string(kChanged);
  }

  // Rows of one entity that are written the same way are one: the item and its copies.
  std::string TransactionText(const Row& row) {
    std::string text = "txn ";
    std::set<std::pair<Verb, std::string>> written;
    auto conditions = row.guess.conditions;
    bool if_new = row.guess.if_new;
    for (const auto& part : Longest(row.guess.parts)) {
      if (!written.emplace(part.verb, part.entity).second) continue;
      if (written.size() > 1) text += " + ";
      const bool put = part.verb == Verb::kPut;
      text += WriteText(row, part, put ? std::vector<std::string>{} : conditions, put && if_new);
      if (!put) conditions.clear();
      if (put) if_new = false;
    }
    if (!conditions.empty()) {
      Say(row, fmt::format("No part compares {}.", fmt::join(conditions, ", ")));
    }
    if (if_new) Say(row, "No part puts anything that could be new.");
    return text;
  }

  // Each part in its place, but of those of one entity the one with the longest key first.
  static std::vector<RowGuess> Longest(std::vector<RowGuess> parts) {
    for (auto& part : parts) {
      for (auto& other : parts) {
        const bool same = &part < &other && part.verb == other.verb && part.entity == other.entity;
        if (same && other.known.size() > part.known.size()) std::swap(part, other);
      }
    }
    return parts;
  }

  const Sheet& sheet_;
  Columns columns_;
  Imported imported_;
  SheetEntities entities_;
  std::vector<Row> rows_;
  std::set<std::string> ids_;
};

}  // namespace

Result<Imported> ImportSheet(const Sheet& sheet, std::string_view name) {
  if (sheet.rows.size() > kEntitiesMax) {
    return FailInvalid(fmt::format("A list has at most {} patterns.", kEntitiesMax));
  }
  return SheetImport(sheet, name).Run();
}

}  // namespace stator::model
