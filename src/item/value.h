#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "base/result.h"

// Items travel through the program as encoded bytes (docs/formats/items.md). These views read them
// in place.
// Lifetime: a view must not outlive the bytes it was made from.
//
// The encoding is canonical: equal values are equal bytes. Views trust their bytes: Encoder made
// those of a client, and Verify has checked those of the disk.
namespace stator::item {

enum class Type : std::uint8_t {
  kString,
  kNumber,
  kBinary,
  kBool,
  kNull,
  kStringSet,
  kNumberSet,
  kBinarySet,
  kList,
  kMap,
};

// The type's name in requests: "S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L" or "M".
std::string_view TypeName(Type type);
// The type's word in some error texts: "STRING", "NUMBER", "Binary", "BOOL", "NULL", "STRING_SET",
// "NUMBER_SET", "BINARY_SET", "LIST" or "MAP".
std::string_view TypeWord(Type type);

class MapView;
class ListView;
class SetView;
class ValueView;

// A scalar as some error texts show it: "{S:a}". REQUIRES: `value` is S, N or B.
std::string ShownScalar(const ValueView& value);

// A view of one encoded value.
class ValueView {
 public:
  ValueView() = default;
  // REQUIRES: `bytes` begins with a valid encoded value. Later bytes are ignored.
  explicit ValueView(BytesView bytes);

  Type type() const;
  // The whole encoding, tag included. Equal values have equal bytes.
  BytesView bytes() const { return bytes_; }
  // The text of an S (UTF-8), the bytes of a B, or the encoded number of an N. REQUIRES: the value
  // has one of those types.
  BytesView scalar() const;
  // Whether the value is an S that needs no escapes in JSON.
  bool plain_text() const;
  bool boolean() const;   // REQUIRES: kBool
  ListView list() const;  // REQUIRES: kList
  MapView map() const;    // REQUIRES: kMap
  SetView set() const;    // REQUIRES: one of the three set types

  // The bytes that DynamoDB bills for the value, without its name (facts 2.4).
  std::size_t Size() const;
  // The levels of L and M in the value; a scalar has 0.
  std::size_t Depth() const;

  friend bool operator==(const ValueView& a, const ValueView& b) { return a.bytes_ == b.bytes_; }

 private:
  BytesView bytes_;
};

// A view of a set. It iterates over the members in canonical order, as ValueView::scalar gives
// them.
class SetView {
 public:
  SetView() = default;
  SetView(Type set_type, BytesView body) : type_(set_type), body_(body) {}
  std::size_t count() const;
  Type member_type() const;  // kString, kNumber or kBinary
  bool Contains(BytesView scalar) const;

  class Iterator {
   public:
    using value_type = BytesView;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(BytesView rest, std::size_t left);
    BytesView operator*() const { return current_; }
    Iterator& operator++();
    Iterator operator++(int);
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    BytesView current_;
    BytesView rest_;  // the bytes after `current_`
    std::size_t left_ = 0;
  };
  Iterator begin() const;
  static std::default_sentinel_t end() { return {}; }

 private:
  Type type_ = Type::kStringSet;
  BytesView body_;
};

// A view of a list, which iterates over its members in order.
class ListView {
 public:
  ListView() = default;
  explicit ListView(BytesView body) : body_(body) {}
  std::size_t count() const;
  std::optional<ValueView> At(std::size_t index) const;  // skips earlier members without decoding

  class Iterator {
   public:
    using value_type = ValueView;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(BytesView rest, std::size_t left);
    ValueView operator*() const { return current_; }
    Iterator& operator++();
    Iterator operator++(int);
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    ValueView current_;
    BytesView rest_;  // the bytes after `current_`
    std::size_t left_ = 0;
  };
  Iterator begin() const;
  static std::default_sentinel_t end() { return {}; }

 private:
  BytesView body_;
};

struct Attribute {
  std::string_view name;
  ValueView value;
};

// A view of a map's body, or of a whole item, which has the same encoding: attributes sorted by
// name in byte order.
class MapView {
 public:
  MapView() = default;
  explicit MapView(BytesView body) : body_(body) {}
  BytesView bytes() const { return body_; }
  std::size_t count() const;  // 0 for a default-constructed view
  // Returns the value of an attribute, or nullopt if the map has none of this name.
  std::optional<ValueView> Find(std::string_view name) const;
  // The sum of all names and values as DynamoDB bills them (facts 2.4): the size of an item.
  std::size_t Size() const;

  class Iterator {
   public:
    using value_type = Attribute;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(BytesView rest, std::size_t left);
    const Attribute& operator*() const { return current_; }
    const Attribute* operator->() const { return &current_; }
    Iterator& operator++();
    Iterator operator++(int);
    bool operator==(std::default_sentinel_t) const { return left_ == 0; }

   private:
    void Take();

    Attribute current_;
    BytesView rest_;  // the bytes after `current_`
    std::size_t left_ = 0;
  };
  Iterator begin() const;
  static std::default_sentinel_t end() { return {}; }

  friend bool operator==(const MapView& a, const MapView& b) { return a.body_ == b.body_; }

 private:
  BytesView body_;
};

using ItemView = MapView;

// An item that owns its bytes.
class Item {
 public:
  Item();  // no attributes
  explicit Item(Bytes bytes) : bytes_(std::move(bytes)) {}
  // Lifetime: that of the Item.
  ItemView view() const { return ItemView(bytes_); }
  const Bytes& bytes() const { return bytes_; }
  Bytes&& TakeBytes() && { return std::move(bytes_); }
  friend bool operator==(const Item&, const Item&) = default;

 private:
  Bytes bytes_;
};

// Checks that bytes from the disk or the network are exactly one canonical item. Every length is in
// bounds, names and members are sorted and unique, and numbers are normalised. Text is valid UTF-8,
// and nesting stays within its limit. Verify never reads outside `item`, whatever the bytes are.
// Errors: kCorruption with the offset of the first fault.
Result<> Verify(BytesView item);

}  // namespace stator::item
