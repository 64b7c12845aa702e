#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "item/number.h"
#include "item/value.h"

namespace stator::item {

// Appends encoded values to a buffer, which must outlive it and which nobody else changes
// meanwhile. The caller brings the members of a map sorted by name (bytes) and unique, and as many
// members as it announced; CHECKed. Lengths are patched in when a container ends.
class Encoder {
 public:
  explicit Encoder(Bytes& out) : out_(out) {}

  // Bytes written so far, whatever the buffer held before included.
  std::size_t size() const { return out_.size(); }

  void Null();
  void Bool(bool value);
  void String(std::string_view text);  // REQUIRES: valid UTF-8
  void Binary(BytesView bytes);
  void Number(const item::Number& number);
  void Copy(ValueView value);
  // `members` as ValueView::scalar gives them; need not be sorted; REQUIRES: not empty, unique.
  void Set(Type set_type, std::vector<BytesView> members);

  // A container: Begin, its members in order, End with what Begin returned.
  std::size_t BeginList(std::size_t count);
  std::size_t BeginMap(std::size_t count);
  void Name(std::string_view name);  // before each member of a map
  void End(std::size_t mark);

  // An item is a map without tag and length: BeginItem, Name and value for each attribute, no End.
  void BeginItem(std::size_t count);

 private:
  enum class Inside : std::uint8_t { kNothing, kList, kMap };
  // The container that is being written.
  struct Frame {
    Inside inside = Inside::kNothing;
    bool named = false;       // a map's member has its name and waits for its value
    std::size_t left = 0;     // members announced and not yet written
    std::size_t name_at = 0;  // where in `out_` the last name stands; 0 before the first
    std::size_t name_size = 0;
  };

  std::size_t Begin(Inside inside, std::size_t count);
  void StartValue(char tag);
  void CountValue();
  std::size_t StartBody();
  void EndBody(std::size_t mark);
  void AppendSized(BytesView bytes);

  Bytes& out_;
  Frame current_;
  std::vector<Frame> outer_;
};

// A few attributes chosen from an item, as an item: what a key, a projection of an index or a log
// entry is. Names in any order; absent ones are left out.
Item Pick(ItemView from, std::span<const std::string_view> names);

}  // namespace stator::item
