#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "api/services.h"
#include "base/bytes.h"
#include "base/result.h"
#include "capacity/usage.h"
#include "catalog/table.h"
#include "item/value.h"
#include "query/key_terms.h"
#include "query/reader.h"
#include "table/write.h"

// Meters operations: admits them before their work and charges them for the units it used
// (docs/design/0013-capacity.md). The charge equals ConsumedCapacity. With Metering::kOff every
// read is admitted and none is charged.
namespace stator::api {

// Returns the access form of an item found by its key, which is among `attributes`. Lifetime: a
// view into `attributes`.
capacity::AccessForm ItemForm(const catalog::Table& table, item::ItemView attributes);

// Returns the meter for the write of one item. A transaction's write is charged twice (see
// CountTwice). `request` is for requests of several items. Lifetime: `operation` and `access_form`
// must outlive the result, so they are views into the request.
enum class Charged : bool { kOnce, kTwice };
using SharedThrottles = std::shared_ptr<capacity::RequestThrottles>;
std::shared_ptr<table::WriteAdmission> MeterWrite(const ItemServices& services,
                                                  std::string_view operation,
                                                  const capacity::AccessForm& access_form,
                                                  Charged charged = Charged::kOnce,
                                                  SharedThrottles request = nullptr);

// If every item of a batch exceeded a bound, counts the batch once for each of its tables. Items
// that were refused and items that were let through count alike.
void NoteIfAllThrottled(const ItemServices& services, std::string_view operation,
                        const capacity::RequestThrottles& request);

// Returns the units that a failed write consumes; 0 if it is free.
table::HalfUnits UnitsOf(const Error& error);

// Converts a write's units to those in a transaction. The table takes them twice, to prepare and to
// commit; indexes take only the commit.
void CountTwice(table::UnitsUsed& units);

// Meters the read of one item. Lifetime: the constructor's arguments outlive it.
class ItemMeter {
 public:
  ItemMeter(const catalog::Table& table, std::string_view operation, BytesView row_key,
            const capacity::AccessForm& access_form)
      : table_(&table), operation_(operation), row_key_(row_key), access_form_(access_form) {}

  // Called before the read. `request` is for requests of several items. Errors: the client's
  // throttling error.
  Result<> Admit(const ItemServices& services, capacity::RequestThrottles* request = nullptr);
  // Called after the read.
  void Charge(const ItemServices& services, table::HalfUnits units) const;

 private:
  capacity::Usage UsageOf(const capacity::Claim& claim, const ItemServices& services) const;

  const catalog::Table* table_;
  std::string_view operation_;
  BytesView row_key_;
  capacity::AccessForm access_form_;
  bool over_ = false;
};

// Returns the units that a read page consumed.
table::UnitsUsed UnitsOf(const query::Reader& reader);

// Meters a page. It is admitted at the place where it starts to read, and charged at its first row.
// A page without rows is charged where it started (page_place.h).
class PageMeter {
 public:
  // The page of a Query with these conditions on the source's keys, or of a Scan.
  // Lifetime: `operation` outlives the meter.
  static PageMeter OfQuery(const query::PagePlan& plan, std::span<const query::KeyTerm> terms,
                           std::string_view operation = "Query");
  static PageMeter OfScan(const query::PagePlan& plan, std::string_view operation = "Scan");

  // Called before the page is read. Errors: the client's throttling error.
  Result<> Admit(const ItemServices& services);
  // Called once the page is complete.
  void Charge(const ItemServices& services, const query::Reader& reader) const;

 private:
  using Form = capacity::AccessForm::Form;
  PageMeter(const query::PagePlan& plan, std::string_view operation, Form form);
  capacity::Usage UsageOf(std::span<const capacity::Claim> claims,
                          const ItemServices& services) const;

  query::Source source_;
  std::string_view operation_;
  Bytes place_;
  Form form_;
  std::string partition_;
  std::string sort_;
  bool over_ = false;
};

}  // namespace stator::api
