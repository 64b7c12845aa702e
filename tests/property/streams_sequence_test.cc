#include <cstdint>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "streams/sequence.h"

namespace stator::streams {
namespace {

Position Arbitrary() {
  return {*rc::gen::arbitrary<std::uint64_t>(), *rc::gen::inRange<std::uint32_t>(0, 65'537)};
}

RC_GTEST_PROP(Sequence, KeysAndNumbersSurviveAndOrderAsPositionsDo, ()) {
  const auto left = Arbitrary();
  const auto right = Arbitrary();
  RC_ASSERT(PositionOfKey(LogKey(left)) == left);
  RC_ASSERT(ParseSequenceNumber(SequenceNumber(left)) == left);
  RC_ASSERT((LogKey(left) < LogKey(right)) == (left < right));
  RC_ASSERT((SequenceNumber(left) < SequenceNumber(right)) == (left < right));
}

}  // namespace
}  // namespace stator::streams
