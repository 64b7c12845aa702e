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

// Appends encoded values to a buffer. A container's length is written when the container ends.
// REQUIRES: the buffer outlives the encoder, and no other code changes it meanwhile. The caller
// writes the members of a map sorted by name (bytes) and unique. It writes as many members as it
// announced. All of this is CHECKed.
class Encoder {
 public:
  explicit Encoder(Bytes& out) : out_(out) {}

  // The size of the whole buffer, including bytes from before the encoder.
  std::size_t size() const { return out_.size(); }

  void Null();
  void Bool(bool value);
  void String(std::string_view text);  // REQUIRES: valid UTF-8
  void Binary(BytesView bytes);
  void Number(const item::Number& number);
  // Appends a value that is already encoded.
  void Copy(ValueView value);
  // Writes a set. `members` are as ValueView::scalar gives them, in any order. REQUIRES: `members`
  // is not empty and has no duplicates.
  void Set(Type set_type, std::vector<BytesView> members);

  // A container is BeginList or BeginMap, then its `count` members in order, then End with the mark
  // that Begin returned.
  std::size_t BeginList(std::size_t count);
  std::size_t BeginMap(std::size_t count);
  void Name(std::string_view name);  // before each member of a map
  void End(std::size_t mark);

  // Begins an item, which is a map without tag and length. Name and a value follow for each
  // attribute; there is no End.
  void BeginItem(std::size_t count);

 private:
  enum class Inside : std::uint8_t { kNothing, kList, kMap };
  // The container that the caller is writing.
  struct Frame {
    Inside inside = Inside::kNothing;
    bool named = false;       // a map's member has its name and lacks its value
    std::size_t left = 0;     // members announced and not yet written
    std::size_t name_at = 0;  // offset of the last name in `out_`; 0 before the first
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

// Returns the named attributes of an item as an item: a key, an index projection or a log entry.
// `names` may be in any order; absent attributes are left out.
Item Pick(ItemView from, std::span<const std::string_view> names);

}  // namespace stator::item
