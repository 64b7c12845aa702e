#pragma once

#include <cstddef>

// Bounds on the work of reading a request, and on the requests that wait for it. Separate from
// limits.h because few files need them.
namespace stator::limits {

// Values and member names in a request. The densest legal JSON is a list of empty strings,
// {"S":""}, which has three of them in nine bytes; 16 MB hold 5.6 million. Bare numbers are twice
// as dense, and each takes sixteen bytes after parsing.
inline constexpr std::size_t kJsonTokensMax = 6U * 1024 * 1024;
// A body worker hashes, decompresses and parses a longer body, as sent or decompressed. An event
// loop reads 64 KB in a few tenths of a millisecond.
inline constexpr std::size_t kLoopBodyBytesMax = 64U * 1024;
// A body for a function of the admin API that takes a model: a text of 1 MB in JSON, which escapes
// line ends and quotes.
inline constexpr std::size_t kAdminTextBytesMax = 1U * 1024 * 1024;
inline constexpr std::size_t kAdminBodyBytesMax = 2 * kAdminTextBytesMax + kLoopBodyBytesMax;
// The work of the admin API on models: its threads, and requests that wait for one. Beyond: 503.
inline constexpr std::size_t kModelThreads = 1;
inline constexpr std::size_t kModelQueueMax = 64;
// Files in the folder of models, and the name of one.
inline constexpr std::size_t kModelFilesMax = 1000;
inline constexpr std::size_t kModelNameBytesMax = 100;
// Bodies that wait for a worker; beyond: ThrottlingException.
inline constexpr std::size_t kBodyQueueMax = 16U * 1024;
// A body that decompresses to more than the first bound may expand at most by the second. Requests
// for one item stay below the first, however well they compress. JSON of real data seldom
// compresses to less than a fiftieth.
inline constexpr std::size_t kInflateFreeBytesMax = 4U * 1024 * 1024;
inline constexpr std::size_t kInflateRatioMax = 200;

// A PartiQL statement has 8,192 characters of at most four bytes each (facts 10.1).
inline constexpr std::size_t kStatementBytesMax = 4U * 8192;

// A file of the console, decompressed.
inline constexpr std::size_t kConsoleFileBytesMax = 16U * 1024 * 1024;

inline constexpr std::size_t kAcceptsPerTurnMax = 256;  // per address and turn of its loop
inline constexpr std::size_t kNameLookupsMax = 8;       // threads that wait for a name server

}  // namespace stator::limits
