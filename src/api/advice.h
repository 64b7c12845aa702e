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

// What one read cost and gave: a page of a Query or Scan, or items that were got by their keys.
struct PageUse {
  // The shape of the request: what is the same whenever the same line of a program runs.
  std::string_view operation;
  std::string_view table;
  std::string_view index;          // empty: the table itself
  std::string_view key_condition;  // as the client wrote it; of a Query alone
  std::string_view filter;         // likewise; empty: none
  std::string_view projection;     // likewise; empty: whole items

  bool first_page = false;
  std::size_t examined = 0;
  std::size_t returned = 0;
  std::size_t read_bytes = 0;
  std::size_t returned_bytes = 0;
  table::HalfUnits units = 0;
};

// Remembers request shapes, and says what to do about those that read far more than they return, or
// scan again and again. A shape is judged by all of its reads. Bounded: at most
// limits::kAdviceShapesMax shapes. Of those that give no cause the one not seen for the longest
// time makes way, and only if all give cause the one that spent least. Safe for concurrent use.
class Advice {
 public:
  void Note(const PageUse& use, TimeMicros now);

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
    std::string projection;
  };
  // Finds a shape by the texts of a request, without a copy of them.
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

  static std::string_view FindingOf(const Shape& shape, const Totals& totals);
  static std::string CureFor(std::string_view finding, const Shape& shape, const Totals& totals);
  void MakeRoom() REQUIRES(mutex_);

  mutable Mutex mutex_;
  Shapes shapes_ GUARDED_BY(mutex_);
};

}  // namespace stator::api
