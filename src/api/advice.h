#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "table/units.h"

namespace stator::api {

// The cost and the result of one request: a page of a Query or Scan, items read by their keys, or a
// statement.
struct PageUse {
  // The shape of the request: the parts that are equal whenever the same line of a program runs.
  std::string_view operation;
  std::string_view table;
  std::string_view index;          // empty: the table itself
  std::string_view key_condition;  // as the client wrote it; only of a Query
  std::string_view filter;         // as the client wrote it; empty: none
  std::string_view projection;     // as the client wrote it; empty: whole items

  // Only statements have a reason to scan (empty: they do not) and a hash of literals (0: none).
  std::string_view scans_because;
  std::size_t literals_hash = 0;

  bool first_page = false;
  std::size_t examined = 0;
  std::size_t returned = 0;
  std::size_t read_bytes = 0;
  std::size_t returned_bytes = 0;
  table::HalfUnits units = 0;
};

// Remembers the shapes of requests and gives advice. It judges shapes that read far more than they
// return or scan repeatedly, and statements that scan or carry their values in the text. All reads
// of a shape count together.
//
// It holds at most limits::kAdviceShapesMax shapes. It evicts the shape without advice that was
// unused for the longest time. Only if every shape has advice, it evicts the one that used the
// fewest units.
//
// Threads: safe for concurrent use.
class Advice {
 public:
  // Counts a request.
  void Note(const PageUse& use, TimeMicros now);

  // Returns the first sentence that Lines() has for the shape of a request; empty: none.
  std::string SentenceOn(const PageUse& use) const;

  // The advice on one shape.
  struct Line {
    std::string operation;
    std::string table;
    std::string index;
    std::string key_condition;
    std::string filter;
    std::string projection;
    std::uint64_t pages = 0;
    std::uint64_t items_examined = 0;
    std::uint64_t items_returned = 0;
    double units = 0;
    std::string finding;  // a stable identifier for programs
    std::string advice;   // one sentence
  };
  // Returns the shapes with advice, those with the most units first. A statement may have two
  // lines: its reads, and its text.
  std::vector<Line> Lines() const;

 private:
  struct Totals {
    std::uint64_t pages = 0;
    std::uint64_t starts = 0;  // first pages
    std::uint64_t examined = 0;
    std::uint64_t returned = 0;
    std::uint64_t read_bytes = 0;
    std::uint64_t returned_bytes = 0;
    table::HalfUnits units = 0;
    TimeMicros last_seen = 0;
    std::string scans_because;
    std::vector<std::size_t> literals;  // different hashes, up to a bound
  };
  struct Shape {
    std::string operation;
    std::string table;
    std::string index;
    std::string key_condition;
    std::string filter;
    std::string projection;
  };
  // Finds a shape by the texts of a request without copying them.
  struct ShapeOrder {
    using is_transparent = void;
    template <class Left, class Right>
    bool operator()(const Left& left, const Right& right) const {
      return TextsOf(left) < TextsOf(right);
    }
    template <class Texts>
    static auto TextsOf(const Texts& texts) {
      return std::array<std::string_view, 6>{texts.operation,     texts.table,  texts.index,
                                             texts.key_condition, texts.filter, texts.projection};
    }
  };
  using Shapes = std::map<Shape, Totals, ShapeOrder>;

  // The findings of a shape; empty texts: none.
  static std::string_view FindingOf(const Shape& shape, const Totals& totals);
  static std::string_view TextFindingOf(const Totals& totals);
  static std::string CureFor(std::string_view finding, const Shape& shape, const Totals& totals);
  void MakeRoom() REQUIRES(mutex_);

  mutable Mutex mutex_;
  Shapes shapes_ GUARDED_BY(mutex_);
};

}  // namespace stator::api
