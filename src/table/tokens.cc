#include "table/tokens.h"

#include <algorithm>
#include <utility>

#include "base/contain.h"
#include "base/limits.h"
#include "base/texts.h"
#include "catalog/catalog.h"

namespace stator::table {
namespace {

Error Mismatch() {
  return {ErrorCode::kIdempotentParameterMismatchException, texts::kTokenMismatch};
}

}  // namespace

Result<std::optional<TokenRecord>> Tokens::Begin(const Token& token) {
  {
    const MutexLock lock(mutex_);
    const auto [found, begun] = running_.emplace(token.text, token.fingerprint);
    if (!begun) {
      if (found->second != token.fingerprint) return Fail(Mismatch());
      return Fail(ErrorCode::kTransactionInProgressException, texts::kTransactionInProgress);
    }
  }
  auto record = Contain([&] { return Find(token); });  // an exception must end the token's use
  if (record && !*record && count_ < limits::kTokensMax) return record;
  End(token);
  if (record && !*record) return Fail(ErrorCode::kThrottlingException, texts::kTooManyTokens);
  return record;
}

Result<std::optional<TokenRecord>> Tokens::Find(const Token& token) {
  const auto entry = TRY(engine_.Get(catalog::kTransactionSpace, TokenKey(token.text)));
  if (!entry) return std::nullopt;
  auto record = TRY(DecodeTokenRecord(entry->value));
  if (record.completed + limits::kTokenMicros <= clock_.Now()) return std::nullopt;
  if (record.fingerprint != token.fingerprint) return Fail(Mismatch());
  return record;
}

void Tokens::Resume(const Token& token) {
  const MutexLock lock(mutex_);
  running_.insert_or_assign(token.text, token.fingerprint);
}

void Tokens::End(const Token& token) {
  const MutexLock lock(mutex_);
  running_.erase(token.text);
}

void Tokens::Remembered() {
  ++count_;
  if (!sweeping_.exchange(true)) wake_();
}

Result<StepOutcome> Tokens::Step() {
  sweeping_ = false;  // a token remembered from here on wakes the background thread again
  const auto now = clock_.Now();
  auto range = ExpiryKeys(std::nullopt);
  range.begin = std::max(range.begin, swept_);
  const auto page = TRY(engine_.Read(catalog::kTransactionSpace, range,
                                     {.entries_max = limits::kTokensForgottenMax}));
  if (page.entries.empty()) return StepOutcome{};
  sweeping_ = true;
  std::vector<Bytes> due;
  for (const auto& entry : page.entries) {
    const auto until = TRY(DecodeExpiryKey(entry.key)).completed + limits::kTokenMicros;
    // A token past its time has no effect, so expired tokens can wait and be deleted together.
    if (due.empty() && until + limits::kTokenSweepMicros > now) {
      return StepOutcome{.wait = until + limits::kTokenSweepMicros - now};
    }
    if (until > now) break;
    due.push_back(entry.key);
  }
  TRY(Forget(due));
  count_ -= std::min<std::int64_t>(count_, static_cast<std::int64_t>(due.size()));
  swept_ = due.back() + '\0';
  return StepOutcome{.worked = true};
}

Result<> Tokens::Forget(std::span<const Bytes> expiry_keys) {
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    for (const auto& each : expiry_keys) {
      change.mutations.push_back({{catalog::kTransactionSpace, each}, std::nullopt});
      const auto expiry = TRY(DecodeExpiryKey(each));
      auto key = TokenKey(expiry.token);
      const auto stored = TRY(engine_.Get(catalog::kTransactionSpace, key));
      // A later transaction may use the same token.
      if (!stored || TRY(DecodeTokenRecord(stored->value)).completed != expiry.completed) continue;
      change.mutations.push_back({{catalog::kTransactionSpace, std::move(key)}, std::nullopt});
    }
    return change;
  }));
  return {};
}

}  // namespace stator::table
