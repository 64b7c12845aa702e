#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Types of requests and responses, for protocols whose texts do not contain types.
namespace stator::wire {

// Bounds of a request in such a protocol: the number of values, lists and structures, and their
// depth. No real request within limits::kMetricRequestBytesMax reaches the number, because
// parameter names are too long for that.
inline constexpr std::size_t kFormPartsMax = 65'536;
inline constexpr std::size_t kFormDepthMax = 64;

// The type of a value and of its parts.
struct Schema {
  enum class Type : std::uint8_t {
    kText,
    kBoolean,
    kInteger,
    kNumber,
    kTime,  // in JSON: seconds since the epoch
    kList,
    kMap,  // with text keys
    kStructure
  };
  struct Member {
    std::string_view name;
    const Schema* schema;
  };

  Type type = Type::kText;
  const Schema* element = nullptr;       // for lists and maps
  std::span<const Member> members = {};  // for structures, by name

  // Returns nullptr if there is no such member.
  const Schema* Find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(members, name, {}, &Member::name);
    return found != members.end() && found->name == name ? found->schema : nullptr;
  }
};

// The types of an operation's request and response.
struct OperationSchema {
  std::string_view name;
  const Schema* request;
  const Schema* response;
};

// The operations of CloudWatch that Stator has, by name. Generated.
std::span<const OperationSchema> CloudwatchSchemas();

// Returns nullptr if there is no such operation.
inline const OperationSchema* FindSchema(std::span<const OperationSchema> all,
                                         std::string_view operation) {
  const auto found = std::ranges::lower_bound(all, operation, {}, &OperationSchema::name);
  return found != all.end() && found->name == operation ? &*found : nullptr;
}

}  // namespace stator::wire
