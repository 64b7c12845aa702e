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

// Items travel through the program as encoded bytes (docs/formats/items.md); these are the views
// that read them in place. A view leans on the bytes it was made from and must not outlive them.
//
// The encoding is canonical: equal values are equal bytes. Views trust their bytes: those of a
// client come from Encoder, those of the disk have passed Verify.
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

// "S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M".
std::string_view TypeName(Type type);
// "STRING", "NUMBER", "Binary", "BOOL", "NULL", "STRING_SET", "NUMBER_SET", "BINARY_SET", "LIST",
// "MAP": used by some texts.
std::string_view TypeWord(Type type);

class MapView;
class ListView;
class SetView;
class ValueView;

// "{S:a}", as some texts show a scalar. REQUIRES: S, N or B.
std::string ShownScalar(const ValueView& value);

// One encoded value.
class ValueView {
 public:
  ValueView() = default;
  // REQUIRES: `bytes` begins with a valid encoded value; what follows it is ignored.
  explicit ValueView(BytesView bytes);

  Type type() const;
  // The whole encoding, tag included. Equal values have equal bytes.
  BytesView bytes() const { return bytes_; }
  // S: UTF-8 text. B: bytes. N: the encoded number. REQUIRES: one of those types.
  BytesView scalar() const;
  // S only: no character of the text needs escaping in JSON.
  bool plain_text() const;
  bool boolean() const;   // REQUIRES: kBool
  ListView list() const;  // REQUIRES: kList
  MapView map() const;    // REQUIRES: kMap
  SetView set() const;    // REQUIRES: one of the three set types

  // What DynamoDB bills for the value, its name not counted (facts 2.4).
  std::size_t Size() const;
  // Levels of L and M in the value: a scalar has 0.
  std::size_t Depth() const;

  friend bool operator==(const ValueView& a, const ValueView& b) { return a.bytes_ == b.bytes_; }

 private:
  BytesView bytes_;
};

// Members of a set in canonical order: scalar() bytes as ValueView::scalar gives them.
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
    BytesView rest_;  // after `current_`
    std::size_t left_ = 0;
  };
  Iterator begin() const;
  static std::default_sentinel_t end() { return {}; }

 private:
  Type type_ = Type::kStringSet;
  BytesView body_;
};

class ListView {
 public:
  ListView() = default;
  explicit ListView(BytesView body) : body_(body) {}
  std::size_t count() const;
  std::optional<ValueView> At(std::size_t index) const;  // skips, does not decode, what is before

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
    BytesView rest_;  // after `current_`
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

// A map's body or a whole item, which is encoded the same way: attributes by name in byte order.
class MapView {
 public:
  MapView() = default;
  explicit MapView(BytesView body) : body_(body) {}
  BytesView bytes() const { return body_; }
  std::size_t count() const;  // 0 for a default-made view
  std::optional<ValueView> Find(std::string_view name) const;
  // Sum over the attributes of name and value (facts 2.4): the size of an item.
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
    BytesView rest_;  // after `current_`
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
  ItemView view() const { return ItemView(bytes_); }
  const Bytes& bytes() const { return bytes_; }
  Bytes&& TakeBytes() && { return std::move(bytes_); }
  friend bool operator==(const Item&, const Item&) = default;

 private:
  Bytes bytes_;
};

// Whether bytes from the disk or the network are exactly one canonical item: every length in
// bounds, names and members sorted and unique, numbers normalised, text valid UTF-8, nesting within
// limits. Never reads outside `bytes`, whatever they hold. kCorruption with the offset otherwise.
Result<> Verify(BytesView item);

}  // namespace stator::item
