#pragma once

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

// What one page of a Query or Scan cost and gave.
struct PageUse {
  // The shape of the request: what is the same whenever the same line of a program runs.
  std::string_view operation;
  std::string_view table;
  std::string_view index;          // empty: the table itself
  std::string_view key_condition;  // as the client wrote it; empty for a Scan
  std::string_view filter;         // likewise; empty: none

  bool first_page = false;
  std::size_t examined = 0;
  std::size_t returned = 0;
  std::size_t read_bytes = 0;
  std::size_t returned_bytes = 0;
  table::HalfUnits units = 0;
};

// Remembers request shapes that read far more than they return, or scan again and again, and says
// what to do about them. Bounded: at most limits::kAdviceShapesMax shapes, the one not seen for the
// longest time makes way. Safe for concurrent use.
class Advice {
 public:
  // Cheap for a page that gives no cause: nothing is kept of it.
  void Note(const PageUse& use, TimeMicros now);

  struct Line {
    std::string operation;
    std::string table;
    std::string index;
    std::string key_condition;
    std::string filter;
    std::uint64_t pages = 0;
    std::uint64_t items_examined = 0;
    std::uint64_t items_returned = 0;
    double units = 0;
    std::string finding;  // a word that programs can rely on
    std::string advice;   // one sentence
  };
  // The shapes worth a word, the most units first.
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
  };
  struct Shape {
    std::string operation;
    std::string table;
    std::string index;
    std::string key_condition;
    std::string filter;
    auto operator<=>(const Shape&) const = default;
  };

  static bool IsSuspicious(const PageUse& use);
  static std::string_view FindingOf(const Shape& shape, const Totals& totals);
  static std::string CureFor(std::string_view finding, const Shape& shape, const Totals& totals);
  void MakeRoom() REQUIRES(mutex_);

  mutable Mutex mutex_;
  std::map<Shape, Totals> shapes_ GUARDED_BY(mutex_);
};

}  // namespace stator::api
