#pragma once

#include <cstddef>
#include <limits>

#include "api/plan_explanation.h"
#include "api/services.h"
#include "base/result.h"
#include "catalog/statistics.h"
#include "catalog/table.h"
#include "expr/update.h"
#include "item/value.h"
#include "query/source.h"
#include "storage/engine.h"

namespace stator::api {

// Expects what reads of one source cost, from its live counts. It reads no item.
class SourceEstimate {
 public:
  // The conditions of a read.
  struct Form {
    bool consistent = false;
    bool fetch = false;  // each entry's item is taken from the table, too
    std::size_t items_max = std::numeric_limits<std::size_t>::max();  // of a page
  };

  // The items and units of all pages, and the number of pages.
  struct Pages {
    Expectation expected;
    std::size_t count = 1;
  };

  // Lifetime: holds references to both.
  SourceEstimate(const ItemServices& services, const query::Source& source);

  // The read of one item of the table by its key.
  Expectation OfItem(bool consistent) const;
  // All entries, or one of `segments` equal parts of them.
  Pages OfScan(const Form& form, std::size_t segments = 1) const;
  // The entries of a key range, by the engine's size of it. Errors: those of the engine.
  Result<Pages> OfRange(const storage::KeyRange& range, const Form& form) const;

 private:
  Pages PagesOf(Known<std::size_t> items, Known<std::size_t> bytes, const Form& form) const;

  const ItemServices& services_;
  const query::Source& source_;
  std::size_t entries_;
  std::size_t bytes_;
  std::size_t item_bytes_;   // the mean of the table's items
  std::size_t table_bytes_;  // of all of the table's items
};

// Expect what a write uses on the table and its indexes if it succeeds: the insertion of an item,
// the update of one, or the removal of one.
Expectation ExpectInsert(const catalog::Table& table, item::ItemView item);
Expectation ExpectUpdate(const ItemServices& services, const catalog::Table& table,
                         const expr::Update& changes);
Expectation ExpectRemoval(const ItemServices& services, const catalog::Table& table);

}  // namespace stator::api
