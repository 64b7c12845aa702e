#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "item/number.h"
#include "item/value.h"

namespace stator::item {

// A decoded value. Only expressions that change a value make one; everything else reads views.
struct Tree {
  struct Null {
    bool operator==(const Null&) const = default;
  };
  struct Set {
    Type type;                   // kStringSet, kNumberSet or kBinarySet
    std::vector<Bytes> members;  // scalars as ValueView::scalar gives them, sorted and unique
    bool operator==(const Set&) const = default;
  };
  struct Binary {
    Bytes bytes;
    bool operator==(const Binary&) const = default;
  };
  using List = std::vector<Tree>;
  using Map = std::map<std::string, Tree, std::less<>>;

  std::variant<Null, bool, std::string, Number, Binary, Set, List, Map> node;

  Type type() const;
  bool operator==(const Tree&) const;
};

// Decodes an encoded value or item. REQUIRES: the bytes are valid.
Tree TreeOf(ValueView value);
Tree::Map TreeOf(ItemView item);
// Appends the canonical encoding of a tree, or returns that of an item.
void Encode(const Tree& tree, Bytes& out);
Item EncodeItem(const Tree::Map& attributes);

}  // namespace stator::item
