#include "partiql/cache.h"

#include <utility>

#include "partiql/parser.h"

namespace stator::partiql {

Result<StatementCache::Pointer> StatementCache::Get(std::string_view text) {
  if (Pointer found = Find(text)) return found;
  auto statement = std::make_shared<const Statement>(TRY(Parse(text)));
  const WriteLock lock(mutex_);
  if (SeenBefore(text)) Keep(std::string(text), statement);
  return statement;
}

std::size_t StatementCache::size() const {
  const ReadLock lock(mutex_);
  return young_.statements.size() + old_.statements.size();
}

StatementCache::Pointer StatementCache::Find(std::string_view text) {
  {
    const ReadLock lock(mutex_);
    const auto at = young_.statements.find(text);
    if (at != young_.statements.end()) return at->second;
    if (!old_.statements.contains(text)) return nullptr;
  }
  const WriteLock lock(mutex_);
  const auto at = old_.statements.find(text);
  if (at == old_.statements.end()) return nullptr;
  auto node = old_.statements.extract(at);
  old_.text_bytes -= node.key().size();
  Pointer statement = node.mapped();
  Keep(std::move(node.key()), statement);
  return statement;
}

bool StatementCache::SeenBefore(std::string_view text) {
  const std::size_t hash = Hash()(text) | 1U;  // an empty place is 0
  return std::exchange(seen_[(hash >> 1U) % seen_.size()], hash) == hash;
}

void StatementCache::Keep(std::string text, Pointer statement) {
  const std::size_t text_bytes = text.size();
  if (young_.statements.size() >= limits::kStatementCacheEntriesMax / 2 ||
      young_.text_bytes + text_bytes > limits::kStatementCacheBytesMax / 2) {
    old_ = std::exchange(young_, Generation());
  }
  const bool added = young_.statements.emplace(std::move(text), std::move(statement)).second;
  if (added) young_.text_bytes += text_bytes;  // otherwise another thread added it first
}

}  // namespace stator::partiql
