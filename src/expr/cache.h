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

// Parsed expressions by their text, so that a text seen before is not read again. Holds at most
// limits::kExpressionCacheEntriesMax of them and limits::kExpressionCacheBytesMax of their text,
// and forgets those that were not asked for lately. Texts that do not parse are not kept. Safe for
// concurrent use.
class Cache {
 public:
  // Parses, or finds what parsing gave before. Errors carry the whole text for the client.
  Result<std::shared_ptr<const ast::Expression>> Parse(Kind kind, std::string_view text);

  std::size_t size() const;  // entries held

 private:
  using Tree = std::shared_ptr<const ast::Expression>;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  using Trees = std::unordered_map<std::string, Tree, Hash, std::equal_to<>>;  // by text

  // Entries age by generation: when the young half is full it becomes the old half and what was
  // old is dropped. An old entry that is asked for becomes young again.
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
