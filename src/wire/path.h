#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stator::wire {

// The location of a value in a request: a chain on the stack, formatted only for an error message.
class Path {
 public:
  Path() = default;  // the whole request
  // Extend a path by one step. Lifetime: the parent and the texts outlive the path.
  static Path Member(const Path& parent, std::string_view name) {
    return {&parent, Kind::kMember, name, 0};
  }
  static Path Element(const Path& parent, std::size_t index) {
    return {&parent, Kind::kElement, {}, index};
  }
  static Path Entry(const Path& parent, std::string_view key) {
    return {&parent, Kind::kEntry, key, 0};
  }

  // Whether the value is a member of a structure, not an element of a list or map.
  bool is_member() const { return kind_ == Kind::kMember; }

  // "keySchema.1.member.keyType", or with the API's capitals "KeySchema.1.member.KeyType".
  enum class Capitals : std::uint8_t { kLowered, kKept };
  std::string Render(Capitals capitals) const;

 private:
  enum class Kind : std::uint8_t { kRoot, kMember, kElement, kEntry };
  Path(const Path* parent, Kind kind, std::string_view name, std::size_t index)
      : parent_(parent), kind_(kind), name_(name), index_(index) {}

  const Path* parent_ = nullptr;
  Kind kind_ = Kind::kRoot;
  std::string_view name_;
  std::size_t index_ = 0;
};

}  // namespace stator::wire
