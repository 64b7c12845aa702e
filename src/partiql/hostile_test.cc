// Statements that are made to cost much. Their memory is bounded by their length.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "partiql/bind.h"
#include "partiql/parser.h"
#include "partiql/plan.h"
#include "table/testing.h"

namespace {

// The bytes that operator new has given out, now and at most. The tests of this program have one
// thread.
std::size_t allocated = 0;
std::size_t allocated_max = 0;

}  // namespace

void* operator new(std::size_t size) {
  void* const place = std::malloc(size);
  if (place == nullptr) throw std::bad_alloc();
  allocated += malloc_usable_size(place);
  allocated_max = std::max(allocated, allocated_max);
  return place;
}
void operator delete(void* place) noexcept {
  if (place != nullptr) allocated -= malloc_usable_size(place);
  std::free(place);
}
void operator delete(void* place, std::size_t /*size*/) noexcept { operator delete(place); }

namespace stator::partiql {
namespace {

constexpr std::size_t kStatementCharacters = 8192;
// Bounds for texts that repeat what opens something, and for texts that repeat terms and values.
constexpr std::size_t kOpeningBytesMax = 16;
constexpr std::size_t kTermBytesMax = 128;  // trees of conditions and values

std::string Repeat(std::string_view part, std::size_t size) {
  std::string text;
  while (text.size() + part.size() <= size) text += part;
  return text;
}

// The costs of one statement.
struct Cost {
  std::string message;  // empty: it has an answer
  std::size_t bytes = 0;
  double micros = 0;
};

std::string Run(const query::Source& source, std::string_view text) {
  auto statement = Parse(text);
  if (!statement) return statement.error().message;
  auto bound = Bind(std::make_shared<const Statement>(*std::move(statement)), {});
  if (!bound) return bound.error().message;
  const auto plan = PlanRead(source, bound->where);
  if (!plan) return plan.error().message;
  return {};
}

Cost CostOf(const std::string& text) {
  const query::Source source{table::testing::Published(table::testing::SortedTable("t")), nullptr};
  Cost cost;
  const std::size_t before = allocated;
  allocated_max = before;
  const auto begin = std::chrono::steady_clock::now();
  cost.message = Run(source, text);
  cost.micros =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  cost.bytes = allocated_max - before;
  return cost;
}

struct Case {
  std::string_view begin;
  std::string_view part;
  std::string_view end;
};

constexpr Case kOpenings[] = {
    {"", "(", ""},
    {"", "[", ""},
    {"", "--", ""},
    {"", ";", ""},
    {"SELECT * FROM t WHERE ", "(", "a = 1"},
    {"SELECT * FROM t WHERE a = ", "(", "1"},
    {"SELECT * FROM t WHERE ", "NOT ", "a = 1"},
    {"SELECT * FROM t WHERE ", "NOT (", "a = 1"},
    {"SELECT * FROM t WHERE ", "size(", "a"},
    {"SELECT * FROM t WHERE a = ", "[", "1"},
    {"SELECT * FROM t WHERE a = ", "{'a':", "1"},
    {"SELECT * FROM t WHERE a = ", "<<", "1"},
    {"INSERT INTO t VALUE ", "[", "1"},
    {"INSERT INTO t VALUE ", "{'a':", "1"},
    {"INSERT INTO t VALUE ", "<<", "1"},
    {"SELECT * FROM t WHERE a = 1", "--", ""},
    {"SELECT * FROM t WHERE ", "AND ", "a = 1"},
    {"SELECT * FROM t WHERE ", "OR ", "a = 1"},
    {"SELECT * FROM t WHERE a = 1 ", "AND ", "a = 1"},
    {"SELECT * FROM t WHERE a = 1 ", "OR ", "a = 1"},
    {"SELECT * FROM t", ";", ""},
    {"SELECT * FROM t WHERE a = ", "'", ""},
    {"SELECT * FROM t WHERE a = ", "-", "1"},
    {"SELECT * FROM t WHERE n = 1", "0", ""},
};

constexpr Case kTerms[] = {
    {"SELECT * FROM t WHERE ", "a=1 AND ", "a=1"},
    {"SELECT * FROM t WHERE ", "a=1 OR ", "a=1"},
    {"SELECT * FROM t WHERE ", "pk='a' AND ", "a=1"},
    {"SELECT * FROM t WHERE ", "pk='a' OR ", "pk='a'"},
    {"SELECT * FROM t WHERE ", "sk>1 AND ", "pk='a'"},
    {"SELECT * FROM t WHERE pk IN ['a','b','c','d','e','f','g'] AND sk IN [1,2,3,4,5,6,7] AND ",
     "sk>0 AND ", "a=1"},
    {"SELECT * FROM t WHERE ", "(pk='a' OR pk='b') AND ", "sk=1"},
    {"SELECT * FROM t WHERE pk='a' AND ", "(sk=1 OR sk=2) AND ", "a=1"},
    {"SELECT * FROM t WHERE a IN [", "1,", "1]"},
    {"SELECT * FROM t WHERE pk IN [", "'',", "'a']"},
    {"INSERT INTO t VALUE {'pk':[", "1,", "1]}"},
    {"INSERT INTO t VALUE {'pk':[", "'',", "'']}"},
    {"INSERT INTO t VALUE {'pk':<<", "1,", "1>>}"},
    {"INSERT INTO t VALUE {", "'':1,", "'a':1}"},
    {"SELECT ", "a,", "a FROM t"},
    {"SELECT a", ".a", " FROM t"},
    {"SELECT a", "[0]", " FROM t"},
    {"UPDATE t ", "SET a=1 ", "WHERE pk='a'"},
    {"UPDATE t ", "REMOVE a ", "WHERE pk='a'"},
    {"SELECT * FROM t WHERE pk = 'a' ORDER BY ", "pk,", "sk"},
};

// Prints the costs of each case, so that a run shows its times: no test asserts times.
void CheckCosts(std::span<const Case> cases, std::size_t bytes_max) {
  for (const auto& [begin, part, end] : cases) {
    const std::size_t room = kStatementCharacters - begin.size() - end.size();
    const std::string text = fmt::format("{}{}{}", begin, Repeat(part, room), end);
    Cost cost = CostOf(text);
    for (int i = 0; i < 5; ++i) {
      const Cost again = CostOf(text);
      cost.micros = std::min(cost.micros, again.micros);
      cost.bytes = again.bytes;  // without what a first run allocates for good
    }
    fmt::print("{:>5.1f} bytes per character {:>7.1f} µs  {}{}…  {}\n",
               static_cast<double>(cost.bytes) / static_cast<double>(text.size()), cost.micros,
               begin, part, cost.message.substr(0, 60));
    EXPECT_LE(cost.bytes, bytes_max * text.size()) << begin << part;
  }
}

TEST(PartiqlHostile, OpeningsTakeLittleMoreThanTheirTokens) {
  CheckCosts(kOpenings, kOpeningBytesMax);
}

TEST(PartiqlHostile, TermsTakeWhatTheirTreesTake) { CheckCosts(kTerms, kTermBytesMax); }

}  // namespace
}  // namespace stator::partiql
