// MD5 only orders rows as AWS does; it protects nothing. OpenSSL 3 deprecates the plain interface,
// but its replacement costs several times the hash itself on inputs this short.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "item/key.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <openssl/md5.h>

#include "base/check.h"
#include "base/utf8.h"
#include "item/encoder.h"
#include "item/number.h"

namespace stator::item {
namespace {

constexpr char kZeroByte = '\x00';
constexpr char kEscaped = '\xFF';     // after 0x00: the value has a byte 0x00
constexpr char kTerminator = '\x01';  // after 0x00: the value ends
constexpr char kPositiveNumberEnd = '\x00';
constexpr char kNegativeNumberEnd = 102;  // part of the number's encoding itself
constexpr std::string_view kRoutePrefix = "Outliers";

bool IsNegativeInKey(BytesView number) { return static_cast<unsigned char>(number.front()) < 0x80; }

void AppendEscaped(BytesView bytes, Bytes& out) {
  while (true) {
    const std::size_t zero = bytes.find(kZeroByte);
    out.append(bytes.substr(0, zero));
    if (zero == BytesView::npos) return;
    out.push_back(kZeroByte);
    out.push_back(kEscaped);
    bytes.remove_prefix(zero + 1);
  }
}

std::unexpected<Error> FailCorruptKey() {
  return Fail(ErrorCode::kCorruption, "a stored key does not decode");
}

Result<Bytes> TakeEscaped(BytesView& in) {
  Bytes bytes;
  while (true) {
    const std::size_t zero = in.find(kZeroByte);
    if (zero == BytesView::npos || zero + 1 == in.size()) return FailCorruptKey();
    bytes.append(in.substr(0, zero));
    const char next = in[zero + 1];
    in.remove_prefix(zero + 2);
    if (next == kTerminator) return bytes;
    if (next != kEscaped) return FailCorruptKey();
    bytes.push_back(kZeroByte);
  }
}

Result<Number> TakeNumber(BytesView& in) {
  if (in.empty()) return FailCorruptKey();
  const bool negative = IsNegativeInKey(in);
  // The first byte holds the exponent and may be anything.
  const std::size_t end = in.find(negative ? kNegativeNumberEnd : kPositiveNumberEnd, 1);
  if (end == BytesView::npos) return FailCorruptKey();
  const Number number = TRY(Number::Decode(in.substr(0, negative ? end + 1 : end)));
  in.remove_prefix(end + 1);
  return number;
}

}  // namespace

void AppendKeyComponent(ValueView value, Bytes& out) {
  const BytesView scalar = value.scalar();
  if (value.type() != Type::kNumber) {
    AppendEscaped(scalar, out);
    out.push_back(kZeroByte);
    out.push_back(kTerminator);
    return;
  }
  out.append(scalar);
  if (!IsNegativeInKey(scalar)) out.push_back(kPositiveNumberEnd);
}

void AppendKeyPrefix(ValueView value, Bytes& out) {
  CHECK(value.type() != Type::kNumber);
  AppendEscaped(value.scalar(), out);
}

Result<> DecodeKeyComponent(Type type, BytesView& in, Bytes& out) {
  Encoder encoder(out);
  BytesView rest = in;
  if (type == Type::kNumber) {
    encoder.Number(TRY(TakeNumber(rest)));
  } else {
    CHECK(type == Type::kString || type == Type::kBinary);
    const Bytes bytes = TRY(TakeEscaped(rest));
    if (type == Type::kBinary) {
      encoder.Binary(bytes);
    } else {
      if (!ValidUtf8(bytes)) return FailCorruptKey();
      encoder.String(bytes);
    }
  }
  in = rest;
  return {};
}

Route RouteOf(std::span<const ValueView> partition_values) {
  CHECK(!partition_values.empty());
  MD5_CTX context;
  MD5_Init(&context);
  MD5_Update(&context, kRoutePrefix.data(), kRoutePrefix.size());
  if (partition_values.size() == 1) {
    const BytesView bytes = partition_values.front().scalar();
    MD5_Update(&context, bytes.data(), bytes.size());
  } else {
    Bytes components;
    for (const ValueView value : partition_values) AppendKeyComponent(value, components);
    MD5_Update(&context, components.data(), components.size());
  }
  unsigned char digest[MD5_DIGEST_LENGTH];
  MD5_Final(digest, &context);
  Route route;
  std::copy_n(digest, route.size(), route.begin());
  return route;
}

std::optional<Bytes> PrefixEnd(BytesView prefix) {
  const std::size_t last = prefix.find_last_not_of('\xFF');
  if (last == BytesView::npos) return std::nullopt;
  Bytes end(prefix.substr(0, last + 1));
  end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

}  // namespace stator::item
