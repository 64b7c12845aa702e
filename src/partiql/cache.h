#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/limits.h"
#include "base/mutex.h"
#include "base/result.h"
#include "partiql/statement.h"

namespace stator::partiql {

// Caches parsed statements by their text. A text enters the cache when it appears for the second
// time. So clients that write values into their texts do not evict the statements of clients that
// use parameters. The cache holds at most limits::kStatementCacheEntriesMax statements with
// limits::kStatementCacheBytesMax of text, and evicts statements that were not used lately.
//
// Threads: safe for concurrent use.
class StatementCache {
 public:
  using Pointer = std::shared_ptr<const Statement>;

  // Returns the cached statement or parses the text. Errors: those of Parse.
  Result<Pointer> Get(std::string_view text);

  std::size_t size() const;  // cached statements

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Statements = std::unordered_map<std::string, Pointer, Hash, std::equal_to<>>;

  // Statements age by generation. A full young half becomes the old half, and the previous old half
  // is dropped. An old statement that is used becomes young again.
  struct Generation {
    Statements statements;
    std::size_t text_bytes = 0;
  };

  Pointer Find(std::string_view text);
  bool SeenBefore(std::string_view text) REQUIRES(mutex_);
  void Keep(std::string text, Pointer statement) REQUIRES(mutex_);

  mutable SharedMutex mutex_;
  Generation young_ GUARDED_BY(mutex_);
  Generation old_ GUARDED_BY(mutex_);
  // Hashes of texts that appeared once. A newer text takes the place of an older one.
  std::array<std::size_t, limits::kStatementTextsSeenMax> seen_ GUARDED_BY(mutex_) = {};
};

}  // namespace stator::partiql
