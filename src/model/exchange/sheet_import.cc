#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "model/exchange/imported.h"
#include "model/exchange/key_text.h"
#include "model/exchange/sheet_entities.h"
#include "model/exchange/sheet_row.h"
#include "model/language/print.h"
#include "model/language/statements.h"

// Imports a list of access patterns. Cells have the forms of docs/model-exchange.md. A pattern's
// name is not interpreted.
namespace stator::model {
namespace {

constexpr std::size_t kEntitiesMax = 500;

// Reduces a heading to lower-case letters: "Key Condition (PK/SK)" becomes keyconditionpksk.
std::string Letters(std::string_view text) {
  std::string letters;
  for (const char letter : text) {
    if (IsLetterOrDigit(letter)) letters += ToLower(letter);
  }
  return letters;
}

struct Columns {
  std::optional<std::size_t> id, name, type, key, filter, rate, request, stated;
};

// A column, the headings that name it, and words that hint at it.
struct Heading {
  std::optional<std::size_t> Columns::* column;
  std::string_view name;
  std::vector<std::string_view> headings;
  std::vector<std::string_view> hints;
};

const std::vector<Heading>& Headings() {
  static const std::vector<Heading> all{
      {&Columns::name, "name", {"name", "accesspattern"}, {"description", "pattern", "name"}},
      {&Columns::type, "query type", {"querytype"}, {"type", "operation"}},
      {&Columns::key, "key condition", {"keycondition"}, {"key"}},
      {&Columns::filter, "filter", {"filter"}, {"filter", "condition"}},
      {&Columns::rate,
       "expected throughput",
       {"expectedthroughput"},
       {"throughput", "frequency", "rate", "rps", "tps", "traffic"}},
      {&Columns::id, "id", {"id"}, {"number"}},
      {&Columns::request, "request", {"request"}, {}},
      {&Columns::stated, "stated", {"stated"}, {}}};
  return all;
}

// Returns a hint: "; did you mean expected throughput?". If no column is similar, the hint lists
// all columns.
std::string HintFor(std::string_view letters) {
  for (const auto& heading : Headings()) {
    const bool near = std::ranges::any_of(heading.hints, [&](std::string_view word) {
      return letters.find(word) != std::string_view::npos;
    });
    if (near) return fmt::format("; did you mean \"{}\"?", heading.name);
  }
  return ".";
}

// Refuses headings that name no column: an unread column could change the patterns' meaning.
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
  if (!columns.type && !columns.request) {
    return FailInvalid(fmt::format("Line {}: no column is named \"query type\" or \"request\".",
                                   sheet.header_line));
  }
  return columns;
}

struct ListedPattern {
  std::size_t line = 0;
  std::string id;
  std::string name;
  std::string rate;
  std::string request;
  std::string stated;
  bool keyed = true;  // `row` states a key
  SheetRow row;
  std::optional<Pattern> pattern;
};

// The attribute that an update sets, because the list has no column for it.
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

std::unexpected<Error> RefuseRow(const ListedPattern& listed, std::string_view why) {
  return FailInvalid(fmt::format("Line {}: {}", listed.line, why));
}

// Reads "500/s", "500/s peak 2k/s" or "high", in the language's form. An absent rate is low.
Result<std::string> RateOf(const ListedPattern& listed, const std::string& cell) {
  if (cell.empty()) return "low";
  Cursor cursor(cell, 1);
  const auto rate = ReadRate(cursor);
  const bool peak = rate && cursor.TakeWord("peak");
  const auto most = peak ? ReadRate(cursor) : rate;
  if (rate && most && cursor.AtEnd() && *most >= *rate) return cell;
  return RefuseRow(listed, fmt::format("\"{}\" is no throughput; write 500/s, 20k/day, high, or "
                                       "\"500/s peak 2k/s\" with the higher one last.",
                                       cell));
}

// Reads a pattern of the language, with its statements.
Result<Pattern> ReadPatternOf(const ListedPattern& listed, const std::string& request) {
  Model read;
  // A pattern has one text, and a request may contain it.
  const auto name = request.find('"') == std::string::npos ? Quoted(listed.name) : "";
  const auto line = fmt::format("{} {} {} {}", listed.id, listed.rate, request, name);
  for (const auto* text : {&line, &listed.stated}) {
    if (text->empty()) continue;
    Cursor cursor(*text, 1);
    const auto done = ReadPattern(cursor, read);
    if (done && cursor.AtEnd()) continue;
    const auto why = done ? "The pattern is too long." : done.error().message;
    return RefuseRow(listed, fmt::format("{} ({})", why, *text));
  }
  return std::move(read.patterns.front());
}

// Takes verb, entity and order from the request. The keys come from the key condition.
void TakeRequest(const Pattern& pattern, SheetRow& row) {
  if (pattern.reads()) {
    row.verb = pattern.verb;
    row.entity = pattern.target.entity;
    row.order = pattern.target.order;
    return;
  }
  row.entity = pattern.actions.front().entity;
  std::set<std::string> named;
  for (const auto& action : pattern.actions) named.insert(action.entity);
  for (auto& part : row.parts) {
    if (named.size() == 1) part.entity = *named.begin();
  }
  // If the request names several entities, the word in a key must name one of them.
  std::erase_if(row.parts, [&](const SheetRow& part) { return !named.contains(part.entity); });
}

// Returns the parts in place, except that of one entity's parts the longest key comes first.
std::vector<SheetRow> LongestFirst(std::vector<SheetRow> parts) {
  for (auto& part : parts) {
    for (auto& other : parts) {
      const bool same = &part < &other && part.verb == other.verb && part.entity == other.entity;
      if (same && other.known.size() > part.known.size()) std::swap(part, other);
    }
  }
  return parts;
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
    for (std::size_t i = 0; i < sheet_.rows.size(); ++i) TRY(Take(i));
    for (auto& listed : rows_) {
      for (const auto& part : listed.row.parts) entities_.Keep(part);
      if (listed.keyed && listed.row.parts.empty()) entities_.Keep(listed.row);
    }
    entities_.MakeKeys();
    for (auto& listed : rows_) {
      if (listed.pattern) continue;
      listed.pattern = TRY(ReadPatternOf(listed, TRY(RequestOf(listed))));
    }
    for (auto& listed : rows_) {
      entities_.Need(*listed.pattern);
      Model().patterns.push_back(std::move(*listed.pattern));
    }
    entities_.Complete();
    imported_.remarks.insert(
        imported_.remarks.begin(),
        fmt::format("Proposed from the list of patterns: {}. Correct the counts, sizes, types and "
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

  void Say(const ListedPattern& listed, std::string sentence) {
    imported_.unread.push_back({listed.id, std::move(sentence)});
  }

  Result<> Take(std::size_t number) {
    const auto& cells = sheet_.rows[number];
    rows_.push_back({.line = sheet_.LineOf(number),
                     .id = NextId(Cell(cells, columns_.id)),
                     .name = Cell(cells, columns_.name),
                     .request = Cell(cells, columns_.request),
                     .stated = Cell(cells, columns_.stated)});
    auto& listed = rows_.back();
    listed.rate = TRY(RateOf(listed, Cell(cells, columns_.rate)));
    const auto& request = listed.request;
    if (!request.empty()) listed.pattern = TRY(ReadPatternOf(listed, request));
    if (listed.pattern && listed.pattern->sql) {
      LeaveOutStatement();
      return {};
    }
    SheetCells said{.type = Cell(cells, columns_.type), .condition = Cell(cells, columns_.key)};
    if (listed.pattern) {
      said.range = listed.pattern->range;
      // The key condition of a missing plan contains only the reason.
      listed.keyed = !said.type.empty() && LowerText(said.type) != "none";
    } else {
      said.filter = Cell(cells, columns_.filter);
    }
    if (listed.keyed) {
      auto row = ReadSheetRow(said);
      if (!row) return RefuseRow(listed, row.error().message);
      listed.row = *std::move(row);
    }
    if (listed.pattern) TakeRequest(*listed.pattern, listed.row);
    if (!listed.pattern) TRY(NeedEntities(listed));
    for (const auto& part : listed.row.parts) entities_.Of(part.entity);
    if (listed.row.parts.empty()) entities_.Of(listed.row.entity);
    return {};
  }

  // A statement names tables and indexes that the list does not describe.
  void LeaveOutStatement() {
    imported_.remarks.push_back(
        fmt::format("{} is left out, because a statement names its table: {}", rows_.back().id,
                    rows_.back().request));
    rows_.pop_back();
  }

  static Result<> NeedEntities(const ListedPattern& listed) {
    const auto& row = listed.row;
    if (!row.parts.empty() && row.verb != Verb::kTransaction) {
      return RefuseRow(listed, "one request writes one row; several are TransactWriteItems.");
    }
    const bool named =
        row.verb == Verb::kTransaction
            ? !row.parts.empty() &&
                  std::ranges::none_of(row.parts, &std::string::empty, &SheetRow::entity)
            : !row.entity.empty();
    if (named) return {};
    return RefuseRow(listed,
                     "no word of the key names the entity, as in ORDER#{orderId}; say it in a "
                     "column \"request\", as in: list Order[custId] desc orderDate.");
  }

  std::string NextId(std::string_view cell) {
    auto id = cell.empty() ? fmt::format("P{}", rows_.size() + 1) : CleanName(cell);
    if (IsDigit(id.front())) id = "P" + id;
    while (!ids_.insert(id).second) id += "b";
    return id;
  }

  // Returns the request in the model language.
  Result<std::string> RequestOf(const ListedPattern& listed) {
    const auto& row = listed.row;
    if (row.verb == Verb::kTransaction) return TransactionOf(listed);
    if (row.verb >= Verb::kPut) return WriteOf(listed, row, row.conditions, row.if_new);
    std::string text = fmt::format("{} {}", NameOf(row.verb), row.entity);
    const bool whole = row.verb == Verb::kScan || row.verb == Verb::kExport;
    if (!whole || !row.known.empty()) text += BracketsOf(row.known);
    if (row.verb == Verb::kList) {
      text += TRY(OrderOf(listed));
      if (row.limit > 0) text += fmt::format(" limit {}", row.limit);
    } else if (row.ordered || row.limit > 0) {
      return RefuseRow(listed, "only a Query has an order or a limit.");
    }
    if (row.range.empty()) return text;
    if (whole) return RefuseRow(listed, fmt::format("only a Query has a range ({}).", row.range));
    return text + " range " + row.range;
  }

  Result<std::string> OrderOf(const ListedPattern& listed) {
    const auto& row = listed.row;
    if (!row.ordered) return "";
    const auto order = row.range.empty() ? entities_.OrderOf(row) : row.range;
    if (!order.empty()) return fmt::format(" {} {}", row.descending ? "desc" : "asc", order);
    return RefuseRow(listed, fmt::format("no row says what {} is sorted by; write its whole sort "
                                         "key in the row that puts or gets it.",
                                         row.entity));
  }

  Result<std::string> WriteOf(const ListedPattern& listed, const SheetRow& row,
                              const std::vector<std::string>& conditions, bool if_new) {
    auto text = fmt::format("{} {}", NameOf(row.verb), row.entity);
    // Only a transaction can contain a check.
    if (&row == &listed.row && row.verb == Verb::kCheck) text.insert(0, "txn ");
    if (row.verb != Verb::kPut) text += BracketsOf(row.known);
    if (row.verb == Verb::kUpdate) {
      text += fmt::format(" set {}", kChanged);
      Say(listed, fmt::format("The list does not name the attributes that the update sets; {} "
                              "stands for them.",
                              kChanged));
    }
    if (if_new && row.verb != Verb::kPut) return RefuseRow(listed, "only a PutItem can be new.");
    if (if_new) text += " if new";
    if (!conditions.empty()) text += " if " + PrintNames(conditions);
    if (row.times > 1) text += fmt::format(" x{}", row.times);
    return text;
  }

  // Rows of one entity with the same verb become one part: the item and its copies.
  Result<std::string> TransactionOf(const ListedPattern& listed) {
    std::string text = "txn ";
    std::set<std::pair<Verb, std::string>> written;
    auto conditions = listed.row.conditions;
    bool if_new = listed.row.if_new;
    for (const auto& part : LongestFirst(listed.row.parts)) {
      if (!written.emplace(part.verb, part.entity).second) continue;
      if (written.size() > 1) text += " + ";
      const bool put = part.verb == Verb::kPut;
      const auto compared = put ? std::vector<std::string>{} : std::exchange(conditions, {});
      text += TRY(WriteOf(listed, part, compared, put && if_new));
      if (put) if_new = false;
    }
    if (!conditions.empty()) {
      return RefuseRow(listed,
                       fmt::format("no part compares {}; a PutItem cannot.", conditions.front()));
    }
    if (if_new) return RefuseRow(listed, "`new` needs a PutItem.");
    return text;
  }

  const Sheet& sheet_;
  Columns columns_;
  Imported imported_;
  SheetEntities entities_;
  std::vector<ListedPattern> rows_;
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
