#include "expr/cache.h"

#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "expr/ast.h"
#include "expr/parser.h"

namespace stator::expr {

Result<std::shared_ptr<const ast::Expression>> Cache::Parse(Kind kind, std::string_view text) {
  const Grammar grammar = GrammarOf(kind);
  // Longer texts do not parse and would make large keys.
  if (text.size() <= limits::kExpressionBytesMax) {
    if (Tree found = Find(grammar, text)) return found;
  }
  Result<ast::Expression> parsed = expr::Parse(grammar, text);
  if (!parsed) {
    return Fail(parsed.error().code,
                fmt::format(texts::kInvalidExpression, KindName(kind), parsed.error().message));
  }
  auto tree = std::make_shared<const ast::Expression>(*std::move(parsed));
  const WriteLock lock(mutex_);
  Keep(grammar, std::string(text), tree);
  return tree;
}

std::size_t Cache::size() const {
  const ReadLock lock(mutex_);
  return young_.entries + old_.entries;
}

Cache::Tree Cache::Find(Grammar grammar, std::string_view text) {
  {
    const ReadLock lock(mutex_);
    const Trees& trees = young_.trees[static_cast<std::size_t>(grammar)];
    if (const auto at = trees.find(text); at != trees.end()) return at->second;
  }
  const WriteLock lock(mutex_);
  Trees& trees = old_.trees[static_cast<std::size_t>(grammar)];
  const auto at = trees.find(text);
  if (at == trees.end()) return nullptr;
  auto node = trees.extract(at);
  --old_.entries;
  Tree tree = node.mapped();
  Keep(grammar, std::move(node.key()), tree);
  return tree;
}

void Cache::Keep(Grammar grammar, std::string text, Tree tree) {
  const std::size_t text_bytes = text.size();
  if (young_.entries >= limits::kExpressionCacheEntriesMax / 2 ||
      young_.text_bytes + text_bytes > limits::kExpressionCacheBytesMax / 2) {
    old_ = std::exchange(young_, Generation());
  }
  const bool added = young_.trees[static_cast<std::size_t>(grammar)]
                         .emplace(std::move(text), std::move(tree))
                         .second;
  if (!added) return;  // another thread added it first
  ++young_.entries;
  young_.text_bytes += text_bytes;
}

}  // namespace stator::expr
