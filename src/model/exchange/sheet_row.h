#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

namespace stator::model {

// The cells of a row that say how it is served; the others are the importer's. An absent cell is
// empty.
struct SheetCells {
  std::string type;       // "GetItem", "Query GSI1"
  std::string condition;  // "PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 20"
  std::string filter;     // "status = :status"
  std::string range;      // the attribute that {from} and {to} stand for, where another cell says
};

// A row of a list of access patterns: the request, and the key it is asked by.
struct SheetRow {
  Verb verb = Verb::kList;
  std::string entity;          // by the words of the key; empty: they name none
  std::vector<Binding> known;  // stands between the brackets
  std::string range;           // attribute
  bool ordered = false;        // by the sort key
  std::string order;           // the attribute, where the request names it
  bool descending = false;
  std::int64_t limit = 0;
  std::string index;  // empty: the table
  std::string hash;   // names of its key attributes
  std::string sort;
  KeyPair key;
  bool open = false;   // the sort key may go on behind what the row tells
  bool plain = false;  // the table is asked by attributes as they are: "userId = :userId"
  // Of a write.
  std::vector<std::string> conditions;
  bool if_new = false;
  std::int64_t times = 1;
  std::vector<SheetRow> parts;  // of a transaction, or the rows of an item and its copies
};

// Reads the documented form (docs/model-exchange.md).
//
// Errors: a ValidationException with the cell's fault and a hint, for everything else.
Result<SheetRow> ReadSheetRow(const SheetCells& cells);

}  // namespace stator::model
