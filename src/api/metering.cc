#include "api/metering.h"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "api/page_place.h"

namespace stator::api {
namespace {

using capacity::AccessForm;
using capacity::Claim;
using capacity::Usage;
using table::HalfUnits;

std::string_view TextOf(item::ValueView value) {
  return value.type() == item::Type::kString ? value.scalar() : std::string_view();
}

std::string_view TextOf(const catalog::KeyAttribute& key, item::ItemView attributes) {
  if (key.type != item::Type::kString) return {};
  const auto value = attributes.Find(key.name);
  return value ? TextOf(*value) : std::string_view();
}

// Returns the units taken from the table: its own and those of its local indexes.
HalfUnits TableUnits(const table::UnitsUsed& units) {
  HalfUnits sum = units.table;
  for (const auto& [index, used] : units.indexes) {
    if (index->kind == catalog::IndexKind::kLocal) sum += used;
  }
  return sum;
}

class WriteMeter final : public table::WriteAdmission {
 public:
  WriteMeter(capacity::Meter& meter, std::string_view operation, const AccessForm& access_form,
             Charged charged, SharedThrottles request)
      : meter_(meter),
        operation_(operation),
        access_form_(access_form),
        charged_(charged),
        request_(std::move(request)) {}

  Result<> Admit(const table::Command& command, const table::Written& written) override {
    return With(command, written, [this](Usage& usage) {
      auto admitted = meter_.Admit(usage);
      over_ = usage.over;
      return admitted;
    });
  }

  void Settled(const table::Command& command, const Result<table::Written>& outcome) override {
    const auto charge = [this](const Usage& usage) { meter_.Charge(usage); };
    if (outcome) return With(command, *outcome, charge);
    table::Written failed;
    failed.units.table = UnitsOf(outcome.error());
    if (failed.units.table > 0) With(command, failed, charge);
  }

 private:
  // Calls `use` with the write's usage of its table.
  template <class Use>
  std::invoke_result_t<Use, Usage&> With(const table::Command& command,
                                         const table::Written& written, Use use) {
    auto units = TableUnits(written.units);
    if (charged_ == Charged::kTwice) units += written.units.table;
    const Claim own{.key = command.row_key, .units = units};
    std::vector<Claim> all;
    if (!written.entries.empty()) {
      all.reserve(1 + written.entries.size());
      all.push_back(own);
      for (const auto& entry : written.entries) {
        all.push_back({.index = entry.index, .key = entry.key, .units = entry.units});
      }
    }
    Usage usage{.table = *command.table,
                .operation = operation_,
                .access = capacity::Access::kWrite,
                .claims = all.empty() ? std::span(&own, 1) : std::span<const Claim>(all),
                .access_form = access_form_,
                .now = meter_.Now(),
                .over = over_,
                .request = request_.get()};
    return use(usage);
  }

  capacity::Meter& meter_;
  const std::string_view operation_;
  const AccessForm access_form_;
  const Charged charged_;
  const SharedThrottles request_;
  // Not atomic: the commit queue passes the meter from the admitting to the settling thread.
  bool over_ = false;
};

AccessForm::Form FormOf(query::KeyTerm::Operator op) {
  if (op == query::KeyTerm::Operator::kEqual) return AccessForm::Form::kEqual;
  return op == query::KeyTerm::Operator::kBeginsWith ? AccessForm::Form::kPrefix
                                                     : AccessForm::Form::kRange;
}

}  // namespace

HalfUnits UnitsOf(const Error& error) {
  const bool decided = error.code == ErrorCode::kConditionalCheckFailedException ||
                       error.code == ErrorCode::kDuplicateItemException ||
                       error.code == ErrorCode::kTransactionCanceledException;
  return decided ? table::WriteUnitsFor(error.item_bytes) : 0;
}

AccessForm ItemForm(const catalog::Table& table, item::ItemView attributes) {
  AccessForm access_form{.partition = TextOf(table->partition_key, attributes)};
  if (table->sort_key) access_form.sort = TextOf(*table->sort_key, attributes);
  return access_form;
}

std::shared_ptr<table::WriteAdmission> MeterWrite(const ItemServices& services,
                                                  std::string_view operation,
                                                  const AccessForm& access_form, Charged charged,
                                                  SharedThrottles request) {
  return std::make_shared<WriteMeter>(services.meter, operation, access_form, charged,
                                      std::move(request));
}

void NoteIfAllThrottled(const ItemServices& services, std::string_view operation,
                        const capacity::RequestThrottles& request) {
  for (const auto& table : request.IfAll()) {
    services.recorder.Note(observe::Metric::kThrottledRequests,
                           {.table = table, .operation = operation}, services.meter.Now(), 1);
  }
}

void CountTwice(table::UnitsUsed& units) { units.table *= 2; }

Usage ItemMeter::UsageOf(const Claim& claim, const ItemServices& services) const {
  return {.table = *table_,
          .operation = operation_,
          .claims = std::span(&claim, 1),
          .access_form = access_form_,
          .now = services.meter.Now(),
          .over = over_};
}

Result<> ItemMeter::Admit(const ItemServices& services, capacity::RequestThrottles* request) {
  if (services.item_reads == Metering::kOff) return {};
  const Claim claim{.key = row_key_};
  auto usage = UsageOf(claim, services);
  usage.request = request;
  auto admitted = services.meter.Admit(usage);
  over_ = usage.over;
  return admitted;
}

void ItemMeter::Charge(const ItemServices& services, HalfUnits units) const {
  if (services.item_reads == Metering::kOff) return;
  const Claim claim{.key = row_key_, .units = units};
  services.meter.Charge(UsageOf(claim, services));
}

table::UnitsUsed UnitsOf(const query::Reader& reader) {
  const auto& source = reader.plan().source;
  if (source.index == nullptr) return {reader.SourceUnits(), {}};
  return {reader.contents().fetched_units, {{source.index, reader.SourceUnits()}}};
}

// Copies the place, because the reader advances its range.
PageMeter::PageMeter(const query::PagePlan& plan, std::string_view operation, Form form)
    : source_(plan.source), operation_(operation), place_(PlaceOf(plan)), form_(form) {}

PageMeter PageMeter::OfQuery(const query::PagePlan& plan, std::span<const query::KeyTerm> terms,
                             std::string_view operation) {
  PageMeter meter(plan, operation, Form::kPartition);
  const auto find = [&terms](const catalog::KeyAttribute& key) {
    return std::ranges::find(terms, key.name, &query::KeyTerm::attribute);
  };
  if (const auto found = find(plan.source.hash_keys().front()); found != terms.end()) {
    meter.partition_ = TextOf(found->value);
  }
  // The last sort key with a condition determines the form; conditions on earlier ones are
  // equalities.
  for (const auto& key : plan.source.range_keys()) {
    const auto found = find(key);
    if (found == terms.end()) break;
    meter.form_ = FormOf(found->op);
    meter.sort_ = TextOf(found->value);
  }
  return meter;
}

PageMeter PageMeter::OfScan(const query::PagePlan& plan, std::string_view operation) {
  return {plan, operation, Form::kWhole};
}

Usage PageMeter::UsageOf(std::span<const Claim> claims, const ItemServices& services) const {
  AccessForm access_form{.form = form_, .partition = partition_, .sort = sort_};
  if (source_.index != nullptr) access_form.index = source_.index->name;
  return {.table = *source_.table,
          .operation = operation_,
          .claims = claims,
          .access_form = access_form,
          .now = services.meter.Now(),
          .over = over_};
}

Result<> PageMeter::Admit(const ItemServices& services) {
  if (services.item_reads == Metering::kOff) return {};
  const Claim claim{.index = source_.global() ? source_.index : nullptr, .key = place_};
  auto usage = UsageOf({&claim, 1}, services);
  auto admitted = services.meter.Admit(usage);
  over_ = usage.over;
  return admitted;
}

// A global index holds every attribute that a read of it may request, so the table is not charged.
void PageMeter::Charge(const ItemServices& services, const query::Reader& reader) const {
  if (services.item_reads == Metering::kOff) return;
  const auto& first = reader.contents().first_key;
  const Claim claim{.index = source_.global() ? source_.index : nullptr,
                    .key = first.empty() ? place_ : first,
                    .units = UnitsOf(reader).Total()};
  services.meter.Charge(UsageOf({&claim, 1}, services));
}

}  // namespace stator::api
