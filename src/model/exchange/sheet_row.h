#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

namespace stator::model {

// The cells that state how a row is served. The importer reads the other cells. An absent cell is
// empty.
struct SheetCells {
  std::string type;       // "GetItem", "Query GSI1"
  std::string condition;  // "PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 20"
  std::string filter;     // "status = :status"
  std::string range;      // the attribute that {from} and {to} stand for, if another cell names it
};

// A row of a list of access patterns: the request and its key.
struct SheetRow {
  Verb verb = Verb::kList;
  std::string entity;          // from the words of the key; empty: they name none
  std::vector<Binding> known;  // between the brackets of the request
  std::string range;           // the attribute of a range
  bool ordered = false;        // in the order of the sort key
  std::string order;           // the attribute that the request names
  bool descending = false;
  std::int64_t limit = 0;
  std::string index;  // empty: the table
  std::string hash;   // names of the index's key attributes
  std::string sort;
  KeyPair key;
  bool open = false;   // the sort key may continue behind the row's part
  bool plain = false;  // plain attributes are the key: "userId = :userId"
  // Members of a write.
  std::vector<std::string> conditions;
  bool if_new = false;
  std::int64_t times = 1;
  std::vector<SheetRow> parts;  // of a transaction, or of an item and its copies
};

// Reads the documented form (docs/model-exchange.md).
//
// Errors: a ValidationException with the cell's fault and a hint, for everything else.
Result<SheetRow> ReadSheetRow(const SheetCells& cells);

}  // namespace stator::model
