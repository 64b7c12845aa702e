#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "client/stator.h"
#include "sql/explainer.h"
#include "sql/explanation.h"
#include "sql/statement_reader.h"
#include "sql/table.h"

namespace stator::sql {

struct ShellOptions {
  bool json = false;
  std::optional<std::int64_t> rows_max;  // that a SELECT shows; none: all
  double scan_units_max = 0;             // a larger scan needs a yes
  bool yes = false;                      // to every scan
  bool interactive = false;              // a person answers questions, and errors end nothing
  bool endpoint_is_here = false;         // a server of this machine, which may not run
  std::size_t cell_columns_max = 1;
  std::string source;  // names the statements' source in errors: "orders.sql"
};

// Runs statements one after the other and prints what they answer. Memory: one page of an answer.
// Threads: one.
class Shell {
 public:
  static constexpr int kExitGood = 0;
  static constexpr int kExitFailed = 1;   // a statement failed, or was not run
  static constexpr int kExitNothing = 2;  // nothing ran: no statement, or no server

  // `explainer`: nullptr if nobody can explain; `no_explainer` says why. `parameters` serve the `?`
  // of the statements in order. Lifetime: everything outlives the shell.
  Shell(client::Connection& database, Explainer* explainer, std::string no_explainer,
        ShellOptions options, std::deque<client::Value> parameters, std::ostream& out,
        std::ostream& err);

  // Runs every statement, up to the first error unless a person types them. Returns the exit code.
  int Run(StatementReader& in);

 private:
  // The units of all statements so far.
  struct Spent {
    std::int64_t statements = 0;
    double read_units = 0;
    double write_units = 0;
  };
  // The answer of one statement.
  struct Answered {
    std::int64_t rows = 0;
    bool is_full = false;  // the limit was reached, so there may be more
    double units = 0;
  };

  Result<> RunStatement(const StatementText& statement, StatementReader& in);
  Result<> ExplainOnly(const client::ExecuteStatementRequest& request);
  Result<> CheckScan(const client::ExecuteStatementRequest& request, StatementReader& in);
  Result<> Confirm(const Explanation& explanation, double units, StatementReader& in);
  void TellNoExplainer();
  Result<> Execute(client::ExecuteStatementRequest request, bool reads);
  // Fills `answered` also up to a failure.
  Result<> PrintPages(client::ExecuteStatementRequest request, bool reads, Answered& answered);
  // `table`: none for lines of JSON, or if there are no rows.
  void PrintRows(std::span<const client::Item> rows, std::optional<Table>& table);
  void PrintAnswered(const Answered& answered, bool reads);
  void PrintSpent();
  void PrintHelp();
  int Finish();
  // Adds to the message of a failure what may help.
  std::string WithHint(std::string message) const;
  void Complain(std::size_t line, const std::string& message);
  Result<std::vector<client::Value>> TakeParameters(std::size_t count);
  // The attributes that a table shows first.
  std::vector<std::string> FirstColumns(const std::string& statement);
  const std::vector<std::string>& KeyNames(const std::string& table);
  // Where sentences go: beside rows that people read, apart from rows that programs read.
  std::ostream& notes() { return options_.json ? err_ : out_; }

  client::Connection& database_;
  Explainer* explainer_;
  std::string no_explainer_;
  bool told_no_explainer_ = false;
  bool owes_note_ = false;  // the explainer was out of reach, and the statement may run yet
  const ShellOptions options_;
  std::deque<client::Value> parameters_;
  const bool has_parameters_;
  bool began_ = false;         // the endpoint answered
  bool nobody_there_ = false;  // the last failure: nobody listens, so the statement did not run
  std::ostream& out_;
  std::ostream& err_;
  Spent spent_;
  std::map<std::string, std::vector<std::string>> key_names_;  // by table, up to kTablesMax
};

}  // namespace stator::sql
