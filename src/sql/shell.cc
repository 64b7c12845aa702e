#include "sql/shell.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "client/json_write.h"
#include "expr/ast.h"
#include "partiql/parser.h"
#include "price/money.h"
#include "sql/cell.h"

namespace stator::sql {
namespace {

constexpr std::size_t kTablesMax = 100;           // whose key attributes are remembered
constexpr std::int64_t kPageRowsMax = 1'000'000;  // more than a page of 1 MB has
constexpr std::string_view kExplain = "EXPLAIN";

constexpr std::string_view kHelp =
    "A statement ends with a semicolon and may have several lines.\n"
    "  SELECT, INSERT, UPDATE, DELETE   run a statement of PartiQL\n"
    "  EXPLAIN statement                show what it reads and costs, without running it\n"
    "  help                             this text\n"
    "  exit, quit                       end the shell, as the end of the input does\n";

std::string_view FirstWord(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, IsLetter);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool IsWord(std::string_view text, std::string_view word) { return UpperText(text) == word; }

// A statement writes if it begins so; FROM begins an UPDATE whose clauses are turned round.
bool IsWriteWord(std::string_view word) {
  return IsWord(word, "INSERT") || IsWord(word, "UPDATE") || IsWord(word, "DELETE") ||
         IsWord(word, "FROM");
}

// "There is no EXPLAIN here: Nobody listens."
std::string Because(std::string_view sentence, std::string_view reason) {
  return fmt::format("{}: {}{}", sentence, reason, reason.ends_with('.') ? "" : ".");
}

// Whether a request failed because no server took it.
bool IsNobodyThere(std::string_view message) { return message.contains("Connection refused"); }

std::string MessageOf(const client::Error& error) {
  return fmt::format("{}: {}", error.code, error.message);
}

// The attribute that a path of a projection answers: `a.b` answers b, and `l[0]` answers l[0].
std::string AnsweredName(const expr::ast::Path& path) {
  std::string name;
  for (const auto& step : path.steps) {
    if (step.kind == expr::ast::Step::Kind::kName) {
      name = step.name;
    } else {
      name += fmt::format("[{}]", step.number);
    }
  }
  return name;
}

std::string SpentText(double units, bool reads) {
  return fmt::format("{} {} unit{}", price::AmountText(std::max(units, 0.0)),
                     reads ? "read" : "write", units == 1 ? "" : "s");
}

}  // namespace

Shell::Shell(client::Connection& database, Explainer* explainer, std::string no_explainer,
             ShellOptions options, std::deque<client::Value> parameters, std::ostream& out,
             std::ostream& err)
    : database_(database),
      explainer_(explainer),
      no_explainer_(std::move(no_explainer)),
      options_(std::move(options)),
      parameters_(std::move(parameters)),
      has_parameters_(!parameters_.empty()),
      out_(out),
      err_(err) {}

int Shell::Run(StatementReader& in) {
  bool is_empty = true;
  while (true) {
    const auto next = in.Next();
    if (!next) {
      Complain(next.error().line, next.error().message);
      if (!options_.interactive) return kExitFailed;
      continue;
    }
    if (!*next) {
      if (options_.interactive) out_ << '\n';  // behind the prompt
      break;
    }
    is_empty = false;
    const StatementText& statement = **next;
    if (options_.interactive && IsExitWord(statement.text)) break;
    if (options_.interactive && IsHelpWord(statement.text)) {
      out_ << kHelp;
      continue;
    }
    auto done = RunStatement(statement, in);
    out_.flush();
    if (done && !out_) done = FailInvalid("The output cannot be written.");
    if (done) continue;
    Complain(statement.line, done.error().message);
    if (options_.interactive && out_) continue;
    return nobody_there_ && !began_ ? kExitNothing : kExitFailed;
  }
  if (is_empty && !options_.interactive) {
    err_ << "stator: There is no statement.\n";
    return kExitNothing;
  }
  return Finish();
}

int Shell::Finish() {
  if (spent_.statements > 1) PrintSpent();
  if (parameters_.empty()) return kExitGood;
  err_ << fmt::format("stator: No statement took the last {} of -p.\n",
                      Counted(parameters_.size(), "value"));
  return kExitFailed;
}

Result<> Shell::RunStatement(const StatementText& statement, StatementReader& in) {
  if (!ValidUtf8(statement.text)) return FailInvalid("The statement is not UTF-8.");
  const std::string_view word = FirstWord(statement.text);
  client::ExecuteStatementRequest request{.statement = statement.text};
  request.parameters = TRY(TakeParameters(statement.parameters));
  if (IsWord(word, kExplain)) {
    request.statement = Trimmed(std::string_view(statement.text).substr(word.size()));
    return ExplainOnly(request);
  }
  const bool reads = !IsWriteWord(word);
  if (reads) TRY(CheckScan(request, in));
  const auto done = Execute(std::move(request), reads);
  if (std::exchange(owes_note_, false) && done) TellNoExplainer();
  return done;
}

Result<std::vector<client::Value>> Shell::TakeParameters(std::size_t count) {
  if (count > 0 && !has_parameters_) {
    return FailInvalid(fmt::format("The statement has {} `?`, and -p gives none.", count));
  }
  if (count > parameters_.size()) {
    return FailInvalid(fmt::format("The statement has {} `?`, and -p left {} for it.", count,
                                   Counted(parameters_.size(), "value")));
  }
  const auto end = parameters_.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<client::Value> taken(std::make_move_iterator(parameters_.begin()),
                                   std::make_move_iterator(end));
  parameters_.erase(parameters_.begin(), end);
  return taken;
}

Result<> Shell::ExplainOnly(const client::ExecuteStatementRequest& request) {
  constexpr std::string_view kNoExplain = "There is no EXPLAIN here";
  if (request.statement.empty()) return FailInvalid("EXPLAIN takes a statement.");
  if (explainer_ == nullptr) return FailInvalid(Because(kNoExplain, no_explainer_));
  const auto explanation = Explain(*explainer_, request);
  if (!explanation) {
    const Unexplained& why = explanation.error();
    nobody_there_ = why.is_unreachable && IsNobodyThere(why.message);
    if (why.is_unreachable) return FailInvalid(WithHint(why.message));
    return FailInvalid(why.is_refused ? why.message : Because(kNoExplain, why.message));
  }
  began_ = true;
  out_ << (options_.json ? explanation->json + "\n" : ExplanationText(*explanation));
  return {};
}

// Warns before a large scan. A statement that the planner refuses goes on: the database words the
// error.
Result<> Shell::CheckScan(const client::ExecuteStatementRequest& request, StatementReader& in) {
  if (explainer_ != nullptr) {
    const auto explanation = Explain(*explainer_, request);
    if (explanation) {
      const double units = explanation->UnitsOf(options_.rows_max);
      const bool is_large = explanation->scans() && units > options_.scan_units_max;
      return is_large ? Confirm(*explanation, units, in) : Result<>();
    }
    if (explanation.error().is_refused) return {};
    no_explainer_ = explanation.error().message;
    owes_note_ = explanation.error().is_unreachable;
    if (owes_note_) return {};
  }
  TellNoExplainer();
  return {};
}

void Shell::TellNoExplainer() {
  if (!std::exchange(told_no_explainer_, true)) {
    err_ << SafeText(
        fmt::format("stator: {}\n", Because("Scans run without a warning", no_explainer_)));
  }
}

Result<> Shell::Confirm(const Explanation& explanation, double units, StatementReader& in) {
  const Explained& facts = explanation.facts;
  const std::string place =
      facts.index ? fmt::format("{}.{}", facts.table, *facts.index) : facts.table;
  const std::string warning =
      fmt::format("This statement scans {}: {}, more than --scan-max {}.", place,
                  CostText(facts, units), price::AmountText(options_.scan_units_max));
  const std::string reason = facts.because ? " " + *facts.because : "";
  if (options_.yes) {
    err_ << SafeText(fmt::format("stator: {}\n", warning));
    return {};
  }
  if (!options_.interactive) {
    return FailInvalid(fmt::format("{} It did not run; --yes runs it.{}", warning, reason));
  }
  out_ << SafeText(warning + reason) << "\nRun it? [y/N] " << std::flush;
  const std::string answer = LowerText(in.ReadAnswer().value_or(""));
  if (answer == "y" || answer == "yes") return {};
  return FailInvalid("The statement did not run.");
}

Result<> Shell::Execute(client::ExecuteStatementRequest request, bool reads) {
  Answered answered;
  const auto done = PrintPages(std::move(request), reads, answered);
  if (done) ++spent_.statements;
  (reads ? spent_.read_units : spent_.write_units) += answered.units;
  if (done || answered.units > 0) PrintAnswered(answered, reads);
  return done;
}

// Reads page after page. A page's Limit is the rows still wanted, so that a SELECT without a filter
// reads no row too many. It doubles while a filter drops most rows.
Result<> Shell::PrintPages(client::ExecuteStatementRequest request, bool reads,
                           Answered& answered) {
  std::optional<Table> table;
  const std::string statement = request.statement;
  const std::optional<std::int64_t> wanted = reads ? options_.rows_max : std::nullopt;
  request.limit = wanted;
  request.return_capacity = client::ReturnConsumedCapacity::kTotal;
  auto pages = database_.ExecutePages(std::move(request));
  for (const auto& page : pages) {
    if (!page) {
      // An attempt of a write before the last may have run.
      nobody_there_ = reads && IsNobodyThere(page.error().message);
      return FailInvalid(WithHint(MessageOf(page.error())));
    }
    began_ = true;
    if (page->capacity) answered.units += page->capacity->total.units;
    std::span<const client::Item> rows = page->items;
    if (wanted) {
      const auto left = static_cast<std::size_t>(*wanted - answered.rows);
      answered.is_full = rows.size() > left || (rows.size() == left && !page->next_token.empty());
      rows = rows.first(std::min(rows.size(), left));
    }
    if (!table && !rows.empty() && !options_.json) {
      table.emplace(out_, options_.cell_columns_max, FirstColumns(statement));
    }
    PrintRows(rows, table);
    out_.flush();
    if (!out_) return FailInvalid("The output cannot be written.");
    answered.rows += std::ssize(rows);
    if (answered.is_full) break;
    if (wanted) {
      auto& limit = *pages.request().limit;
      const bool drops_most = std::ssize(rows) * 2 <= limit;
      limit = drops_most ? std::min(limit * 2, kPageRowsMax) : *wanted - answered.rows;
    }
  }
  return {};
}

void Shell::PrintRows(std::span<const client::Item> rows, std::optional<Table>& table) {
  if (table) return table->Print(rows);
  for (const client::Item& row : rows) {
    client::JsonText line;
    client::Write(row, line);
    out_ << SafeJson(line.text) << '\n';
  }
}

// The last line of a statement: "3 rows, 0.5 read units".
void Shell::PrintAnswered(const Answered& answered, bool reads) {
  std::string line = reads || answered.rows > 0 ? Counted(answered.rows, "row") : "done";
  if (answered.is_full) line += " (--limit)";
  notes() << fmt::format("{}, {}\n", line, SpentText(answered.units, reads));
}

// The last line of several statements.
void Shell::PrintSpent() {
  notes() << fmt::format("{}: {}, {}\n", Counted(spent_.statements, "statement"),
                         SpentText(spent_.read_units, true), SpentText(spent_.write_units, false));
}

std::string Shell::WithHint(std::string message) const {
  if (!options_.endpoint_is_here || !IsNobodyThere(message)) return message;
  return message + " Is a server running? `stator serve` starts one.";
}

void Shell::Complain(std::size_t line, const std::string& message) {
  err_ << SafeText(options_.interactive
                       ? fmt::format("{}\n", message)
                       : fmt::format("stator: {}:{}: {}\n", options_.source, line, message))
       << std::flush;
}

std::vector<std::string> Shell::FirstColumns(const std::string& statement) {
  const auto parsed = partiql::Parse(statement);
  if (!parsed) return {};  // a statement of another server's dialect
  if (parsed->kind != partiql::Statement::Kind::kSelect || parsed->all) {
    return KeyNames(parsed->table);
  }
  std::vector<std::string> names;
  for (const auto& path : parsed->projection) names.push_back(AnsweredName(path));
  return names;
}

const std::vector<std::string>& Shell::KeyNames(const std::string& table) {
  if (const auto known = key_names_.find(table); known != key_names_.end()) return known->second;
  if (key_names_.size() >= kTablesMax) key_names_.clear();
  std::vector<std::string>& names = key_names_[table];
  const auto described = database_.DescribeTable({.table = table});
  if (!described) return names;  // then the order is that of the names
  for (const auto& element : described->key_schema) names.push_back(element.name);
  return names;
}

}  // namespace stator::sql
