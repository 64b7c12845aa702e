#pragma once

#include <cstddef>

// Bounds on the work that reading a request may take, and on who waits for it. Apart from limits.h
// because few files need them.
namespace stator::limits {

// Values and member names in a request. The densest legal JSON is a list of empty strings,
// {"S":""}, which has three of them in nine bytes; 16 MB hold 5.6 million. Bare numbers have twice
// as many, and each takes sixteen bytes once it is parsed.
inline constexpr std::size_t kJsonTokensMax = 6U * 1024 * 1024;
// A longer body, as sent or inflated, is hashed, inflated and parsed by a body worker. An event
// loop reads 64 KB in a few tenths of a millisecond.
inline constexpr std::size_t kLoopBodyBytesMax = 64U * 1024;
// Bodies that wait for a worker; beyond: ThrottlingException.
inline constexpr std::size_t kBodyQueueMax = 16U * 1024;
// A body that inflates to more than the first bound may have at most the second times its size as
// sent. Requests for one item stay below the first, however well they compress; JSON of real data
// is seldom compressed to less than a fiftieth.
inline constexpr std::size_t kInflateFreeBytesMax = 4U * 1024 * 1024;
inline constexpr std::size_t kInflateRatioMax = 200;

inline constexpr std::size_t kAcceptsPerTurnMax = 256;  // of one address, in one turn of its loop
inline constexpr std::size_t kNameLookupsMax = 8;       // threads that wait for a name server

}  // namespace stator::limits
