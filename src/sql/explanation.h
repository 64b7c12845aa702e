#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "json/describe.h"
#include "sql/explainer.h"

namespace stator::sql {

// One read of a statement, or its write.
struct ExplainedRead {
  std::string access;  // "get", "query", "scan" or "write"
  std::optional<std::string> range;
  double items = 0;
  std::string items_known;  // "exact", "atMost" or "estimated"
  double units = 0;
  std::string units_known;
};
BOOST_DESCRIBE_STRUCT(ExplainedRead, (), (access, range, items, items_known, units, units_known))

// The answer of the admin function `explain` about a statement.
struct Explained {
  std::string statement;  // "select", "insert", "update" or "delete"
  std::string table;
  std::optional<std::string> index;
  std::vector<ExplainedRead> access;
  double items = 0;
  std::string items_known;
  double units = 0;
  std::string units_known;
  std::optional<double> pages;
  std::optional<std::string> because;
};
BOOST_DESCRIBE_STRUCT(Explained, (),
                      (statement, table, index, access, items, items_known, units, units_known,
                       pages, because))

struct Explanation {
  Explained facts;
  // The classic request that does the same; empty: there is none.
  std::string operation;
  std::string input;    // JSON
  bool filters = true;  // whether rows may be read and not answered; true if nobody knows
  std::string json;     // the whole answer

  bool scans() const;
  // The units that `rows_max` rows of a SELECT take, at most those of all rows.
  double UnitsOf(std::optional<std::int64_t> rows_max) const;
};

// Why there is no explanation.
struct Unexplained {
  bool is_refused = false;  // the statement would be refused, too; otherwise nobody explains here
  // No answer came, or the signature is refused: the statement most likely fails for this, too.
  bool is_unreachable = false;
  std::string message;
};

// Plans a statement and runs nothing.
std::expected<Explanation, Unexplained> Explain(Explainer& explainer,
                                                const client::ExecuteStatementRequest& statement);

// Reads the answer of the admin function.
std::expected<Explanation, Unexplained> ReadExplanation(const Explainer::Answer& answer);

// Returns the lines that the shell shows. They are safe for a terminal.
std::string ExplanationText(const Explanation& explanation);

// "about 120,000 items and 3,662.5 read units".
std::string CostText(const Explained& facts, double units);

}  // namespace stator::sql
