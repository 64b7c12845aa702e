#pragma once

#include <chrono>

namespace stator {

// Lets machine time pass: for retries and for what only another machine knows the end of. Never for
// waiting for something in this process.
void Pause(std::chrono::milliseconds time);

}  // namespace stator
