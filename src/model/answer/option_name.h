#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::model {

// How the user gave an option: as a flag of a command, or as a member of JSON.
enum class OptionStyle : std::uint8_t { kFlag, kMember };

// Returns "--stream-readers" or "streamReaders" for "stream-readers".
std::string OptionName(std::string_view name, OptionStyle style);

}  // namespace stator::model
