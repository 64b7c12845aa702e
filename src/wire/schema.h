#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// What requests and responses are made of, for protocols in which a text does not say so itself.
namespace stator::wire {

// Of a request in such a protocol: values, lists and structures, and how deep they lie in one
// another. No request within limits::kMetricRequestBytesMax has as many, unless its names are
// shorter than any there are.
inline constexpr std::size_t kFormPartsMax = 65'536;
inline constexpr std::size_t kFormDepthMax = 64;

struct Schema {
  enum class Type : std::uint8_t {
    kText,
    kBoolean,
    kInteger,
    kNumber,
    kTime,  // in JSON: seconds since the epoch
    kList,
    kMap,  // its keys are texts
    kStructure
  };
  struct Member {
    std::string_view name;
    const Schema* schema;
  };

  Type type = Type::kText;
  const Schema* element = nullptr;       // of a list or map
  std::span<const Member> members = {};  // of a structure, by name

  // nullptr if there is none.
  const Schema* Find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(members, name, {}, &Member::name);
    return found != members.end() && found->name == name ? found->schema : nullptr;
  }
};

struct OperationSchema {
  std::string_view name;
  const Schema* request;
  const Schema* response;
};

// Of the operations of CloudWatch that are built, by name. Generated.
std::span<const OperationSchema> CloudwatchSchemas();

// nullptr if there is none.
inline const OperationSchema* FindSchema(std::span<const OperationSchema> all,
                                         std::string_view operation) {
  const auto found = std::ranges::lower_bound(all, operation, {}, &OperationSchema::name);
  return found != all.end() && found->name == operation ? &*found : nullptr;
}

}  // namespace stator::wire
