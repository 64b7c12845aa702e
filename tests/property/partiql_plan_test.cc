// A plan reads exactly the items that meet its condition, each once, and scans only if it must.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "expr/condition.h"
#include "partiql/bind.h"
#include "partiql/parser.h"
#include "partiql/plan.h"
#include "table/testing.h"

namespace stator::partiql {
namespace {

// An item of a small world, in which every condition has items that meet it.
struct Row {
  int pk;  // of "a", "b", "c"
  int sk;
  int x;  // 0: the item has no attribute x
};

std::string PkText(int pk) { return std::string(1, static_cast<char>('a' + pk)); }

// A condition that is evaluated without the code under test.
struct Formula {
  enum class Kind {
    kPkEqual,
    kPkIn,
    kSkEqual,
    kSkLess,
    kSkBetween,
    kX,
    kXMissing,
    kNot,
    kAnd,
    kOr
  };
  Kind kind;
  int a = 0;
  int b = 0;
  std::vector<Formula> parts = {};

  bool Holds(const Row& row) const {
    switch (kind) {
      case Kind::kPkEqual:
        return row.pk == a;
      case Kind::kPkIn:
        return row.pk == a || row.pk == b;
      case Kind::kSkEqual:
        return row.sk == a;
      case Kind::kSkLess:
        return row.sk < a;
      case Kind::kSkBetween:
        return row.sk >= a && row.sk <= a + b;
      case Kind::kX:
        return row.x != 0 && row.x == a + 1;
      case Kind::kXMissing:
        return row.x == 0;
      case Kind::kNot:
        return !parts[0].Holds(row);
      case Kind::kAnd:
        return parts[0].Holds(row) && parts[1].Holds(row);
      case Kind::kOr:
        return parts[0].Holds(row) || parts[1].Holds(row);
    }
    std::abort();
  }

  std::string Text() const {
    switch (kind) {
      case Kind::kPkEqual:
        return fmt::format("pk = '{}'", PkText(a));
      case Kind::kPkIn:
        return fmt::format("pk IN ['{}', '{}']", PkText(a), PkText(b));
      case Kind::kSkEqual:
        return fmt::format("{} = sk", a);
      case Kind::kSkLess:
        return fmt::format("sk < {}", a);
      case Kind::kSkBetween:
        return fmt::format("sk BETWEEN {} AND {}", a, a + b);
      case Kind::kX:
        return fmt::format("x = {}", a + 1);
      case Kind::kXMissing:
        return "x IS MISSING";
      case Kind::kNot:
        return fmt::format("NOT ({})", parts[0].Text());
      case Kind::kAnd:
        return fmt::format("({} AND {})", parts[0].Text(), parts[1].Text());
      case Kind::kOr:
        return fmt::format("({} OR {})", parts[0].Text(), parts[1].Text());
    }
    std::abort();
  }

  // Whether each part of an OR fixes the partition key: the rule of facts 10.4.
  bool FixesPartition() const {
    switch (kind) {
      case Kind::kPkEqual:
      case Kind::kPkIn:
        return true;
      case Kind::kAnd:
        return parts[0].FixesPartition() || parts[1].FixesPartition();
      case Kind::kOr:
        return parts[0].FixesPartition() && parts[1].FixesPartition();
      default:
        return false;
    }
  }
};

Formula AnyFormula(int depth) {
  const int kinds = depth == 0 ? 7 : 10;
  Formula formula{static_cast<Formula::Kind>(*rc::gen::inRange(0, kinds))};
  formula.a = *rc::gen::inRange(0, 3);
  formula.b = *rc::gen::inRange(0, 3);
  if (formula.kind >= Formula::Kind::kNot) formula.parts.push_back(AnyFormula(depth - 1));
  if (formula.kind > Formula::Kind::kNot) formula.parts.push_back(AnyFormula(depth - 1));
  return formula;
}

item::Item ItemOf(const Row& row) {
  item::Tree::Map attributes = {{"pk", table::testing::S(PkText(row.pk))},
                                {"sk", table::testing::N(row.sk)}};
  if (row.x != 0) attributes.emplace("x", table::testing::N(row.x));
  return table::testing::MakeItem(attributes);
}

std::size_t Covering(const ReadPlan& plan, const Bytes& key) {
  std::size_t count = 0;
  for (const Branch& branch : plan.branches) {
    const bool all = branch.access == Access::kScan;
    count += all || (key >= branch.begin && key < branch.end) ? 1 : 0;
  }
  return count;
}

RC_GTEST_PROP(PartiqlPlan, ReadsExactlyTheItemsThatMeetTheCondition, ()) {
  const Formula formula = AnyFormula(*rc::gen::inRange(0, 5));
  const std::string text = "SELECT * FROM t WHERE " + formula.Text();
  auto parsed = Parse(text);
  RC_ASSERT(parsed.has_value());
  const auto bound = Bind(std::make_shared<const Statement>(*std::move(parsed)), {});
  RC_ASSERT(bound.has_value());
  const query::Source source{table::testing::Published(table::testing::SortedTable("t")), nullptr};
  const auto plan = PlanRead(source, bound->where);
  const bool keyed = formula.FixesPartition();
  if (!plan) {
    RC_ASSERT(keyed);  // a scan has no branches that overlap or are too many
    RC_DISCARD("refused");
  }
  const bool scans = !plan->branches.empty() && plan->branches[0].access == Access::kScan;
  RC_ASSERT(scans == !keyed);
  for (int pk = 0; pk < 3; ++pk) {
    for (int sk = -1; sk < 6; ++sk) {
      for (int x = 0; x < 4; ++x) {
        const Row row{pk, sk, x};
        const item::Item item = ItemOf(row);
        const auto key = table::RowKeyOfItem(*source.table, item.view());
        RC_ASSERT(key.has_value());
        const std::size_t covering = Covering(*plan, *key);
        RC_ASSERT(covering <= 1U);
        const bool found =
            covering == 1 && (!plan->filtered || expr::Holds(*bound->where, item.view()));
        RC_ASSERT(found == formula.Holds(row));
      }
    }
  }
}

}  // namespace
}  // namespace stator::partiql
