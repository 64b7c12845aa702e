#include "table/lag_record.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "base/endian.h"
#include "base/varint.h"

namespace stator::table {
namespace {

constexpr char kLagRecordFormat = 1;
constexpr char kDelete = 0;
constexpr char kPut = 1;
constexpr std::size_t kHeaderBytes = 1 + 8;          // format, time
constexpr std::size_t kPartHeaderBytes = 4 + 8 + 8;  // space, entries, bytes

void AppendPart(const LagRecord::Part& part, Bytes& out) {
  AppendBigEndian32(part.index, out);
  AppendBigEndian64(static_cast<std::uint64_t>(part.counts.entries), out);
  AppendBigEndian64(static_cast<std::uint64_t>(part.counts.bytes), out);
  AppendVarint(part.changes.size(), out);
  for (const auto& change : part.changes) {
    out += change.value ? kPut : kDelete;
    AppendSized(change.address.key, out);
    if (change.value) AppendSized(*change.value, out);
  }
}

std::optional<storage::Mutation> TakeChange(storage::Space index, BytesView& in) {
  if (in.empty() || (in.front() != kPut && in.front() != kDelete)) return std::nullopt;
  const bool put = in.front() == kPut;
  in.remove_prefix(1);
  const auto key = ReadSized(in);
  if (!key) return std::nullopt;
  storage::Mutation change{{index, Bytes(*key)}, std::nullopt};
  if (!put) return change;
  const auto value = ReadSized(in);
  if (!value) return std::nullopt;
  change.value.emplace(*value);
  return change;
}

std::optional<LagRecord::Part> TakePart(BytesView& in) {
  if (in.size() < kPartHeaderBytes) return std::nullopt;
  LagRecord::Part part;
  part.index = ReadBigEndian32(in);
  part.counts.entries = static_cast<std::int64_t>(ReadBigEndian64(in.substr(4)));
  part.counts.bytes = static_cast<std::int64_t>(ReadBigEndian64(in.substr(12)));
  in.remove_prefix(kPartHeaderBytes);
  const auto count = ReadVarint(in);
  if (!count) return std::nullopt;
  for (std::uint64_t i = 0; i < *count; ++i) {
    auto change = TakeChange(part.index, in);
    if (!change) return std::nullopt;
    part.changes.push_back(std::move(*change));
  }
  return part;
}

Error CorruptLagRecord() {
  return {ErrorCode::kCorruption, "a record of a lagging index does not decode"};
}

}  // namespace

Bytes EncodeLagRecord(const LagRecord& record) {
  Bytes out(1, kLagRecordFormat);
  AppendBigEndian64(static_cast<std::uint64_t>(record.time), out);
  AppendSized(record.table, out);
  for (const auto& part : record.parts) AppendPart(part, out);
  return out;
}

Result<LagRecord> DecodeLagRecord(BytesView bytes) {
  if (bytes.size() < kHeaderBytes || bytes.front() != kLagRecordFormat)
    return Fail(CorruptLagRecord());
  LagRecord record;
  record.time = static_cast<TimeMicros>(ReadBigEndian64(bytes.substr(1)));
  bytes.remove_prefix(kHeaderBytes);
  const auto table = ReadSized(bytes);
  if (!table) return Fail(CorruptLagRecord());
  record.table = *table;
  while (!bytes.empty()) {
    auto part = TakePart(bytes);
    if (!part) return Fail(CorruptLagRecord());
    record.parts.push_back(std::move(*part));
  }
  return record;
}

}  // namespace stator::table
