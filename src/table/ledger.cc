#include "table/ledger.h"

#include <utility>

#include "base/endian.h"
#include "base/varint.h"
#include "catalog/catalog.h"
#include "item/value.h"

namespace stator::table {
namespace {

constexpr char kLedgerFormat = 1;
// First bytes of the keys. They are on disk: never renumber them.
constexpr char kCommitKey = 'c';
constexpr char kExpiryKey = 'e';
constexpr char kTokenKey = 't';

Error CorruptLedger() {
  return {ErrorCode::kCorruption, "a record of a transaction does not decode"};
}

// Reads values that the encoders below wrote. After missing bytes broken() is true and all values
// are empty.
class RecordReader {
 public:
  explicit RecordReader(BytesView bytes) : in_(bytes) {}

  std::uint8_t Byte() {
    if (in_.empty()) return Broken<std::uint8_t>();
    const auto byte = static_cast<std::uint8_t>(in_.front());
    in_.remove_prefix(1);
    return byte;
  }
  TimeMicros Time() {
    if (in_.size() < 8) return Broken<TimeMicros>();
    const auto time = static_cast<TimeMicros>(ReadBigEndian64(in_));
    in_.remove_prefix(8);
    return time;
  }
  std::uint64_t Number() {
    const auto number = ReadVarint(in_);
    return number ? *number : Broken<std::uint64_t>();
  }
  BytesView Sized() {
    const auto bytes = ReadSized(in_);
    return bytes ? *bytes : Broken<BytesView>();
  }
  // Returns the number of the elements that follow. Each takes at least one byte.
  std::uint64_t Count() {
    const auto count = Number();
    return count <= in_.size() ? count : Broken<std::uint64_t>();
  }
  bool Whole() const { return !broken_ && in_.empty(); }
  bool broken() const { return broken_; }

 private:
  template <class T>
  T Broken() {
    broken_ = true;
    in_ = {};
    return {};
  }

  BytesView in_;
  bool broken_ = false;
};

void AppendPart(const CommitRecord::Part& part, Bytes& out) {
  AppendSized(part.table, out);
  AppendVarint(part.number, out);
  AppendSized(part.row_key, out);
  out.push_back(static_cast<char>(part.kind));
  AppendVarint(static_cast<std::uint64_t>(part.read_units), out);
  if (part.kind == Decision::Kind::kReplace) AppendSized(part.image, out);
}

Result<CommitRecord::Part> TakePart(RecordReader& in) {
  CommitRecord::Part part;
  part.table = in.Sized();
  part.number = static_cast<catalog::TableNumber>(in.Number());
  part.row_key = in.Sized();
  const auto kind = in.Byte();
  if (kind > static_cast<std::uint8_t>(Decision::Kind::kRemove)) return Fail(CorruptLedger());
  part.kind = static_cast<Decision::Kind>(kind);
  part.read_units = static_cast<HalfUnits>(in.Number());
  if (part.kind == Decision::Kind::kReplace) {
    part.image = in.Sized();
    TRY(item::Verify(part.image));
  }
  return part;
}

}  // namespace

Bytes EncodeTokenRecord(const TokenRecord& record) {
  Bytes out(1, kLedgerFormat);
  AppendBigEndian64(static_cast<std::uint64_t>(record.completed), out);
  AppendSized(record.fingerprint, out);
  AppendVarint(record.read_units.size(), out);
  for (const auto units : record.read_units) AppendVarint(static_cast<std::uint64_t>(units), out);
  return out;
}

Result<TokenRecord> DecodeTokenRecord(BytesView bytes) {
  RecordReader in(bytes);
  if (in.Byte() != kLedgerFormat) return Fail(CorruptLedger());
  TokenRecord record;
  record.completed = in.Time();
  record.fingerprint = in.Sized();
  const auto count = in.Count();
  for (std::uint64_t i = 0; i < count; ++i) {
    record.read_units.push_back(static_cast<HalfUnits>(in.Number()));
  }
  if (!in.Whole()) return Fail(CorruptLedger());
  return record;
}

Bytes EncodeCommitRecord(const CommitRecord& record) {
  Bytes out(1, kLedgerFormat);
  out.push_back(static_cast<char>(record.state));
  AppendBigEndian64(static_cast<std::uint64_t>(record.time), out);
  AppendSized(record.token ? record.token->text : BytesView(), out);
  AppendSized(record.token ? BytesView(record.token->fingerprint) : BytesView(), out);
  AppendVarint(record.parts.size(), out);
  for (const auto& part : record.parts) AppendPart(part, out);
  return out;
}

Result<CommitRecord> DecodeCommitRecord(BytesView bytes) {
  RecordReader in(bytes);
  if (in.Byte() != kLedgerFormat) return Fail(CorruptLedger());
  CommitRecord record;
  const auto state = in.Byte();
  if (state < 1 || state > 2) return Fail(CorruptLedger());
  record.state = static_cast<CommitRecord::State>(state);
  record.time = in.Time();
  Token token{std::string(in.Sized()), Bytes(in.Sized())};
  if (!token.text.empty()) record.token = std::move(token);
  const auto count = in.Count();
  for (std::uint64_t i = 0; i < count && !in.broken(); ++i) {
    record.parts.push_back(TRY(TakePart(in)));
  }
  if (!in.Whole()) return Fail(CorruptLedger());
  return record;
}

Bytes TokenKey(std::string_view token) { return kTokenKey + Bytes(token); }

Bytes CommitKey(BytesView transaction) { return kCommitKey + Bytes(transaction); }

storage::KeyRange CommitKeys() {
  return {.begin = Bytes(1, kCommitKey), .end = Bytes(1, kCommitKey + 1)};
}

BytesView TransactionIn(BytesView commit_key) { return commit_key.substr(1); }

Bytes ExpiryKey(TimeMicros completed, std::string_view token) {
  Bytes key(1, kExpiryKey);
  AppendBigEndian64(static_cast<std::uint64_t>(completed), key);
  return key.append(token);
}

storage::KeyRange ExpiryKeys(std::optional<TimeMicros> until) {
  return {.begin = Bytes(1, kExpiryKey),
          .end = until ? ExpiryKey(*until, "") : Bytes(1, kExpiryKey + 1)};
}

Result<Expiry> DecodeExpiryKey(BytesView key) {
  if (key.size() < 9) return Fail(CorruptLedger());
  return Expiry{static_cast<TimeMicros>(ReadBigEndian64(key.substr(1))), key.substr(9)};
}

std::vector<storage::Mutation> RememberToken(const Token& token, std::vector<HalfUnits> read_units,
                                             TimeMicros now) {
  const TokenRecord record{now, token.fingerprint, std::move(read_units)};
  return {{{catalog::kTransactionSpace, TokenKey(token.text)}, EncodeTokenRecord(record)},
          {{catalog::kTransactionSpace, ExpiryKey(now, token.text)}, Bytes(1, kLedgerFormat)}};
}

}  // namespace stator::table
