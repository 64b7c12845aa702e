#include "capacity/account_codec.h"

#include <bit>
#include <cmath>
#include <utility>

#include "base/endian.h"
#include "base/utf8.h"
#include "base/varint.h"

namespace stator::capacity {
namespace {

constexpr unsigned char kFormat = 2;
constexpr unsigned char kFormatWithoutWarm = 1;
constexpr char kHeaderKey[] = "h";
constexpr char kTablePrefix = 't';

void AppendTime(TimeMicros time, Bytes& out) {
  AppendBigEndian64(static_cast<std::uint64_t>(time), out);
}

Result<std::uint64_t> TakeFixed(BytesView& in) {
  if (in.size() < sizeof(std::uint64_t)) return FailAccount();
  const std::uint64_t value = ReadBigEndian64(in);
  in.remove_prefix(sizeof value);
  return value;
}

Result<TimeMicros> TakeTime(BytesView& in) { return static_cast<TimeMicros>(TRY(TakeFixed(in))); }

Result<double> TakeAmount(BytesView& in) {
  const auto value = std::bit_cast<double>(TRY(TakeFixed(in)));
  if (!std::isfinite(value) || value < 0) return FailAccount();
  return value;
}

// One byte is enough for an empty accrual. Most resources have none of most kinds.
void EncodeAccrual(const Accrual& accrual, Bytes& out) {
  const bool any = accrual != Accrual();
  out.push_back(any ? '\1' : '\0');
  if (!any) return;
  AppendBigEndian64(std::bit_cast<std::uint64_t>(accrual.sum), out);
  AppendBigEndian64(std::bit_cast<std::uint64_t>(accrual.level), out);
  AppendTime(accrual.since, out);
}

Result<Accrual> DecodeAccrual(BytesView& in) {
  Accrual accrual;
  if (TRY(TakeByte(in, 1)) == 0) return accrual;
  accrual.sum = TRY(TakeAmount(in));
  accrual.level = TRY(TakeAmount(in));
  accrual.since = TRY(TakeTime(in));
  return accrual;
}

void EncodeCharged(const Charged& charged, Bytes& out) {
  for (const auto units : charged.on_demand) AppendVarint(static_cast<std::uint64_t>(units), out);
  for (const Accrual& units : charged.provisioned) EncodeAccrual(units, out);
  EncodeAccrual(charged.stored, out);
}

Result<Charged> DecodeCharged(BytesView& in) {
  Charged charged;
  for (auto& units : charged.on_demand) units = TRY(TakeUnits(in));
  for (Accrual& units : charged.provisioned) units = TRY(DecodeAccrual(in));
  charged.stored = TRY(DecodeAccrual(in));
  return charged;
}

void EncodeSeries(const RateSeries& series, Bytes& out) {
  AppendVarint(series.slots().size(), out);
  std::uint64_t last = 0;
  for (const auto& slot : series.slots()) {
    AppendVarint(slot.place - last, out);
    AppendVarint(static_cast<std::uint64_t>(slot.units), out);
    AppendVarint(static_cast<std::uint64_t>(slot.peak), out);
    last = slot.place;
  }
}

Result<RateSeries> DecodeSeries(BytesView& in) {
  std::vector<RateSeries::Slot> slots;
  std::uint64_t last = 0;
  for (auto left = TRY(TakeNumber(in, kSlotsMax)); left > 0; --left) {
    const auto step = TRY(TakeNumber(in, kSlotsMax));
    if (step == 0 && !slots.empty()) return FailAccount();
    last += step;
    if (last >= kSlotsMax) return FailAccount();
    auto& slot = slots.emplace_back();
    slot.place = last;
    slot.units = TRY(TakeUnits(in));
    slot.peak = TRY(TakeUnits(in));
  }
  return RateSeries(std::move(slots));
}

void EncodeResource(const ResourceUse& resource, Bytes& out) {
  AppendSized(resource.index, out);
  for (const Charged& charged : resource.charged) EncodeCharged(charged, out);
  for (const RateSeries& series : resource.rates) EncodeSeries(series, out);
  for (const auto units : resource.warm) AppendVarint(static_cast<std::uint64_t>(units), out);
}

Result<ResourceUse> DecodeResource(BytesView& in, unsigned char format) {
  ResourceUse resource;
  resource.index = TRY(TakeText(in));
  for (Charged& charged : resource.charged) charged = TRY(DecodeCharged(in));
  for (RateSeries& series : resource.rates) series = TRY(DecodeSeries(in));
  if (format == kFormatWithoutWarm) return resource;
  for (auto& units : resource.warm) {
    units = static_cast<std::int64_t>(TRY(TakeNumber(in, kWarmUnitsMax)));
  }
  return resource;
}

Result<std::vector<ResourceUse>> DecodeResources(BytesView& in, unsigned char format) {
  std::vector<ResourceUse> all;
  for (auto left = TRY(TakeNumber(in, kResourcesMax)); left > 0; --left) {
    all.push_back(TRY(DecodeResource(in, format)));
  }
  // The table itself always exists, and its resource has no name.
  if (all.empty() || !all.front().index.empty()) return FailAccount();
  return all;
}

// Whether all cells belong to existing resources.
bool Within(const PatternCounts& counts, std::size_t resources) {
  return counts.cells.empty() || counts.cells.back().resource < resources;
}

}  // namespace

std::unexpected<Error> FailAccount() {
  return Fail(ErrorCode::kCorruption, "the usage for the bill does not decode");
}

Result<std::uint64_t> TakeNumber(BytesView& in, std::uint64_t max) {
  const auto number = ReadVarint(in);
  if (!number || *number > max) return FailAccount();
  return *number;
}

Result<table::HalfUnits> TakeUnits(BytesView& in) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<table::HalfUnits>::max());
  return static_cast<table::HalfUnits>(TRY(TakeNumber(in, kMax)));
}

Result<std::string> TakeText(BytesView& in) {
  const auto text = ReadSized(in);
  if (!text || !ValidUtf8(*text)) return FailAccount();
  return std::string(*text);
}

Result<unsigned char> TakeByte(BytesView& in, unsigned char max) {
  if (in.empty() || static_cast<unsigned char>(in.front()) > max) return FailAccount();
  const auto byte = static_cast<unsigned char>(in.front());
  in.remove_prefix(1);
  return byte;
}

Account::Row Account::HeaderRow() const {
  Bytes value(1, static_cast<char>(kFormat));
  AppendTime(since_, value);
  return {kHeaderKey, std::move(value)};
}

Account::Row Account::TableRow(const Stripe& stripe, const Table& table) {
  const TableUse& use = table.use;
  Bytes value(1, static_cast<char>(kFormat));
  AppendSized(use.name, value);
  value.push_back(use.on_demand ? '\1' : '\0');
  value.push_back(static_cast<char>(use.table_class));
  AppendVarint(stripe.slot_minutes, value);
  AppendVarint(use.stream_reads, value);
  AppendVarint(static_cast<std::uint64_t>(use.repeated_reads), value);
  AppendVarint(use.resources.size(), value);
  for (const ResourceUse& resource : use.resources) EncodeResource(resource, value);
  EncodeCounts(use.other, value);
  table.patterns.Encode(value);
  return {kTablePrefix + use.name, std::move(value)};
}

Account::Changes Account::TakeChanges(std::size_t tables_max) {
  const MutexLock lock(whole_);
  Changes changes{.anew = std::exchange(anew_, false)};
  TakeFolded(changes);
  for (Stripe& stripe : stripes_) TakeFrom(stripe, tables_max, changes);
  if (changes.anew) changes.rows.push_back(HeaderRow());
  return changes;
}

void Account::TakeRow(const Stripe& stripe, Table& table, Changes& changes) {
  changes.rows.push_back(TableRow(stripe, table));
  table.changed = false;
  table.kept = true;
}

// The commit that removes the rows of folded tables also saves kOtherTables, which now has their
// counts. A folded table may have been created again; then its new row replaces the old one.
void Account::TakeFolded(Changes& changes) {
  changes.folded = std::exchange(folded_, {});
  if (changes.folded.empty() || changes.anew) return;
  std::vector<std::string> names(changes.folded.begin(), changes.folded.end());
  names.emplace_back(kOtherTables);
  for (const auto& name : names) {
    auto& stripe = StripeOf(name);
    const MutexLock lock(stripe.mutex);
    const auto table = stripe.tables.find(name);
    if (table != stripe.tables.end()) {
      TakeRow(stripe, table->second, changes);
    } else {
      changes.removed.push_back(kTablePrefix + name);
    }
  }
}

void Account::TakeFrom(Stripe& stripe, std::size_t tables_max, Changes& changes) {
  const MutexLock lock(stripe.mutex);
  for (auto& [name, table] : stripe.tables) {
    if (!table.changed && !changes.anew) continue;
    if (changes.rows.size() >= tables_max) {
      changes.more = true;
      table.changed = true;
      continue;
    }
    TakeRow(stripe, table, changes);
  }
}

void Account::PutBack(const Changes& changes) {
  const MutexLock lock(whole_);
  anew_ = anew_ || changes.anew;
  folded_.insert(changes.folded.begin(), changes.folded.end());
  for (const Row& row : changes.rows) {
    const auto name = BytesView(row.key).substr(1);
    auto& stripe = StripeOf(name);
    const MutexLock one(stripe.mutex);
    const auto table = stripe.tables.find(name);
    if (table != stripe.tables.end()) table->second.changed = true;
  }
}

Result<> Account::Load(const std::vector<Row>& rows, TimeMicros now) {
  const MutexLock lock(whole_);
  looked_ = std::max(since_, now);
  for (const Row& row : rows) {
    BytesView in = row.value;
    const auto format = TRY(TakeByte(in, kFormat));
    if (format < kFormatWithoutWarm) return FailAccount();
    if (row.key == kHeaderKey) {
      since_ = TRY(TakeTime(in));
      anew_ = false;
    } else {
      TRY(LoadTable(in, format));
    }
  }
  // Rows without a header belong to no account.
  if (anew_ && !rows.empty()) return FailAccount();
  for (Stripe& stripe : stripes_) {
    const MutexLock one(stripe.mutex);
    stripe.since = since_;
  }
  SetRoom();
  return {};
}

Result<> Account::LoadTable(BytesView in, unsigned char format) {
  Table table;
  TableUse& use = table.use;
  use.name = TRY(TakeText(in));
  use.on_demand = TRY(TakeByte(in, 1)) != 0;
  use.table_class = static_cast<catalog::TableClass>(TRY(TakeByte(in, kClasses - 1)));
  auto slot_minutes = TRY(TakeNumber(in, std::uint64_t{1} << 32U));
  if (!std::has_single_bit(slot_minutes)) return FailAccount();
  use.stream_reads = TRY(TakeNumber(in));
  use.repeated_reads = TRY(TakeUnits(in));
  use.resources = TRY(DecodeResources(in, format));
  use.other = TRY(DecodeCounts(in));
  table.patterns = TRY(PatternTree::Decode(in, kTablePatternsMax));
  bool within = Within(use.other, use.resources.size());
  table.patterns.Each([&](const Pattern&, const PatternCounts& counts) {
    within = within && Within(counts, use.resources.size());
  });
  if (!within || !in.empty()) return FailAccount();
  table.changed = false;
  table.kept = true;
  while (slot_minutes_ < slot_minutes) Coarsen();
  for (ResourceUse& resource : use.resources) {
    for (RateSeries& series : resource.rates) {
      for (auto minutes = slot_minutes; minutes < slot_minutes_; minutes *= 2) series.Coarsen();
    }
  }
  return Keep(std::move(table));
}

// Adds a loaded table. A second row of the same table is corruption.
Result<> Account::Keep(Table&& table) {
  const std::string name = table.use.name;
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  const auto [kept, added] = stripe.tables.try_emplace(name, std::move(table));
  if (!added) return FailAccount();
  patterns_ += kept->second.patterns.size();
  slots_ += SlotsOf(kept->second.use);
  if (name != kOtherTables) ++named_;
  return {};
}

}  // namespace stator::capacity
