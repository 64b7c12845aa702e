#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/partiql/order.h"
#include "api/partiql/projected.h"
#include "base/partiql_texts.h"
#include "base/result.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/condition.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"
#include "model/plan/statement_rows.h"
#include "model/plan/statement_table.h"
#include "model/plan/statement_values.h"
#include "partiql/bind.h"
#include "partiql/classic_request.h"
#include "partiql/parser.h"
#include "partiql/plan.h"

// Plans statements with the planner that ExecuteStatement uses.
namespace stator::model {
namespace {

namespace ast = expr::ast;

// The reads of one statement that are matched with the model's rows. It bounds the work.
constexpr std::size_t kReadsMatchedMax = 8;

std::string_view WordOf(query::KeyTerm::Operator op) {
  constexpr std::string_view kWords[] = {"=", "<", "<=", ">", ">=", "between", "begins_with"};
  return kWords[static_cast<std::size_t>(op)];
}

std::string TextOf(const std::vector<query::KeyTerm>& terms, const StatementValues& values) {
  std::vector<std::string> texts;
  for (const auto& term : terms) {
    texts.push_back(
        fmt::format("{} {} {}", term.attribute, WordOf(term.op), values.TextOf(term.value)));
    if (term.op == query::KeyTerm::Operator::kBetween) {
      texts.back() += " and " + values.TextOf(term.high);
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

Operation OperationOf(partiql::Access access) {
  switch (access) {
    case partiql::Access::kGet:
      return Operation::kGetItem;
    case partiql::Access::kQuery:
      return Operation::kQuery;
    case partiql::Access::kScan:
      break;
  }
  return Operation::kScan;
}

// The name of a path that is one attribute; empty: the operand is anything else.
std::string_view NameOf(const ast::Operand& operand) {
  const auto* path = std::get_if<ast::Path>(&operand.node);
  const bool plain = path != nullptr && path->steps.size() == 1 &&
                     path->steps.front().kind == ast::Step::Kind::kName;
  return plain ? std::string_view(path->steps.front().name) : std::string_view();
}

// Collects the attributes of an entity that an index for the statement would be keyed by.
class IndexableTerms {
 public:
  IndexableTerms(const Entity& entity, const expr::Slots& slots, const StatementValues& values)
      : entity_(entity), slots_(slots), values_(values) {}

  // Adds the terms that AND joins at the top of the condition. The parser bounds the recursion.
  void Collect(const ast::Condition& condition, StatementPlan& plan) const {
    if (const auto* all = std::get_if<ast::All>(&condition.node)) {
      for (const auto& term : all->terms) Collect(term, plan);
    } else if (const auto* comparison = std::get_if<ast::Comparison>(&condition.node)) {
      AddComparison(*comparison, plan);
    } else if (const auto* between = std::get_if<ast::Between>(&condition.node)) {
      AddRange(NameOf(between->value), plan);
    }
  }

 private:
  void AddComparison(const ast::Comparison& comparison, StatementPlan& plan) const {
    const auto* value = std::get_if<ast::Literal>(&comparison.right.node);
    const auto name = NameOf(comparison.left);
    if (value == nullptr || entity_.Find(name) == nullptr) return;
    if (comparison.comparator == ast::Comparator::kEqual) {
      AddEqual(std::string(name), slots_.ValueOf(*value), plan);
    } else if (comparison.comparator != ast::Comparator::kNotEqual) {
      AddRange(name, plan);
    }
  }

  void AddEqual(std::string name, item::ValueView value, StatementPlan& plan) const {
    if (std::ranges::find(plan.equals, name, &Binding::attribute) != plan.equals.end()) return;
    Binding binding{.attribute = std::move(name)};
    if (values_.Find(value) == nullptr) binding.value = ScalarText(value);
    if (binding.value && binding.value->empty()) return;  // no key has such a value
    plan.equals.push_back(std::move(binding));
  }

  void AddRange(std::string_view name, StatementPlan& plan) const {
    if (plan.range.empty() && entity_.Find(name) != nullptr) plan.range = name;
  }

  const Entity& entity_;
  const expr::Slots& slots_;
  const StatementValues& values_;
};

class StatementPlanner {
 public:
  StatementPlanner(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern)
      : model_(model),
        all_(all),
        pattern_(pattern),
        entity_(*model.FindEntity(pattern.target.entity)),
        values_(entity_, *pattern.sql) {
    // A changed design may have the entity in another table than the text says.
    plan_.table = model.FindTable(entity_.table);
    if (!pattern.sql->index.empty()) {
      plan_.index = model.FindIndex(entity_.table, pattern.sql->index);
    }
    plan_.statement.emplace();
  }

  ReadPlan Run() {
    if (auto planned = Plan(); planned) {
      plan_.operation = Operation::kStatement;
    } else {
      plan_.reason = planned.error().message;
      plan_.statement.emplace();
    }
    AddTarget();
    return std::move(plan_);
  }

 private:
  // Follows ExecuteStatement: the same steps in the same order.
  Result<> Plan() {
    const auto source = SourceOf(model_, all_, *plan_.table, plan_.index);
    auto parsed =
        std::make_shared<const partiql::Statement>(TRY(partiql::Parse(pattern_.sql->text)));
    const auto bound = TRY(partiql::Bind(std::move(parsed), values_.views()));
    if (source.hash_keys().size() > 1 || source.range_keys().size() > 1) {
      return FailInvalid(texts::kStatementMultiAttributeKey);
    }
    if (source.global() && pattern_.strong) return FailInvalid(texts::kStatementConsistentIndex);
    auto reads = TRY(partiql::PlanRead(source, bound.where));
    static_cast<void>(TRY(api::ApplyOrder(source, *bound.statement, reads)));
    plan_.fetches_rest = TRY(api::Projected(*bound.statement).NeedsFetch(source));
    const bool scans = !reads.missing_key.empty();
    if (!scans && bound.where) TRY(api::CheckFilterHeld(source, *bound.where));
    if (scans) plan_.statement->because = partiql::ScanReason(source, bound.where);
    plan_.statement->filtered = reads.filtered;
    AddReads(reads);
    AddIndexable(bound);
    return {};
  }

  void AddReads(const partiql::ReadPlan& reads) {
    const StatementRows rows(model_, all_, *plan_.table, plan_.index, entity_, values_);
    for (const auto& branch : reads.branches) {
      StatementRead read{.operation = OperationOf(branch.access),
                         .condition = TextOf(branch.terms, values_)};
      auto& done = plan_.statement->reads;
      if (branch.access == partiql::Access::kScan) {
        Meet(rows.Everything(), read);
      } else if (done.size() < kReadsMatchedMax) {
        Meet(rows.Under(branch.terms), read);
      } else {  // the reads of IN and OR are alike
        read.items = done.back().items;
        read.bytes = done.back().bytes;
      }
      done.push_back(std::move(read));
    }
  }

  void Meet(const std::vector<MetRows>& rows, StatementRead& read) {
    for (const auto& [row, count] : rows) {
      const auto bytes = static_cast<double>(RowBytes(model_, *row));
      if (read.operation == Operation::kGetItem) {  // one item, of whichever kind
        read.items = 1;
        read.bytes = std::max(read.bytes, bytes);
      } else {
        read.items += count;
        read.bytes += count * bytes;
      }
      AddWanted(*row);
    }
  }

  // Adds the row unless it is there. The target's rows come first.
  void AddWanted(const StoredRow& row) {
    if (!wanted_.emplace(row.entity, row.row, row.number).second) return;
    const bool first = row.entity == &entity_;
    plan_.wanted.insert(first ? plan_.wanted.begin() : plan_.wanted.end(), row);
  }

  void AddIndexable(const partiql::BoundStatement& bound) {
    auto& statement = *plan_.statement;
    for (const auto& path : bound.statement->projection) {
      const auto& name = path.steps.front().name;
      if (path.steps.size() > 1 || entity_.Find(name) == nullptr) {
        statement.shows.clear();
        break;
      }
      if (!Contains(statement.shows, name)) statement.shows.push_back(name);
    }
    if (!bound.where) return;
    IndexableTerms(entity_, bound.where->bound().slots, values_)
        .Collect(std::get<ast::Condition>(bound.where->bound().expression->root), statement);
  }

  // A plan has a row of its target, even if it meets none.
  void AddTarget() {
    if (!plan_.wanted.empty()) return;
    const auto own = std::ranges::find_if(all_, [&](const StoredRow& row) {
      return row.entity == &entity_ && row.table == plan_.table;
    });
    if (own != all_.end()) plan_.wanted.push_back(*own);
  }

  const Model& model_;
  const std::vector<StoredRow>& all_;
  const Pattern& pattern_;
  const Entity& entity_;
  StatementValues values_;
  ReadPlan plan_;
  std::set<std::tuple<const Entity*, StoredRow::Row, std::size_t>> wanted_;  // in plan_.wanted
};

}  // namespace

ReadPlan PlanStatement(const Model& model, const std::vector<StoredRow>& all,
                       const Pattern& pattern) {
  return StatementPlanner(model, all, pattern).Run();
}

}  // namespace stator::model
