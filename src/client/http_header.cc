#include "client/http_header.h"

#include <algorithm>

namespace stator::client {
namespace {

char Lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character | 0x20) : character;
}

}  // namespace

bool FitsHeader(std::string_view text) {
  return std::ranges::all_of(text, [](char each) { return each > ' ' && each <= '~'; });
}

bool EqualsIgnoringCase(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, Lower, Lower);
}

}  // namespace stator::client
