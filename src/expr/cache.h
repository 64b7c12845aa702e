#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/mutex.h"
#include "base/result.h"
#include "expr/kind.h"

namespace stator::expr {

namespace ast {
struct Expression;
}
enum class Grammar : std::uint8_t;

// Caches parsed expressions by their text, so that a repeated text is not parsed again. It holds at
// most limits::kExpressionCacheEntriesMax entries with limits::kExpressionCacheBytesMax of text,
// and evicts entries that were not used lately. Texts that do not parse are not cached.
//
// Threads: safe for concurrent use.
class Cache {
 public:
  // Returns the cached tree or parses the text. Errors carry the complete text for the client.
  Result<std::shared_ptr<const ast::Expression>> Parse(Kind kind, std::string_view text);

  std::size_t size() const;  // cached expressions

 private:
  using Tree = std::shared_ptr<const ast::Expression>;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  using Trees = std::unordered_map<std::string, Tree, Hash, std::equal_to<>>;  // by text

  // Entries age by generation. A full young half becomes the old half, and the previous old half is
  // dropped. An old entry that is used becomes young again.
  struct Generation {
    std::array<Trees, 3> trees;  // by grammar
    std::size_t entries = 0;
    std::size_t text_bytes = 0;
  };

  Tree Find(Grammar grammar, std::string_view text);
  void Keep(Grammar grammar, std::string text, Tree tree) REQUIRES(mutex_);

  mutable SharedMutex mutex_;
  Generation young_ GUARDED_BY(mutex_);
  Generation old_ GUARDED_BY(mutex_);
};

}  // namespace stator::expr
