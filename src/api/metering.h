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

// How operations are metered: asked for before they work, charged for what that took
// (docs/design/0013-capacity.md). What is charged is what ConsumedCapacity says.
namespace stator::api {

// How an item is found by its key, whose attributes are among these. Leans on them.
capacity::AccessForm ItemForm(const catalog::Table& table, item::ItemView attributes);

// Who meters the write of one item. `operation` and `access_form` outlive it, so they lean on the
// request. A transaction's write is charged twice (see CountTwice). `request` is for those that ask
// for several items.
enum class Charged : bool { kOnce, kTwice };
using SharedThrottles = std::shared_ptr<capacity::RequestThrottles>;
std::shared_ptr<table::WriteAdmission> MeterWrite(const ItemServices& services,
                                                  std::string_view operation,
                                                  const capacity::AccessForm& access_form,
                                                  Charged charged = Charged::kOnce,
                                                  SharedThrottles request = nullptr);

// Counts a batch, once for each of its tables, if all of it met a bound, be it refused or let
// through.
void NoteIfAllThrottled(const ItemServices& services, std::string_view operation,
                        const capacity::RequestThrottles& request);

// What a write consumes as part of a transaction: the table takes it twice, to prepare and to
// commit; indexes see the commit alone.
void CountTwice(table::UnitsUsed& units);

// The metering of one item's read. Leans on what it is made from, all of which outlives it.
class ItemMeter {
 public:
  ItemMeter(const catalog::Table& table, std::string_view operation, BytesView row_key,
            const capacity::AccessForm& access_form)
      : table_(&table), operation_(operation), row_key_(row_key), access_form_(access_form) {}

  // Before it is read. The error is for the client. `request` is for those that ask for several
  // items.
  Result<> Admit(const ItemServices& services, capacity::RequestThrottles* request = nullptr);
  // Once it is read.
  void Charge(const ItemServices& services, table::HalfUnits units) const;

 private:
  capacity::Usage UsageOf(const capacity::Claim& claim, const ItemServices& services) const;

  const catalog::Table* table_;
  std::string_view operation_;
  BytesView row_key_;
  capacity::AccessForm access_form_;
  bool over_ = false;
};

// What a page that was read consumed.
table::UnitsUsed UnitsOf(const query::Reader& reader);

// The metering of a page: admitted where it starts to read, charged where its first row is, or
// where it started if there is none (page_place.h).
class PageMeter {
 public:
  // A Query by these conditions on the keys of the source, or a Scan.
  static PageMeter OfQuery(const query::PagePlan& plan, std::span<const query::KeyTerm> terms);
  static PageMeter OfScan(const query::PagePlan& plan);

  // Before it is read. The error is for the client.
  Result<> Admit(const ItemServices& services);
  // Once it is read to its end.
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
