#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "base/varint.h"
#include "item/format.h"
#include "item/number.h"
#include "item/value.h"

namespace stator::item {
namespace {

using format::Tag;

// Walks arbitrary bytes. Each step either removes a valid part from the front or fails. A container
// is walked only within its own length.
class Verifier {
 public:
  explicit Verifier(BytesView item) : start_(item.data()) {}

  Result<> Map(BytesView body, std::size_t depth) const {
    const std::uint64_t count = TRY(Count(body));
    std::optional<BytesView> previous;
    for (std::uint64_t i = 0; i < count; ++i) {
      const BytesView name = TRY(Sized(body));
      if (!ValidUtf8(name)) return Bad(name, "a name is not UTF-8");
      if (previous && *previous >= name) return Bad(name, "names are not in order");
      previous = name;
      TRY(Value(body, depth));
    }
    return Emptied(body);
  }

 private:
  // Checks a value inside `depth` lists and maps.
  Result<> Value(BytesView& in, std::size_t depth) const {
    if (in.empty()) return Bad(in, "a value is missing");
    const auto tag = static_cast<Tag>(in.front());
    in.remove_prefix(1);
    switch (tag) {
      case Tag::kNull:
      case Tag::kFalse:
      case Tag::kTrue:
        return {};
      case Tag::kNumber:
        return Number(TRY(Sized(in)));
      case Tag::kPlainString:
      case Tag::kEscapedString:
        return String(TRY(Sized(in)), tag);
      case Tag::kBinary:
        TRY(Sized(in));
        return {};
      case Tag::kStringSet:
      case Tag::kNumberSet:
      case Tag::kBinarySet:
        return Set(TRY(Body(in)), tag);
      case Tag::kList:
        return List(TRY(Body(in)), TRY(Deeper(in, depth)));
      case Tag::kMap:
        return Map(TRY(Body(in)), TRY(Deeper(in, depth)));
    }
    return Bad(in, "a tag is unknown");
  }

  Result<> List(BytesView body, std::size_t depth) const {
    const std::uint64_t count = TRY(Count(body));
    for (std::uint64_t i = 0; i < count; ++i) TRY(Value(body, depth));
    return Emptied(body);
  }

  Result<> Set(BytesView body, Tag tag) const {
    const std::uint64_t count = TRY(Count(body));
    if (count == 0) return Bad(body, "a set is empty");
    std::optional<BytesView> previous;
    for (std::uint64_t i = 0; i < count; ++i) {
      const BytesView member = TRY(Sized(body));
      if (tag == Tag::kNumberSet) TRY(Number(member));
      if (tag == Tag::kStringSet && !ValidUtf8(member)) return Bad(member, "a text is not UTF-8");
      if (previous && *previous >= member) return Bad(member, "members are not in order");
      previous = member;
    }
    return Emptied(body);
  }

  Result<> String(BytesView text, Tag tag) const {
    if (!ValidUtf8(text)) return Bad(text, "a text is not UTF-8");
    const Tag right = format::PlainText(text) ? Tag::kPlainString : Tag::kEscapedString;
    if (tag != right) return Bad(text, "a text has the wrong tag");
    return {};
  }

  Result<> Number(BytesView encoded) const {
    if (!item::Number::Decode(encoded)) return Bad(encoded, "a number is not canonical");
    return {};
  }

  Result<std::size_t> Deeper(BytesView at, std::size_t depth) const {
    if (depth >= limits::kNestingMax) return Bad(at, "nested too deep");
    return depth + 1;
  }

  Result<std::uint64_t> Count(BytesView& in) const {
    const std::optional<std::uint64_t> count = ReadVarint(in);
    if (!count) return Bad(in, "a count is broken");
    return *count;
  }

  Result<BytesView> Sized(BytesView& in) const {
    const std::optional<std::uint64_t> size = ReadVarint(in);
    if (!size) return Bad(in, "a length is broken");
    return Prefix(in, *size);
  }

  Result<BytesView> Body(BytesView& in) const {
    const BytesView size = TRY(Prefix(in, sizeof(std::uint32_t)));
    return Prefix(in, format::LoadLittleEndian<std::uint32_t>(size.data()));
  }

  Result<BytesView> Prefix(BytesView& in, std::uint64_t size) const {
    if (size > in.size()) return Bad(in, "a length is out of bounds");
    const BytesView taken = in.substr(0, size);
    in.remove_prefix(size);
    return taken;
  }

  Result<> Emptied(BytesView rest) const {
    if (!rest.empty()) return Bad(rest, "bytes are left over");
    return {};
  }

  std::unexpected<Error> Bad(BytesView at, std::string_view what) const {
    return Fail(ErrorCode::kCorruption, fmt::format("a stored item does not decode: {} at byte {}",
                                                    what, at.data() - start_));
  }

  const char* start_;
};

}  // namespace

Result<> Verify(BytesView item) { return Verifier(item).Map(item, 0); }

}  // namespace stator::item
