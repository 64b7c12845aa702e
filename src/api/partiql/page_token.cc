#include "api/partiql/page_token.h"

#include <utility>

#include "base/base64.h"
#include "base/digest.h"
#include "base/partiql_texts.h"
#include "base/varint.h"

namespace stator::api {
namespace {

constexpr char kVersion = 1;
constexpr std::size_t kDigestBytes = 16;

// Binds a token to its request and to its table. The id of a table is random, so other servers
// have others.
Bytes Binding(const catalog::Table& table, BytesView digest) {
  Bytes text;
  AppendSized(table->id, text);
  AppendSized(digest, text);
  return Sha256(text).substr(0, kDigestBytes);
}

}  // namespace

std::string EncodeNextToken(const catalog::Table& table, BytesView digest,
                            const StatementPlace& place) {
  Bytes bytes(1, kVersion);
  bytes += Binding(table, digest);
  AppendVarint(place.branch, bytes);
  if (place.after) bytes += place.after->bytes();
  std::string token;
  AppendBase64(bytes, token);
  return token;
}

Result<StatementPlace> DecodeNextToken(std::string_view token, const catalog::Table& table,
                                       BytesView digest) {
  const auto invalid = [] { return FailInvalid(texts::kTokenInvalid); };
  const auto bytes = DecodeBase64(token);
  if (!bytes || bytes->size() <= 1 + kDigestBytes || bytes->front() != kVersion) return invalid();
  BytesView rest(*bytes);
  rest.remove_prefix(1);
  if (rest.substr(0, kDigestBytes) != Binding(table, digest)) {
    return FailInvalid(texts::kTokenOfOther);
  }
  rest.remove_prefix(kDigestBytes);
  const auto branch = ReadVarint(rest);
  if (!branch) return invalid();
  StatementPlace place{.branch = *branch};
  if (rest.empty()) return place;
  if (!item::Verify(rest)) return invalid();
  place.after = item::Item(Bytes(rest));
  return place;
}

}  // namespace stator::api
